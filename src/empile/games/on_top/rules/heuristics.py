"""Playout policy and evaluation function of On Top, compiled.

A move is evaluated by all circles that it touches, for all seats: points of the completed ones,
expected values (``evaluation_tables.py``) of the others.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules.circles import lead_gained, pattern_of, pawns_of
from empile.games.on_top.rules.state import SCORED

THOUSAND = 1000.0
_IN_REACH = 8
"""With more pawns left, a last pawn is not near."""


@inline
def simulation_move(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, bits: int
) -> int:
    """Choose the move with the greatest :func:`lead_gained`, ties at random."""
    start = (bits * n) >> 32
    best = int(moves[start])
    best_lead = lead_gained(params, s, best)
    for i in range(n - 1):
        k = start + 1 + i
        if k >= n:
            k -= n
        move = int(moves[np.uint64(k)])
        lead = lead_gained(params, s, move)
        if lead > best_lead:
            best_lead = lead
            best = move
    return best


@inline
def estimate(params: StructRef, s: StructRef, out: NDArray[np.float64]) -> None:
    """Write a win estimate by points, pawns and open circles.

    A lead weighs more with fewer open circles; a last pawn within reach outweighs it.
    """
    seats = int(params.seats)
    for seat in range(seats):
        out[seat] = THOUSAND * (int(s.points[seat]) - pawns_of(int(s.pawns), seat))
    still_open = 0
    for number in range(int(params.circles)):
        circle = int(s.circle[np.uint64(number)])
        if circle < SCORED:
            still_open += 1
            golden = int(params.golden[np.uint64(number)])
            pattern = np.uint64(pattern_of(params, circle))
            for seat in range(seats):
                out[seat] += float(params.value[golden, pattern, seat])
    points = _with_partner(params, out[0], out[1], out[2 % seats], out[3 % seats])
    last = _with_partner(
        params,
        _odds_of_last_pawn(params, s, 0),
        _odds_of_last_pawn(params, s, 1),
        _odds_of_last_pawn(params, s, 2 % seats),
        _odds_of_last_pawn(params, s, 3 % seats),
    )
    spread = (4.0 + 3.0 * still_open) * THOUSAND * THOUSAND
    for seat in range(seats):
        total = 0.0
        opponents = 0
        for other in range(seats):
            if int(params.side[other]) != int(params.side[seat]):
                lead = points[seat] - points[other]
                decided = max(1.0, last[seat] + last[other])
                mine, theirs = last[seat] / decided, last[other] / decided
                total += (1.0 - mine - theirs) * lead / math.sqrt(lead * lead + spread)
                total += mine - theirs
                opponents += 1
        out[seat] = total / opponents


@inline
def _with_partner(
    params: StructRef, first: float, second: float, third: float, fourth: float
) -> tuple[float, float, float, float]:
    if int(params.teams):
        return first + third, second + fourth, first + third, second + fourth
    return first, second, third, fourth


@inline
def _odds_of_last_pawn(params: StructRef, s: StructRef, seat: int) -> float:
    """Return the probability of placing the last pawn, fitted to bot games."""
    left = pawns_of(int(s.pawns), seat)
    if left > _IN_REACH:
        return 0.0
    expected = 0
    for number in range(int(params.circles)):
        circle = int(s.circle[np.uint64(number)])
        if circle < SCORED:
            expected += int(params.placed[np.uint64(pattern_of(params, circle)), seat])
    placed = expected / THOUSAND
    spread = math.sqrt(placed + 0.5)
    return _smooth((placed - left + spread) / (1.8 * spread))


@inline
def _smooth(x: float) -> float:
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    return x * x * (3.0 - 2.0 * x)
