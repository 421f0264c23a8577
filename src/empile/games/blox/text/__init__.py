"""Texts of Blox."""
