"""Template: batches of games.

``inline`` functions, also called by ``.cuda``, handle one game, ``compiled`` functions all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.prefetch import prefetch
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.playout import play_out
from empile.engine.compiled.templates.sampling import draw, random_move
from empile.engine.compiled.templates.simulation import write_returns
from empile.engine.random import Stream, below, split_bits

STREAMS = 2
CHANCE, CHOICE = 0, 1
"""Indices of the streams for chance and for random choices."""

STATE = rules.STATE


# -- One game ----------------------------------------------------------------------------------------


@inline
def settle(
    params: StructRef,
    s: StructRef,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Resolve chance and ``EXTERNAL`` nodes; return ``current``."""
    actor = rules.current(params, s)
    while actor < 0 and actor != rules.TERMINAL:
        rules.apply(params, s, draw(params, s, stream, actions, weights))
        actor = rules.current(params, s)
    return actor


@inline
def list_moves(params: StructRef, s: StructRef, actor: int, out: NDArray[np.int32]) -> int:
    """Write the legal moves of ``actor``; return their number, 0 if the game is over."""
    return rules.legal(params, s, out) if actor >= 0 else 0


@inline
def seed_game(seed: Stream, streams: NDArray[np.uint64], i: int) -> None:
    for which in range(STREAMS):
        streams[i, which] = split_bits(seed, i * STREAMS + which)


@inline
def open_game(
    params_array: StructArray,
    start: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    i: int,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> None:
    states[i] = start[0]
    settle_game(params_array, states, streams, current, i, actions, weights)


@inline
def settle_game(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    i: int,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> None:
    stream = streams[i, CHANCE : CHANCE + 1]
    current[i] = settle(params_array[0], states[i], stream, actions, weights)


@inline
def list_game(
    params_array: StructArray,
    states: StructArray,
    current: NDArray[np.int32],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
    i: int,
) -> None:
    counts[i] = list_moves(params_array[0], states[i], int(current[i]), legal[i])


@inline
def is_listed(legal: NDArray[np.int32], counts: NDArray[np.int32], i: int, action: int) -> bool:
    k = 0
    while k < int(counts[i]) and int(legal[i, k]) != action:
        k += 1
    return k < int(counts[i])


@inline
def step_game(
    params_array: StructArray,
    start: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    i: int,
    action: int,
    restarts: bool,
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
    ranks: NDArray[np.int32],
) -> None:
    """Apply a legal move to game ``i`` and resolve chance.

    If it ended: ``restarts`` it, else it stays as it is.
    """
    params, s = params_array[0], states[i]
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0.0
    if current[i] == rules.TERMINAL:
        done[i] = True
        return
    rules.apply(params, s, action)
    ended = False
    # A loop, so that chance and the moves are compiled once: rules are inlined, and on a GPU games that
    # end would otherwise diverge from those that continue.
    while True:
        actor = settle(params, s, streams[i, CHANCE : CHANCE + 1], actions, weights)
        if ended or actor != rules.TERMINAL:
            break
        ended = True
        write_returns(params, s, ranks, rewards[i])
        if not restarts:
            break
        states[i] = start[0]
    done[i] = ended
    current[i] = actor


@inline
def rest_game(
    current: NDArray[np.int32], i: int, rewards: NDArray[np.float32], done: NDArray[np.bool_]
) -> None:
    """Write the result of a step in which game ``i`` does not move."""
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0.0
    done[i] = current[i] == rules.TERMINAL


@inline
def choose_move(
    streams: NDArray[np.uint64], counts: NDArray[np.int32], legal: NDArray[np.int32], i: int
) -> int:
    """Return a random legal move of game ``i``, or -1."""
    if counts[i] == 0:
        return -1
    stream = streams[i, CHOICE : CHOICE + 1]
    return int(legal[i, np.int64(below(stream, int(counts[i])))])


@inline
def choose_unlisted(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    i: int,
    scratch: NDArray[np.int32],
) -> int:
    """Return the same move as ``choose_move``, faster if the game has its own ``random_move``."""
    if current[i] < 0:
        return -1
    return random_move(params_array[0], states[i], streams[i, CHOICE : CHOICE + 1], scratch)


@inline
def roll_out_game(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    i: int,
    work: StructArray,
    returns: NDArray[np.float32],
    made: NDArray[np.int32],
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
    ranks: NDArray[np.int32],
) -> None:
    work[0] = states[i]
    made[i] = play_out(params_array[0], work[0], streams[i, CHOICE : CHOICE + 1], actions, weights)
    write_returns(params_array[0], work[0], ranks, returns[i])


@inline
def mark_moves(
    mask: NDArray[np.bool_],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
    i: int,
    value: bool,
) -> None:
    for k in range(int(counts[i])):
        mask[i, int(legal[i, k])] = value


# -- All games ---------------------------------------------------------------------------------------


@compiled
def seed_all(seed: Stream, streams: NDArray[np.uint64]) -> None:
    for i in range(len(streams)):
        seed_game(seed, streams, i)


@compiled
def open_all(
    params_array: StructArray,
    start: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    which: NDArray[np.bool_],
) -> None:
    """Start the games of the mask ``which``."""
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    for i in range(len(states)):
        if which[i]:
            open_game(params_array, start, states, streams, current, i, actions, weights)


@compiled
def settle_all(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
) -> None:
    """Resolve chance in games whose states were replaced."""
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    for i in range(len(states)):
        settle_game(params_array, states, streams, current, i, actions, weights)


@compiled
def list_all(
    params_array: StructArray,
    states: StructArray,
    current: NDArray[np.int32],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
) -> None:
    for i in range(len(states)):
        prefetch(states, i)
        list_game(params_array, states, current, counts, legal, i)


@compiled
def refuse(
    current: NDArray[np.int32],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
    which: NDArray[np.bool_],
    moves: NDArray[np.int64],
    refused: NDArray[np.bool_],
) -> int:
    """Write which of ``moves``, one for each game, are not legal; return how many.

    The moves of games that are over, and of games not in the mask ``which``, do not matter.
    """
    found = 0
    for i in range(len(moves)):
        plays = which[i] and current[i] >= 0
        refused[i] = plays and not is_listed(legal, counts, i, int(moves[i]))
        found += int(refused[i])
    return found


@compiled
def step_all(
    params_array: StructArray,
    start: StructArray,
    restarts: bool,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    which: NDArray[np.bool_],
    moves: NDArray[np.int64],
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
) -> None:
    """Apply a move to every game of the mask ``which``, unchecked."""
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    for i in range(len(states)):
        if not which[i]:
            rest_game(current, i, rewards, done)
            continue
        prefetch(states, i)
        step_game(
            params_array, start, states, streams, current, i, int(moves[i]), restarts, rewards, done,
            actions, weights, ranks,
        )  # fmt: skip


@compiled
def choose_all(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    out: NDArray[np.int32],
) -> None:
    """Choose as ``choose_move`` does, without lists."""
    scratch = np.empty(rules.MAX_LEGAL, np.int32)
    for i in range(len(out)):
        prefetch(states, i)
        out[i] = choose_unlisted(params_array, states, streams, current, i, scratch)


@compiled
def step_at_random(
    params_array: StructArray,
    start: StructArray,
    restarts: bool,
    states: StructArray,
    streams: NDArray[np.uint64],
    current: NDArray[np.int32],
    which: NDArray[np.bool_],
    out: NDArray[np.int32],
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
) -> None:
    """Choose and apply a random move in every game of ``which``: each state is read once."""
    scratch = np.empty(rules.MAX_LEGAL, np.int32)
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    for i in range(len(states)):
        if not which[i]:
            out[i] = -1
            rest_game(current, i, rewards, done)
            continue
        prefetch(states, i)
        action = choose_unlisted(params_array, states, streams, current, i, scratch)
        out[i] = action
        step_game(
            params_array, start, states, streams, current, i, action, restarts, rewards, done,
            actions, weights, ranks,
        )  # fmt: skip


@compiled
def roll_out_all(
    params_array: StructArray,
    states: StructArray,
    streams: NDArray[np.uint64],
    returns: NDArray[np.float32],
    made: NDArray[np.int32],
) -> None:
    """Play a copy of every game to its end; write returns and numbers of actions."""
    work = np.empty(1, STATE)
    actions = np.empty(max(rules.MAX_LEGAL, rules.MAX_OUTCOMES), np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    for i in range(len(states)):
        roll_out_game(
            params_array, states, streams, i, work, returns, made, actions, weights, ranks
        )


@compiled
def mark_all(
    value: bool, mask: NDArray[np.bool_], counts: NDArray[np.int32], legal: NDArray[np.int32]
) -> None:
    for i in range(len(mask)):
        mark_moves(mask, counts, legal, i, value)


@compiled
def mask_all(
    index: NDArray[np.int32],
    mask: NDArray[np.bool_],
    counts: NDArray[np.int32],
    legal: NDArray[np.int32],
) -> None:
    """Write the masks of legal moves; ``index`` is the column of each action."""
    for i in range(len(mask)):
        for k in range(mask.shape[1]):
            mask[i, k] = False
        for k in range(int(counts[i])):
            mask[i, int(index[int(legal[i, k])])] = True
