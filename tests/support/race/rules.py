"""Rules of Race: after a roll a seat goes as far as the die says, or waits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves, number
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import CHANCE, TERMINAL

LAST = 9
CELLS = Cells.named({f"{k}": (k, 0) for k in range(LAST + 1)})
BOARD = Board(CELLS, at=number(LAST, per_seat=3), die=number(6))
MOVES = Moves(go="go", wait="wait")
EVENTS = Moves("{die}", die=range(1, 7))
ACTIONS = 6
STATE = struct_dtype([("seat", "i1"), *BOARD.fields])


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act once the die is rolled."""
    for seat in range(int(params.seats)):
        if int(s.at[seat]) == LAST:
            return TERMINAL
    return int(s.seat) if int(s.die) > 0 else CHANCE


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write both moves, or only waiting if the die leads too far."""
    out[0] = 1
    if int(s.at[int(s.seat)]) + int(s.die) > LAST:
        return 1
    out[0], out[1] = 0, 1
    return 2


@inline
def chance(
    params: StructRef, s: StructRef, out: NDArray[np.int32], weights: NDArray[np.int64]
) -> int:
    """Write the six sides."""
    for side in range(6):
        out[side], weights[side] = side, 1
    return 6


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Roll, or end the turn."""
    if int(s.die) == 0:
        s.die = action + 1
        return
    seat = int(s.seat)
    if action == 0:
        s.at[seat] = int(s.at[seat]) + int(s.die)
    s.die = 0
    s.seat = (seat + 1) % int(params.seats)


@inline
def scores(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Write how far each seat is."""
    for seat in range(int(params.seats)):
        out[seat] = int(s.at[seat])


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank by how far the seats are."""
    for seat in range(int(params.seats)):
        out[seat] = 1
        for other in range(int(params.seats)):
            if int(s.at[other]) > int(s.at[seat]):
                out[seat] += 1
