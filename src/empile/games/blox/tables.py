"""Tables from which the legal moves of Blox are read: what a line lets be entered, and what hands hold.

Numbers of cells, colours and directions as in ``memory.py``. A line is a row (from column a) or a
column (from row 1); its mask has a bit for each of its cells on which something is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from empile.games.blox.pieces import CELLS, HAND, SIZE

_MASKS = np.arange(1 << SIZE)


def enterable(colours: Sequence[int]) -> NDArray[np.int64]:
    """Return for each mask of a line the cells that can be entered from its two ends, as bits.

    ``colours`` are those of the line's cells. From an end the first cell of each colour can be
    entered if nothing is on it and before it.
    """
    found = np.zeros_like(_MASKS)
    for colour in set(colours):
        first = colours.index(colour)
        last = SIZE - 1 - colours[::-1].index(colour)
        up_to_first = (1 << (first + 1)) - 1
        from_last = ((1 << SIZE) - 1) & ~((1 << last) - 1)
        found |= np.where(_MASKS & up_to_first == 0, 1 << first, 0)
        found |= np.where(_MASKS & from_last == 0, 1 << last, 0)
    return found


def cells_of(colours: Sequence[int], wanted: int, low_cells: int) -> tuple[int, int]:
    """Return the cells whose colour is a bit of ``wanted``, as the bits of two numbers."""
    cells = sum(1 << cell for cell in range(CELLS) if wanted >> colours[cell] & 1)
    return cells & ((1 << low_cells) - 1), cells >> low_cells


@cache
def column_cells(low_cells: int) -> NDArray[np.int64]:
    """Return for each mask of a column its cells in column a, as the bits of two numbers."""
    found = np.zeros((1 << SIZE, 2), np.int64)
    for row in range(SIZE):
        half, bit = divmod(row * SIZE, low_cells)
        found[_MASKS >> row & 1 == 1, half] |= 1 << bit
    return found


@cache
def triples() -> list[tuple[int, int, int]]:
    """Return every number of white, grey and black things, at most five together, by rank."""
    sizes = range(HAND + 1)
    return [(w, g, b) for w in sizes for g in sizes for b in sizes if w + g + b <= HAND]


def parts_of_hand(white: int, grey: int, black: int) -> list[tuple[int, int]]:
    """Return what can be exchanged of a hand of five: the rank and the mauve cards of each part."""
    mauve = HAND - white - grey - black
    return [
        (rank, m)
        for rank, (w, g, b) in enumerate(triples())
        for m in range(mauve + 1)
        if w <= white and g <= grey and b <= black and w + g + b + m > 0
    ]


@cache
def ways_to_move(passed: int, held: int, joker: int) -> list[int]:
    """Return ``colour * 2 + joker`` for each way to pay a move to a colour of those passed.

    ``passed`` and ``held`` are colours as bits.
    """
    return [
        colour * 2 + paid
        for colour in range(4)
        for paid in range(2)
        if passed >> colour & 1 and (joker if paid else held >> colour & 1)
    ]


@cache
def marks_of_towers(most: int) -> NDArray[np.uint16]:
    """Return for each tower below ``most`` the bit of its height and, from bit 8, its colours."""
    blocks = np.arange(most)[:, None] >> np.array([0, 4, 8, 12]) & 15
    heights = blocks.sum(axis=1)
    colours = ((blocks > 0) << np.arange(8, 12)).sum(axis=1)
    found = np.zeros(most, np.uint16)
    found[:] = np.where(heights <= HAND, 1 << np.minimum(heights, HAND), 0) | colours
    found[0] = 0
    return found
