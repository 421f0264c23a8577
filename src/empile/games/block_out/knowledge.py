"""What a search should know of Block Out!: which moves make sense, how a cut game would end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner
from empile.engine.layout import Record


@inner
def simulation_move(box: Record, s: Record, moves: NDArray[np.int32], n: int, bits: int) -> int:
    """Choose uniformly among the legal moves."""
    return int(moves[np.int64((bits * n) >> 32)])


@inner
def estimate(box: Record, s: Record, out: NDArray[np.float64]) -> None:
    """Write how many fewer cards each seat holds than its opponents; seven fewer are a sure win."""
    seats = int(box.seats)
    for seat in range(seats):
        ahead = 0.0
        for other in range(seats):
            lead = (int(s.in_hand[other]) - int(s.in_hand[seat])) / 7.0
            ahead += min(1.0, max(-1.0, lead))
        out[seat] = ahead / (seats - 1)
