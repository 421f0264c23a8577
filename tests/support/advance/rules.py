"""Rules of Advance: pieces step ahead, straight or diagonally; the first on the far side wins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves, owners
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL

COLUMNS, ROWS = 3, 4
CELLS = Cells.grid(columns=COLUMNS, rows=ROWS)
BOARD = Board(CELLS, piece=owners(2))
MOVES = Moves("{from}-{to}", parts={"from": CELLS, "to": CELLS.near("from")})
STATE = struct_dtype([("seat", "i1"), *BOARD.fields])
NEIGHBOURS = CELLS.neighbours
WAYS = 8
encode, decode = MOVES.encoder(), MOVES.decoder()


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Put the pieces on the first and the last row."""
    for column in range(COLUMNS):
        s.piece[column] = 1
        s.piece[(ROWS - 1) * COLUMNS + column] = 2


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the steps ahead to cells without an own piece."""
    count = 0
    seat = int(s.seat)
    for start in range(COLUMNS * ROWS):
        if int(s.piece[start]) != seat + 1:
            continue
        for way in range(WAYS):
            to = int(NEIGHBOURS[start, way])
            if to < 0 or int(s.piece[to]) == seat + 1:
                continue
            rows = to // COLUMNS - start // COLUMNS
            if rows == 1 - 2 * seat:
                out[count] = encode(start, way)
                count += 1
    return count


@inline
def winner(s: StructRef) -> int:
    """Return the seat on the far side or the last one with pieces, or -1."""
    left = np.zeros(2, np.int32)
    for cell in range(COLUMNS * ROWS):
        owner = int(s.piece[cell]) - 1
        if owner < 0:
            continue
        left[owner] += 1
        if cell // COLUMNS == (ROWS - 1 if owner == 0 else 0):
            return owner
    for seat in range(2):
        if left[1 - seat] == 0:
            return seat
    return -1


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act, until one has won."""
    return TERMINAL if winner(s) >= 0 else int(s.seat)


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Move a piece."""
    start, way = decode(action)
    s.piece[int(NEIGHBOURS[start, way])] = s.piece[start]
    s.piece[start] = 0
    s.seat = 1 - int(s.seat)


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the winner first."""
    for seat in range(2):
        out[seat] = 1 if winner(s) == seat else 2
