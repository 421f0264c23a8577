"""Compiled rules of Connect Four: seven columns, six rows, four in a line win.

The board is a bit set, column by column from west to east: bit ``column * 7 + row``. The seventh row of each
column stays empty, so that lines do not continue in the next column. A move is its column.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves
from empile.engine.compiled.bits import count_bits, nth_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL
from empile.engine.planes import Plane
from empile.engine.random import Stream, below

OBSERVATION_PLANES = (Plane("own", (6, 7)), Plane("other", (6, 7)))

COLUMNS, ROWS = 7, 6
BOARD = Board(Cells.grid(columns=COLUMNS, rows=ROWS))
MOVES = Moves("{column}", column=range(1, COLUMNS + 1))

_COLUMN = ROWS + 1
_FEET = sum(1 << (column * _COLUMN) for column in range(COLUMNS))
_TOPS = _FEET << (ROWS - 1)
_NORTH, _EAST, _NORTH_EAST, _SOUTH_EAST = 1, _COLUMN, _COLUMN + 1, _COLUMN - 1

FOUR_IN_A_LINE, BOARD_FULL = 0, 1
"""Reasons."""

STATE = struct_dtype(
    [
        ("stones", "i8", (2,)),
        ("seat", "i1"),  # to act, or TERMINAL
        ("winner", "i1"),  # its seat + 1, or 0
    ]
)


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act, or ``TERMINAL``."""
    return int(s.seat)


@inline
def _open(s: StructRef) -> int:
    """Return the top cells of the columns that are not full."""
    return ~(int(s.stones[0]) | int(s.stones[1])) & _TOPS


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the columns that are not full, without branches."""
    if int(s.seat) < 0:
        return 0
    tops = _open(s) >> (ROWS - 1)
    count = 0
    for column in range(COLUMNS):
        is_open = tops >> (column * _COLUMN) & 1
        if is_open:
            out[np.uint64(count)] = column
        count += is_open
    return count


@inline
def random_move(params: StructRef, s: StructRef, stream: Stream, scratch: NDArray[np.int32]) -> int:
    """Return a random legal move, without the list."""
    tops = _open(s)
    return nth_bit(tops, below(stream, count_bits(tops))) // _COLUMN


simulated_move = random_move
"""Uniform, as the default ``simulation_move``."""


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Drop a stone into a column."""
    seat = int(s.seat)
    both = int(s.stones[0]) | int(s.stones[1])
    foot = 1 << (action * _COLUMN)
    column = foot * ((1 << ROWS) - 1)
    own = int(s.stones[np.uint64(seat)]) | ((both & column) + foot)
    s.stones[np.uint64(seat)] = own
    if _line(own, _NORTH) | _line(own, _EAST) | _line(own, _NORTH_EAST) | _line(own, _SOUTH_EAST):
        s.winner = seat + 1
        s.seat = TERMINAL
    elif _open(s) == 0:
        s.seat = TERMINAL
    else:
        s.seat = 1 - seat


@inline
def _line(own: int, step: int) -> int:
    """Return the cells in which four in a line start."""
    pairs = own & own >> step
    return pairs & pairs >> 2 * step


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the winner first; without one both share the rank."""
    winner = int(s.winner)
    out[0] = 1 + int(winner == 2)
    out[1] = 1 + int(winner == 1)


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return whether a line or the full board ended the game."""
    return FOUR_IN_A_LINE if int(s.winner) else BOARD_FULL


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write the stones of ``seat``, then those of the other, by rows."""
    for side in range(2):
        stones = int(s.stones[seat ^ side])
        for row in range(ROWS):
            for column in range(COLUMNS):
                at = (side * ROWS + row) * COLUMNS + column
                out[at] = stones >> (column * _COLUMN + row) & 1
