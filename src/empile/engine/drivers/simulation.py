"""Template: rollouts and determinization."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.drivers.drawing import draw, simulated_move
from empile.engine.jit import inner, quick_entry
from empile.engine.layout import Record, RecordArray, record_dtype
from empile.engine.random import Stream

MAX_DEPTH = 1024
"""Maximum length of a path in the tree."""

HISTORY = record_dtype([("value", "f8"), ("count", "f8")])
"""AMAF statistics of a move: sum of its seat's returns, number of occurrences."""

ENDS = record_dtype([("games", "i8"), ("points", "f8", (rules.MAX_SEATS,))])
"""Final points of the completed simulations of a root move: their number, sums by seat."""


@inner
def write_returns(
    box: Record, s: Record, ranks: NDArray[np.int32], out: NDArray[np.float64]
) -> None:
    """Write each seat's return at the end of a game: see :mod:`empile.engine.game`."""
    rules.ranks(box, s, ranks)
    seats = int(box.seats)
    for mine in range(seats):
        opponents = 0
        sum_of_signs = 0
        for other in range(seats):
            if rules.team(box, other) != rules.team(box, mine):
                opponents += 1
                if ranks[other] > ranks[mine]:
                    sum_of_signs += 1
                elif ranks[other] < ranks[mine]:
                    sum_of_signs -= 1
        out[mine] = sum_of_signs / opponents if opponents else 0.0


@inner
def play_out(
    box: Record,
    s: Record,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
    trail: NDArray[np.int32],
    length: int,
    horizon: int,
    ranks: NDArray[np.int32],
    returns: NDArray[np.float64],
) -> int:
    """Roll out ``s`` and write each seat's return, exact or (at depth ``horizon``) estimated.

    Appends the moves to ``trail``; returns its new length.
    """
    seat = rules.current(box, s)
    left = horizon
    while seat != rules.TERMINAL:
        if seat >= 0:
            if horizon != 0 and left <= 0:
                rules.estimate(box, s, returns)
                return length
            left -= 1
            action = simulated_move(box, s, stream, actions)
            if length < MAX_DEPTH:
                trail[length] = seat * rules.ACTIONS + action
                length += 1
        else:
            action = draw(box, s, stream, actions, weights)
        rules.apply(box, s, action)
        seat = rules.current(box, s)
    write_returns(box, s, ranks, returns)
    return length


@inner
def remember(
    history: RecordArray, trail: NDArray[np.int32], length: int, returns: NDArray[np.float64]
) -> None:
    """Update the AMAF statistics with the moves and returns of a simulation."""
    for k in range(length):
        past = history[int(trail[k])]
        past.value += returns[int(trail[k]) // rules.ACTIONS]
        past.count += 1.0


@inner
def note_end(
    box: Record, s: Record, ends: RecordArray, first: int, scores: NDArray[np.int32]
) -> None:
    """Add the points in ``s`` to the totals of the root move ``first``, unless the rollout was cut."""
    if rules.current(box, s) != rules.TERMINAL:
        return
    rules.scores(box, s, scores)
    end = ends[first]
    end.games += 1
    for seat in range(int(box.seats)):
        end.points[seat] += scores[seat]


@quick_entry
def hasty_move(
    boxes: RecordArray, states: RecordArray, moves: NDArray[np.int32], count: int, bits: int
) -> int:
    """Return a move of the rollout policy in ``states[0]``, with 32 random ``bits``."""
    return rules.simulation_move(boxes[0], states[0], moves, count, bits)


@quick_entry
def resample(boxes: RecordArray, states: RecordArray, i: int, seat: int, stream: Stream) -> None:
    """Redraw everything in state ``i`` that is hidden from ``seat``."""
    rules.resample(boxes[0], states[i], seat, stream)


@quick_entry
def observed_action(boxes: RecordArray, states: RecordArray, i: int, seat: int, action: int) -> int:
    """Return what ``seat`` sees of ``action`` happening in element ``i`` of ``states``."""
    return rules.observed_action(boxes[0], states[i], seat, action)


@quick_entry
def estimate(boxes: RecordArray, states: RecordArray, i: int, out: NDArray[np.float64]) -> None:
    """Write each seat's expected return into ``out`` (length ``MAX_SEATS``)."""
    rules.estimate(boxes[0], states[i], out)
