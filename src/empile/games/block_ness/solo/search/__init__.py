"""Compiled search of the solo solver."""
