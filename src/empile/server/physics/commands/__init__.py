"""Commands of placements."""
