"""Names of cells, intersections, tiles and towers in positions and options.

A *name* of a cell or an intersection is a number: its token less ``CELL_NAMES`` or ``POINT_NAMES``.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    SetupTexts,
    Words,
    after,
    first_of,
    length_of,
    letter,
    text_at,
)
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules import components
from empile.games.on_top.rules.components import COLOURS, SIDE, TILES, turned
from empile.games.on_top.rules.json_view import TOWERS_BY_INDEX
from empile.games.on_top.rules.state import KINDS, PLACES

TEXTS = SetupTexts()

CELL_NAMES = TEXTS.add(*components.CELL_NAMES)
"""Sorted, as the cells of a board."""
ALL_CELLS = len(components.CELL_NAMES)
POINT_NAMES = TEXTS.add(*components.POINT_NAMES)
ALL_POINTS = len(components.POINT_NAMES)
TILE_NAMES = TEXTS.add(*TILES)
LETTERS = TEXTS.add(*sorted(COLOURS))
LETTER_OF = np.array([LETTERS + sorted(COLOURS).index(colour) for colour in COLOURS])
"""By colour."""
TOWER_NAMES = np.array([TEXTS.add(tower) for tower in TOWERS_BY_INDEX])
"""By index of the tower."""

_READINGS = np.array(
    [[*map(ord, text)] for name in TILES for text in (name, turned(name))], np.int32
)
"""The letters of each tile and turn."""
Names: TypeAlias = tuple[int, int, int, int]
"""A set of names."""
NO_NAMES: Names = (0, 0, 0, 0)
_SET_WORD = 50
"""Names in a number of a set."""
UP, DOWN, _SPACE, _ZERO = map(ord, "UD 0")
CELL_LETTERS = 3
_LAY_LETTERS = 2 * CELL_LETTERS + 1 + len(COLOURS)


@outlined
def token_in(words: Words, lay: int, start: int, kind: int) -> int:
    """Return the token of the cell whose name begins at a letter of a string, else -1."""
    if length_of(words, lay) != _LAY_LETTERS or letter(words, lay, start) != kind:
        return -1
    x, y = letter(words, lay, start + 1) - _ZERO, letter(words, lay, start + 2) - _ZERO
    if not (0 <= x < SIDE and 0 <= y < SIDE):
        return -1
    return CELL_NAMES + (int(kind == UP) * SIDE + x) * SIDE + y


@outlined
def reading_of(words: Words, lay: int) -> int:
    """Return twice the tile that a move lays, plus its turn, or -1."""
    start = _LAY_LETTERS - len(COLOURS)
    if length_of(words, lay) != _LAY_LETTERS or letter(words, lay, start - 1) != _SPACE:
        return -1
    for reading in range(2 * KINDS):
        equal = 0
        for k in range(len(COLOURS)):
            equal += letter(words, lay, start + k) == _READINGS[reading, k]
        if equal == len(COLOURS):
            return reading
    return -1


@outlined
def cell_token(params: StructRef, cell: int) -> int:
    """Return the token of a cell's name."""
    return CELL_NAMES + int(params.cell_name[cell])


@outlined
def cell_of(params: StructRef, token: int) -> int:
    """Return the cell of a token, or -1 if the board has none."""
    kind, at = divmod(token - CELL_NAMES, SIDE * SIDE)
    x, y = divmod(at, SIDE)
    rows, columns, cell_at = int(params.rows), int(params.columns), params.cell_at
    if 0 <= kind <= 1 and x < columns and y < rows:
        at = ((1 - kind) * rows + y) * columns + x
        for cell in range(int(params.cells)):
            if int(cell_at[cell]) == at:
                return cell
    return -1


@outlined
def place_of(params: StructRef, up: int, down: int) -> int:
    """Return the place of two cells, or -1."""
    cover = params.cover
    for place in range(PLACES):
        if int(cover[place, 0]) == up and int(cover[place, 1]) == down:
            return place
    return -1


@outlined
def point_token(params: StructRef, circle: int) -> int:
    """Return the token of an intersection's name."""
    return POINT_NAMES + int(params.circle_name[circle])


@outlined
def circle_of(params: StructRef, token: int) -> int:
    """Return the circle of a token, or -1 if the board has none."""
    x, y = divmod(token - POINT_NAMES, SIDE + 1)
    columns, circle_at = int(params.columns), params.circle_at
    if 0 <= x <= columns and y <= int(params.rows):
        for circle in range(int(params.circles)):
            if int(circle_at[circle]) == y * (columns + 1) + x:
                return circle
    return -1


@outlined
def neighbour_of(name: int, k: int) -> int:
    """Return the name of a neighbour of a cell, on the board or not, or -1 if it has none.

    Those of a cell pointing up are sorted, those of others are from the last.
    """
    kind, at = divmod(name, SIDE * SIDE)
    x, y = divmod(at, SIDE)
    step = 1 - 2 * kind
    if k == 0:
        x += step
    if k == 1:
        y += step
    if not (0 <= x < SIDE and 0 <= y < SIDE):
        return -1
    return ((1 - kind) * SIDE + x) * SIDE + y


@outlined
def corner_of(name: int, k: int) -> int:
    """Return the name of a corner of a cell, counter-clockwise, as ``components.corners``."""
    kind, at = divmod(name, SIDE * SIDE)
    x, y = divmod(at, SIDE)
    x += k == 1 or (k == 0 and kind == 0)
    y += k == 2 or (k == 1 and kind == 0)
    return x * (SIDE + 1) + y


@outlined
def has(names: Names, name: int) -> bool:
    """Return whether a set has a name; it has not -1."""
    return name >= 0 and names[name // _SET_WORD] >> (name % _SET_WORD) & 1 != 0


@outlined
def with_name(names: Names, name: int) -> Names:
    """Return a set with one more name."""
    word, bit = name // _SET_WORD, 1 << (name % _SET_WORD)
    return (
        names[0] | bit * int(word == 0),
        names[1] | bit * int(word == 1),
        names[2] | bit * int(word == 2),
        names[3] | bit * int(word == 3),
    )


@outlined
def names_of(words: Words, names: int, first: int) -> Names:
    """Return the names in a list as a set; ``first`` is their first token."""
    members = NO_NAMES
    name = first_of(names)
    for _ in range(length_of(words, names)):
        members = with_name(members, text_at(words, name) - first)
        name = after(words, name)
    return members
