"""Positions over REST, for games without a table."""
