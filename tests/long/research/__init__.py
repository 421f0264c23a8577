"""Tiny games and their game trees."""
