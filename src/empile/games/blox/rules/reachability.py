"""Reachability of Blox towers by flood fill on bit boards, compiled.

A set of cells is two integers: rows 1 to 5 as bits 0 to 44, rows 6 to 9 as bits 0 to 35.
"""

from __future__ import annotations

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.state import ALL, LOW_CELLS, OFF, SIZE

_LOW_ROWS, _HIGH_ROWS = 5, 4
_HIGH_CELLS = _HIGH_ROWS * SIZE


def _column(column: int, rows: int) -> int:
    return sum(1 << (row * SIZE + column) for row in range(rows))


_LOW = (1 << LOW_CELLS) - 1
_HIGH = (1 << _HIGH_CELLS) - 1
_ROW = (1 << SIZE) - 1
_LOW_EDGE = _ROW | _column(0, _LOW_ROWS) | _column(SIZE - 1, _LOW_ROWS)
_HIGH_EDGE = _ROW << (_HIGH_CELLS - SIZE) | _column(0, _HIGH_ROWS) | _column(SIZE - 1, _HIGH_ROWS)
# Prevent wrap-around: an eastward step cannot enter column a, a westward one column i.
_LOW_EAST, _HIGH_EAST = _LOW & ~_column(0, _LOW_ROWS), _HIGH & ~_column(0, _HIGH_ROWS)
_LOW_WEST, _HIGH_WEST = _LOW & ~_column(8, _LOW_ROWS), _HIGH & ~_column(8, _HIGH_ROWS)
_SEAM = LOW_CELLS - SIZE


@inline
def _beside_low(low: int, high: int) -> int:
    sideways = ((low << 1) & _LOW_EAST) | ((low >> 1) & _LOW_WEST)
    return sideways | ((low << SIZE) & _LOW) | (low >> SIZE) | ((high & _ROW) << _SEAM)


@inline
def _beside_high(low: int, high: int) -> int:
    sideways = ((high << 1) & _HIGH_EAST) | ((high >> 1) & _HIGH_WEST)
    return sideways | ((high << SIZE) & _HIGH) | (high >> SIZE) | (low >> _SEAM)


@inline
def _set_of(cell: int) -> tuple[int, int]:
    """Return the set of one cell."""
    if cell < LOW_CELLS:
        return 1 << cell, 0
    return 0, 1 << (cell - LOW_CELLS)


@inline
def may_build_on(params: StructRef, s: StructRef, cell: int) -> bool:
    """Return whether all towers stay accessible after building one on ``cell``.

    A tower is accessible if an adjacent cell connects to the edge over cells without towers.
    """
    if int(params.access) == OFF:
        return True
    low, high = closed_towers(s, cell)
    if int(params.access) == ALL:
        return low == 0 and high == 0
    new_low, new_high = _set_of(cell)
    return low & new_low == 0 and high & new_high == 0


@inline
def closed_towers(s: StructRef, cell: int) -> tuple[int, int]:
    """Return the towers that would not be accessible with one on ``cell``."""
    new_low, new_high = _set_of(cell)
    return closed_in(int(s.walls[0]) | new_low, int(s.walls[1]) | new_high)


@inline
def closed_in(walls_low: int, walls_high: int) -> tuple[int, int]:
    """Return the towers of a set that are not accessible."""
    free_low = _LOW & ~walls_low
    free_high = _HIGH & ~walls_high
    low = free_low & _LOW_EDGE
    high = free_high & _HIGH_EDGE
    while True:
        beside_low = _beside_low(low, high)
        beside_high = _beside_high(low, high)
        more_low = low | (beside_low & free_low)
        more_high = high | (beside_high & free_high)
        if more_low == low and more_high == high:
            break
        low = more_low
        high = more_high
    return walls_low & ~beside_low, walls_high & ~beside_high
