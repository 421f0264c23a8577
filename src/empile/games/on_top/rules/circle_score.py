"""Scoring of a circle in plain Python, used to compute the tables."""

from __future__ import annotations

from empile.games.on_top.rules.state import COLOUR_BITS, MAX_SEATS


def segments_of(circle: int) -> list[int]:
    mask = (1 << COLOUR_BITS) - 1
    return [circle >> (COLOUR_BITS * colour) & mask for colour in range(MAX_SEATS)]


def tower_of(circle: int) -> list[int]:
    """Return the tower of a full circle, bottom to top; empty if most is tied."""
    counts = segments_of(circle)
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return []
    second = max(count for count in counts if count < most)
    seconds = [colour for colour, count in enumerate(counts) if count == second and second > 0]
    return [*seconds, counts.index(most)]
