"""Puzzles over REST."""
