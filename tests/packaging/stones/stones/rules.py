"""The rules of Three Stones, compiled."""

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves, owners
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL

SIZE = 5
CELLS = Cells.grid(columns=SIZE, rows=1)
BOARD = Board(CELLS, cell=owners(2))
MOVES = Moves("{cell}", cell=CELLS)
STATE = struct_dtype([("seat", "i1"), *BOARD.fields])


@inline
def winner(s: StructRef) -> int:
    """Return the seat with three stones in a row, or -1."""
    for cell in range(SIZE - 2):
        owner = int(s.cell[cell])
        if owner > 0 and owner == int(s.cell[cell + 1]) and owner == int(s.cell[cell + 2]):
            return owner - 1
    return -1


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act until a seat has won or the board is full."""
    if winner(s) >= 0:
        return TERMINAL
    for cell in range(SIZE):
        if int(s.cell[cell]) == 0:
            return int(s.seat)
    return TERMINAL


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the empty cells."""
    count = 0
    for cell in range(SIZE):
        if int(s.cell[cell]) == 0:
            out[count] = cell
            count += 1
    return count


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Put a stone on a cell."""
    s.cell[action] = int(s.seat) + 1
    s.seat = 1 - int(s.seat)


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the seat with a row first; without one both share the first place."""
    best = winner(s)
    for seat in range(2):
        out[seat] = 1 if best in (-1, seat) else 2


@inline
def reason(params: StructRef, s: StructRef) -> int:
    """Return 0 for a row, 1 for a full board."""
    return 0 if winner(s) >= 0 else 1
