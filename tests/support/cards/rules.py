"""Compiled rules of a game of hands; they begin as ``init`` deals them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.board import Board, Cells, Moves, hands
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL
from empile.engine.random import Stream

BOARD = Board(Cells.named({}), hand=hands("ace", "king", seats=3, most=2))
MOVES = Moves("{card}", card=("ace", "king"))
STATE = struct_dtype([("seat", "i1"), *BOARD.fields])


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Deal an ace and a king to each seat."""
    for seat in range(int(params.seats)):
        s.hand[seat, 0] = 1
        s.hand[seat, 1] = 1


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act while it has a card."""
    seat = int(s.seat)
    return seat if int(s.hand[seat, 0]) + int(s.hand[seat, 1]) > 0 else TERMINAL


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the cards of the seat."""
    count = 0
    for kind in range(2):
        if int(s.hand[int(s.seat), kind]) > 0:
            out[count] = kind
            count += 1
    return count


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Play a card."""
    s.hand[int(s.seat), action] -= 1
    s.seat = (int(s.seat) + 1) % int(params.seats)


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Let all seats share the first place."""
    for seat in range(int(params.seats)):
        out[seat] = 1


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Leave the hands: each deal is the same."""


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return the action: cards are played openly."""
    return action
