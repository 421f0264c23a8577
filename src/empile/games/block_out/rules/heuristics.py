"""Playout policy and evaluation function of Block Out!, compiled.

Narrow cards soon become unplayable: play them first. Keep action cards for risky towers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.block_out.rules.state import FALLS, PASS_MOVE, SIZE

_ACTION_PER_RISK = 3
"""Weight of an action card per probability that the next block falls."""
_LEAD = 7.0
"""Card lead evaluated as nearly won."""


@inline
def simulation_move(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, bits: int
) -> int:
    """Choose an action card by the risk of a fall, else prefer narrow block cards."""
    if int(moves[0]) > PASS_MOVE:
        return int(moves[np.int64((bits * n) >> 32)])
    blocks = n
    while blocks > 0 and int(moves[np.int64(blocks - 1)]) >= PASS_MOVE:
        blocks -= 1
    one, other = bits >> 16, bits & 0xFFFF
    if blocks < n:
        level = min(int(s.height), SIZE - 1)
        risk = int(params.weights[np.int64(level), FALLS]) * _ACTION_PER_RISK
        if blocks == 0 or one * 1000 < risk << 16:
            return int(moves[np.int64(blocks + ((other * (n - blocks)) >> 16))])
    # Moves are sorted narrow cards first; squaring a uniform share prefers those.
    share = (other * other) >> 16
    return int(moves[np.int64((share * blocks) >> 16)])


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Evaluate each seat by its lead in cards over its opponents."""
    seats = int(params.seats)
    for seat in range(seats):
        ahead = 0.0
        for other in range(seats):
            lead = (int(s.in_hand[np.int64(other)]) - int(s.in_hand[np.int64(seat)])) / _LEAD
            ahead += min(1.0, max(-1.0, lead))
        out[seat] = ahead / (seats - 1)
