"""Lookup tables of On Top that are the same for all boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.games.on_top.rules.circle_score import tower_of
from empile.games.on_top.rules.components import (
    COLOURS,
    TILES,
    tile_name,
    turned,
)
from empile.games.on_top.rules.state import (
    COLOUR_BITS,
    MAX_SEATS,
    PAWN_BITS,
    POINTS_AT,
    SEGMENTS,
)

SEGMENTS_OF_CORNER = (1, 2, 1, 2)
"""Segments by corner (acute, obtuse, acute, obtuse), equal to the tile's cells there."""


def seen_as(seat: int, seats: int) -> list[int]:
    """Return the index of each tile with colours counted from ``seat``."""
    if seat >= seats:
        return [0] * len(TILES)
    letters = COLOURS[:seats]
    renamed = str.maketrans(letters, letters[seats - seat :] + letters[: seats - seat])
    return [TILES.index(tile_name(name.translate(renamed))) for name in TILES]


def added() -> NDArray[np.int32]:
    found = np.zeros((len(TILES), 2, 4), np.int32)
    for tile, name in enumerate(TILES):
        for turn, colours in enumerate((name, turned(name))):
            for corner, (letter, count) in enumerate(zip(colours, SEGMENTS_OF_CORNER, strict=True)):
                shift = COLOUR_BITS * COLOURS.index(letter)
                found[tile, turn, corner] = (count << shift) - count * SEGMENTS
    return found


def outcomes() -> tuple[NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64]]:
    """Return the top colour and the tower by segments, and the packed result by golden, too.

    A tower has a bit for each colour in it, and then a bit for each colour that is on top.
    """
    top = np.zeros(SEGMENTS, np.int8)
    towers = np.zeros(SEGMENTS, np.uint8)
    scoring = np.zeros((2, SEGMENTS), np.int64)
    for key in range(SEGMENTS):
        tower = tower_of(key)
        if tower:
            top[key] = tower[-1]
            towers[key] = sum(1 << colour for colour in tower) | 1 << (MAX_SEATS + tower[-1])
            placed = sum(1 << (PAWN_BITS * colour) for colour in tower)
            point = 1 << (POINTS_AT + PAWN_BITS * tower[-1])
            for golden in range(2):
                scoring[golden, key] = placed + (len(tower) << golden) * point
    return top, towers, scoring
