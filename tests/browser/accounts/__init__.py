"""Accounts on the page."""
