"""Simulated placements; loaded only if a game has a referee with a hand."""
