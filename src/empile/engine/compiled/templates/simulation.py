"""Template: rollouts and determinization."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil, inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.sampling import draw, simulated_move
from empile.engine.random import Stream

MAX_DEPTH = 1024
"""Maximum path length in the tree."""

HISTORY = struct_dtype([("value", "f8"), ("count", "f8")])
"""AMAF statistics of a move: sum of its seat's returns, number of occurrences."""

ENDS = struct_dtype([("games", "i8"), ("points", "f8", (rules.MAX_SEATS,))])
"""Completed simulations of a root move: number, sums of final points by seat."""


@inline
def write_returns(
    params: StructRef, s: StructRef, ranks: NDArray[np.int32], out: NDArray[np.float64]
) -> None:
    rules.ranks(params, s, ranks)
    seats = int(params.seats)
    for mine in range(seats):
        opponents = 0
        sum_of_signs = 0
        for other in range(seats):
            if rules.team(params, other) != rules.team(params, mine):
                opponents += 1
                if ranks[other] > ranks[mine]:
                    sum_of_signs += 1
                elif ranks[other] < ranks[mine]:
                    sum_of_signs -= 1
        if opponents > 0:
            out[mine] = sum_of_signs / opponents
        else:
            out[mine] = 1.0 if ranks[mine] == 1 else -1.0


@inline
def play_out(
    params: StructRef,
    s: StructRef,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
    trail: NDArray[np.int32],
    length: int,
    rollout_depth: int,
    ranks: NDArray[np.int32],
    returns: NDArray[np.float64],
) -> int:
    """Roll out ``s``; write each seat's return, estimated if cut at ``rollout_depth``.

    Appends the moves to ``trail``; returns its new length.
    """
    seat = rules.current(params, s)
    left = rollout_depth
    while seat != rules.TERMINAL:
        if seat >= 0:
            if rollout_depth != 0 and left <= 0:
                rules.estimate(params, s, returns)
                return length
            left -= 1
            action = simulated_move(params, s, stream, actions)
            if length < MAX_DEPTH:
                trail[length] = seat * rules.ACTIONS + action
                length += 1
        else:
            action = draw(params, s, stream, actions, weights)
        rules.apply(params, s, action)
        seat = rules.current(params, s)
    write_returns(params, s, ranks, returns)
    return length


@inline
def update_amaf(
    history: StructArray, trail: NDArray[np.int32], length: int, returns: NDArray[np.float64]
) -> None:
    for k in range(length):
        past = history[int(trail[k])]
        past.value += returns[int(trail[k]) // rules.ACTIONS]
        past.count += 1.0


@inline
def add_final_points(
    params: StructRef, s: StructRef, ends: StructArray, first: int, scores: NDArray[np.int32]
) -> None:
    if rules.current(params, s) != rules.TERMINAL:  # the rollout was cut
        return
    rules.scores(params, s, scores)
    end = ends[first]
    end.games += 1
    for seat in range(int(params.seats)):
        end.points[seat] += scores[seat]


@compiled_keep_gil
def rollout_move(
    params_array: StructArray, states: StructArray, moves: NDArray[np.int32], count: int, bits: int
) -> int:
    """Return a move of the rollout policy in ``states[0]``, with 32 random ``bits``."""
    return rules.simulation_move(params_array[0], states[0], moves, count, bits)


@compiled_keep_gil
def resample(
    params_array: StructArray, states: StructArray, i: int, seat: int, stream: Stream
) -> None:
    rules.resample(params_array[0], states[i], seat, stream)


@compiled_keep_gil
def observed_action(
    params_array: StructArray, states: StructArray, i: int, seat: int, action: int
) -> int:
    return rules.observed_action(params_array[0], states[i], seat, action)


@compiled_keep_gil
def estimate(
    params_array: StructArray, states: StructArray, i: int, out: NDArray[np.float64]
) -> None:
    rules.estimate(params_array[0], states[i], out)
