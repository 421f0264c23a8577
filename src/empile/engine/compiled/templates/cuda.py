"""Template: CUDA kernels for ``.batch``, one thread per game, with grid-stride loops."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.cuda_jit import cuda, kernel
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.batch import (
    choose_move,
    is_listed,
    list_game,
    mark_moves,
    open_game,
    roll_out_game,
    seed_game,
    step_game,
)
from empile.engine.random import Stream

# numba-cuda needs the shapes and dtypes of local arrays as globals of this module.
STATE = rules.STATE
OUTCOMES = rules.MAX_OUTCOMES
ACTIONS = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
SEATS = rules.MAX_SEATS


@kernel
def seed_all(seed: Stream, streams: NDArray[np.uint64]) -> None:
    for i in range(cuda.grid(1), len(streams), cuda.gridsize(1)):
        seed_game(seed, streams, i)


@kernel
def open_all(
    params_array: StructArray,
    start: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
) -> None:
    actions = cuda.local.array(OUTCOMES, np.int32)
    weights = cuda.local.array(OUTCOMES, np.int64)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        open_game(params_array, start, states, streams, current, i, actions, weights)
        list_game(params_array, states, current, counts, legal, i)


@kernel
def refuse(
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
    moves: NDArray[np.int64],
    refused: NDArray[np.bool_],
    found: NDArray[np.int32],
) -> None:
    """Write which of ``moves`` are illegal; add their number to ``found[0]``."""
    for i in range(cuda.grid(1), len(moves), cuda.gridsize(1)):
        refused[i] = not is_listed(legal, counts, i, int(moves[i]))
        if refused[i]:
            cuda.atomic.add(found, 0, 1)


@kernel
def step_all(
    params_array: StructArray,
    start: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
    moves: NDArray[np.int64],
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
) -> None:
    actions = cuda.local.array(OUTCOMES, np.int32)
    weights = cuda.local.array(OUTCOMES, np.int64)
    ranks = cuda.local.array(SEATS, np.int32)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_game(
            params_array, start, states, streams, current, i, int(moves[i]), True, rewards, done,
            actions, weights, ranks,
        )  # fmt: skip
        list_game(params_array, states, current, counts, legal, i)


@kernel
def choose_all(
    streams: NDArray[np.uint64],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    for i in range(cuda.grid(1), len(out), cuda.gridsize(1)):
        out[i] = choose_move(streams, counts, legal, i)


@kernel
def roll_out_all(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    returns: NDArray[np.float32],
    made: NDArray[np.int32],
) -> None:
    work = cuda.local.array(1, STATE)
    actions = cuda.local.array(ACTIONS, np.int32)
    weights = cuda.local.array(OUTCOMES, np.int64)
    ranks = cuda.local.array(SEATS, np.int32)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        roll_out_game(
            params_array, states, streams, i, work, returns, made, actions, weights, ranks
        )


@kernel
def observe_all(
    params_array: StructArray,
    states: StructArray,
    seats: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        rules.observe(params_array[0], states[i], int(seats[i]), out[i])


@kernel
def information_state_all(
    params_array: StructArray,
    states: StructArray,
    seats: NDArray[np.int32],
    out: NDArray[np.float32],
) -> None:
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        rules.information_state(params_array[0], states[i], int(seats[i]), out[i])


@kernel
def mark_all(
    value: bool, mask: NDArray[np.bool_], counts: NDArray[np.int32], legal: NDArray[np.int32]
) -> None:
    for i in range(cuda.grid(1), len(mask), cuda.gridsize(1)):
        mark_moves(mask, counts, legal, i, value)
