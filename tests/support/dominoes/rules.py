"""Rules of Dominoes: seats cover two neighbouring cells in turn, until no two are free."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves, kinds
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL

CELLS = Cells.hexagon(1)
BOARD = Board(CELLS, half=kinds("first", "second"))
MOVES = Moves("{first}-{second}", parts={"first": CELLS, "second": CELLS.near("first")})
STATE = struct_dtype([("seat", "i1"), *BOARD.fields])
NEIGHBOURS = CELLS.neighbours
SIZE = CELLS.n
WAYS = 6
encode, decode = MOVES.encoder(), MOVES.decoder()


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the pairs of free cells."""
    count = 0
    for cell in range(SIZE):
        for way in range(WAYS):
            other = int(NEIGHBOURS[cell, way])
            if other >= 0 and int(s.half[cell]) == 0 and int(s.half[other]) == 0:
                out[count] = encode(cell, way)
                count += 1
    return count


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act, while a domino fits."""
    for cell in range(SIZE):
        for way in range(WAYS):
            other = int(NEIGHBOURS[cell, way])
            if other >= 0 and int(s.half[cell]) == 0 and int(s.half[other]) == 0:
                return int(s.seat)
    return TERMINAL


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Lay a domino."""
    cell, way = decode(action)
    s.half[cell] = 1
    s.half[int(NEIGHBOURS[cell, way])] = 2
    s.seat = 1 - int(s.seat)


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the seat first that laid the last domino."""
    for seat in range(2):
        out[seat] = 2 if int(s.seat) == seat else 1
