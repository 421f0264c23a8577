"""What a search should know of On Top: which moves make sense, and what a game cut short is worth.

Pawns are a resource: one that stays unplaced costs a point, whoever lays the tile places the pawns
of all, and a last pawn wins. So a move is judged by all circles that it touches, for everybody: what
those that close bring and what the others may become (``expecting.py``). A tie for most that denies
a tower counts by itself: what the circle promised the others is gone.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.games.on_top.closing import lead_gained, pattern_of, pawns_of
from empile.games.on_top.memory import SCORED

THOUSAND = 1000.0
_IN_REACH = 8
"""Who has more pawns left is not thought to place the last one soon."""


@inner
def simulation_move(box: Record, s: Record, moves: NDArray[np.int32], n: int, bits: int) -> int:
    """Choose the move that brings the mover most, as far as its circles tell; any of equal ones."""
    start = (bits * n) >> 32
    best = int(moves[start])
    best_lead = lead_gained(box, s, best)
    for i in range(n - 1):
        k = start + 1 + i
        if k >= n:
            k -= n
        move = int(moves[np.uint64(k)])
        lead = lead_gained(box, s, move)
        if lead > best_lead:
            best_lead = lead
            best = move
    return best


@inner
def estimate(box: Record, s: Record, out: NDArray[np.float64]) -> None:
    """Write how likely each seat is ahead in the end, by points, pawns and open circles.

    A lead counts for more the fewer circles are open, and a last pawn in reach for more than that.
    """
    seats = int(box.seats)
    for seat in range(seats):
        out[seat] = THOUSAND * (int(s.points[seat]) - pawns_of(int(s.pawns), seat))
    still_open = 0
    for number in range(int(box.circles)):
        circle = int(s.circle[np.uint64(number)])
        if circle < SCORED:
            still_open += 1
            golden = int(box.golden[np.uint64(number)])
            pattern = np.uint64(pattern_of(box, circle))
            for seat in range(seats):
                out[seat] += float(box.worth[golden, pattern, seat])
    points = _with_partner(box, out[0], out[1], out[2 % seats], out[3 % seats])
    last = _with_partner(
        box,
        _odds_of_last_pawn(box, s, 0),
        _odds_of_last_pawn(box, s, 1),
        _odds_of_last_pawn(box, s, 2 % seats),
        _odds_of_last_pawn(box, s, 3 % seats),
    )
    spread = (4.0 + 3.0 * still_open) * THOUSAND * THOUSAND
    for seat in range(seats):
        total = 0.0
        opponents = 0
        for other in range(seats):
            if int(box.side[other]) != int(box.side[seat]):
                lead = points[seat] - points[other]
                decided = max(1.0, last[seat] + last[other])
                mine, theirs = last[seat] / decided, last[other] / decided
                total += (1.0 - mine - theirs) * lead / math.sqrt(lead * lead + spread)
                total += mine - theirs
                opponents += 1
        out[seat] = total / opponents


@inner
def _with_partner(
    box: Record, first: float, second: float, third: float, fourth: float
) -> tuple[float, float, float, float]:
    """Return what each seat has; in teams, what it has with its partner."""
    if int(box.teams):
        return first + third, second + fourth, first + third, second + fourth
    return first, second, third, fourth


@inner
def _odds_of_last_pawn(box: Record, s: Record, seat: int) -> float:
    """Return how likely a seat places its last pawn, 0 to 1: as often as bots did in such a case."""
    left = pawns_of(int(s.pawns), seat)
    if left > _IN_REACH:
        return 0.0
    expected = 0
    for number in range(int(box.circles)):
        circle = int(s.circle[np.uint64(number)])
        if circle < SCORED:
            expected += int(box.placed[np.uint64(pattern_of(box, circle)), seat])
    placed = expected / THOUSAND
    spread = math.sqrt(placed + 0.5)
    return _smooth((placed - left + spread) / (1.8 * spread))


@inner
def _smooth(x: float) -> float:
    """Return 0 up to 0, 1 from 1 on, and between them a smooth way from one to the other."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    return x * x * (3.0 - 2.0 * x)
