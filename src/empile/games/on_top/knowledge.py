"""What a search should know of On Top: which moves make sense, and what a game cut short is worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.games.on_top.closing import pawns_of


@inner
def simulation_move(box: Record, s: Record, moves: NDArray[np.int32], n: int, bits: int) -> int:
    """Return any legal move."""
    return int(moves[(bits * n) >> 32])


@inner
def estimate(box: Record, s: Record, out: NDArray[np.float64]) -> None:
    """Write what points, and pawns left at the end, promise."""
    seats = int(box.seats)
    for seat in range(seats):
        total = 0.0
        for other in range(seats):
            lead = _strength(s, seat) - _strength(s, other)
            total += lead / (abs(lead) + 6.0)
        out[seat] = total / max(1, seats - 1)


@inner
def _strength(s: Record, seat: int) -> float:
    return float(int(s.points[seat]) - pawns_of(int(s.pawns), seat))
