"""Texts of Block Out!."""
