"""Compiled rules of Nim."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import TERMINAL

HEAP = 7
ACTIONS = 3

PARAMS = struct_dtype([("seats", "u1"), ("most", "u1")])
STATE = struct_dtype([("seat", "i1"), ("taken", "u1")])


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act, or ``TERMINAL``."""
    return int(s.seat) if int(s.taken) < HEAP else TERMINAL


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write how many more than one are taken."""
    count = min(int(params.most), HEAP - int(s.taken))
    for more in range(count):
        out[more] = more
    return count


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Take from the heap; at the end the seat stays the winner's."""
    s.taken = int(s.taken) + action + 1
    if int(s.taken) < HEAP:
        s.seat = (int(s.seat) + 1) % int(params.seats)


@inline
def ranks(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> None:
    """Rank the winner first, all others second."""
    for seat in range(int(params.seats)):
        out[seat] = 1 + int(seat != int(s.seat))
