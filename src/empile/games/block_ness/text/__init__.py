"""Texts of Block Ness."""
