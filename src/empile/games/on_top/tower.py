"""What the segments round a circle come to, in plain Python: the tables are computed by it."""

from __future__ import annotations

from empile.games.on_top.memory import COLOUR_BITS, MAX_SEATS


def segments_of(circle: int) -> list[int]:
    """Return how many segments of each colour a circle has."""
    mask = (1 << COLOUR_BITS) - 1
    return [circle >> (COLOUR_BITS * colour) & mask for colour in range(MAX_SEATS)]


def tower_of(circle: int) -> list[int]:
    """Return the colours of the tower that a full circle's segments make, from bottom to top.

    None where no colour is alone in having most.
    """
    counts = segments_of(circle)
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return []
    second = max(count for count in counts if count < most)
    seconds = [colour for colour, count in enumerate(counts) if count == second and second > 0]
    return [*seconds, counts.index(most)]
