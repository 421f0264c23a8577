"""Ratings of members."""
