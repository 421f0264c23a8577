"""Driver: what tree searches share: simulated games below the tree, and hidden things drawn anew."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.drivers.drawing import draw, simulated_move
from empile.engine.jit import inner, quick_entry
from empile.engine.layout import Record, RecordArray, record_dtype
from empile.engine.random import Stream

MAX_DEPTH = 1024
"""A line of a tree is at most so long; simulated games below it are not bounded."""

HISTORY = record_dtype([("value", "f8"), ("count", "f8")])
"""What became of a move wherever a seat made it in a simulation: sum of its returns, how often."""

ENDS = record_dtype([("games", "i8"), ("points", "f8", (rules.MAX_SEATS,))])
"""How the simulated games ended that began with a move and were played out: how many, and the sums
of the points by seat."""


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
    """Play ``s`` to its end by the moves that the game thinks fit for simulations.

    They are written behind the first ``length`` moves of ``trail``; returns the new length. What
    each seat got is written to ``returns``: after ``horizon`` moves, if that is not 0, the rules'
    estimate; if it is -1, at once.
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
    """Add what the moves of a simulated game brought their seats."""
    for k in range(length):
        past = history[int(trail[k])]
        past.value += returns[int(trail[k]) // rules.ACTIONS]
        past.count += 1.0


@inner
def note_end(
    box: Record, s: Record, ends: RecordArray, first: int, scores: NDArray[np.int32]
) -> None:
    """Add the points in ``s`` to the ends of the move ``first``, unless the game was cut short.

    ``scores`` is scratch space for a number a seat.
    """
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
    """Return the move that a simulated game would make in ``states[0]``.

    ``moves`` are its ``count`` legal moves, ``bits`` 32 random bits.
    """
    return rules.simulation_move(boxes[0], states[0], moves, count, bits)


@quick_entry
def resample(boxes: RecordArray, states: RecordArray, i: int, seat: int, stream: Stream) -> None:
    """Draw anew in element ``i`` of ``states`` all that ``seat`` cannot see."""
    rules.resample(boxes[0], states[i], seat, stream)


@quick_entry
def observed_action(boxes: RecordArray, states: RecordArray, i: int, seat: int, action: int) -> int:
    """Return what ``seat`` sees of ``action`` happening in element ``i`` of ``states``."""
    return rules.observed_action(boxes[0], states[i], seat, action)


@quick_entry
def estimate(boxes: RecordArray, states: RecordArray, i: int, out: NDArray[np.float64]) -> None:
    """Write what each seat may expect into ``out`` (length ``MAX_SEATS``)."""
    rules.estimate(boxes[0], states[i], out)
