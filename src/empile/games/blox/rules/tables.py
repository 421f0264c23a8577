"""Lookup tables for move generation of Blox, numbered as in ``state.py``.

A line is a row (from column a) or a column (from row 1); its mask has a bit for each occupied cell.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from empile.games.blox.rules.components import HAND, SIZE

_MASKS = np.arange(1 << SIZE)


@cache
def column_cells(low_cells: int) -> NDArray[np.int64]:
    """Return the bit board (two words) of each column mask, in column a."""
    found = np.zeros((1 << SIZE, 2), np.int64)
    for row in range(SIZE):
        half, bit = divmod(row * SIZE, low_cells)
        found[_MASKS >> row & 1 == 1, half] |= 1 << bit
    return found


@cache
def triples() -> list[tuple[int, int, int]]:
    """Return all counts of white, grey and black items, at most five in all, by rank."""
    sizes = range(HAND + 1)
    return [(w, g, b) for w in sizes for g in sizes for b in sizes if w + g + b <= HAND]


def parts_of_hand(white: int, grey: int, black: int) -> list[tuple[int, int]]:
    """Return the sub-multisets of a hand of five as pairs of rank and mauve cards."""
    mauve = HAND - white - grey - black
    return [
        (rank, m)
        for rank, (w, g, b) in enumerate(triples())
        for m in range(mauve + 1)
        if w <= white and g <= grey and b <= black and w + g + b + m > 0
    ]


@cache
def ways_to_move(passed: int, held: int, joker: int) -> list[int]:
    """Return ``colour * 2 + joker`` for each payment; arguments are bit sets."""
    return [
        colour * 2 + paid
        for colour in range(4)
        for paid in range(2)
        if passed >> colour & 1 and (joker if paid else held >> colour & 1)
    ]


@cache
def marks_of_towers(most: int) -> NDArray[np.uint16]:
    """Return by tower the bit of its height and, from bit 8, its colours."""
    blocks = np.arange(most)[:, None] >> np.array([0, 4, 8, 12]) & 15
    heights = blocks.sum(axis=1)
    colours = ((blocks > 0) << np.arange(8, 12)).sum(axis=1)
    found = np.zeros(most, np.uint16)
    found[:] = np.where(heights <= HAND, 1 << np.minimum(heights, HAND), 0) | colours
    found[0] = 0
    return found
