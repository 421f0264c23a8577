"""Texts of On Top."""
