"""Template: single steps, the compiled part of ``State``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates import rules
from empile.engine.random import Stream, pick

STATE = rules.STATE


@compiled_keep_gil
def init(params_array: StructArray, states: StructArray, i: int) -> None:
    rules.init(params_array[0], states[i])


@compiled_keep_gil
def current(params_array: StructArray, states: StructArray, i: int) -> int:
    return rules.current(params_array[0], states[i])


@compiled_keep_gil
def legal(params_array: StructArray, states: StructArray, i: int, out: NDArray[np.int32]) -> int:
    return rules.legal(params_array[0], states[i], out)


@compiled_keep_gil
def is_legal(params_array: StructArray, states: StructArray, i: int, action: int) -> bool:
    out = np.empty(rules.MAX_LEGAL, np.int32)
    found = False
    for k in range(rules.legal(params_array[0], states[i], out)):
        if int(out[k]) == action:
            found = True
    return found


@compiled_keep_gil
def apply(params_array: StructArray, states: StructArray, i: int, action: int) -> int:
    """Apply an action; return the player to act."""
    rules.apply(params_array[0], states[i], action)
    return rules.current(params_array[0], states[i])


@compiled_keep_gil
def chance(
    params_array: StructArray,
    states: StructArray,
    i: int,
    out: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    return rules.chance(params_array[0], states[i], out, weights)


@compiled_keep_gil
def chance_actions_left(params_array: StructArray, states: StructArray, i: int) -> int:
    return rules.chance_actions_left(params_array[0], states[i])


@compiled_keep_gil
def draw(
    params_array: StructArray,
    states: StructArray,
    i: int,
    stream: Stream,
    drawn: NDArray[np.int32],
) -> int:
    """Sample and apply a whole chance event; return how many actions it has.

    They are written to ``drawn``, and after them the player to act. If that does not fit, do
    nothing.
    """
    params, s = params_array[0], states[i]
    count = int(rules.chance_actions_left(params, s))
    if count >= len(drawn):
        return count
    out = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    for k in range(count):
        outcomes = int(rules.chance(params, s, out, weights))
        drawn[k] = out[pick(stream, weights, outcomes)]
        rules.apply(params, s, int(drawn[k]))
    drawn[count] = rules.current(params, s)
    return count


@compiled_keep_gil
def order(
    params_array: StructArray, states: StructArray, i: int, actions: NDArray[np.int32]
) -> int:
    """Apply outcomes of chance, always the first that is possible; return how many were.

    ``actions`` are put in this order; those that were not possible are last.
    """
    params, s = params_array[0], states[i]
    out = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    for count in range(len(actions)):
        outcomes = 0
        if int(rules.current(params, s)) in (rules.CHANCE, rules.EXTERNAL):
            outcomes = int(rules.chance(params, s, out, weights))
        at = count
        while at < len(actions) and not _is_in(actions[at], out, outcomes):
            at += 1
        if at == len(actions):
            return count
        action = actions[at]
        for k in range(at, count, -1):
            actions[k] = actions[k - 1]
        actions[count] = action
        rules.apply(params, s, int(action))
    return len(actions)


@inline
def _is_in(action: int, out: NDArray[np.int32], outcomes: int) -> bool:
    is_in = False
    for k in range(outcomes):
        is_in = is_in or out[k] == action
    return is_in


@compiled_keep_gil
def ranks(params_array: StructArray, states: StructArray, i: int, out: NDArray[np.int32]) -> None:
    rules.ranks(params_array[0], states[i], out)


@compiled_keep_gil
def scores(params_array: StructArray, states: StructArray, i: int, out: NDArray[np.int32]) -> None:
    rules.scores(params_array[0], states[i], out)


@compiled_keep_gil
def team(params_array: StructArray, seat: int) -> int:
    return rules.team(params_array[0], seat)


@inline
def gain_of_scores(params: StructRef, s: StructRef, action: int) -> int:
    work = np.empty(1, STATE)
    work[0] = s
    seat = rules.current(params, s)
    points = np.zeros(rules.MAX_SEATS, np.int32)
    rules.scores(params, s, points)
    before = points[seat]
    rules.apply(params, work[0], action)
    rules.scores(params, work[0], points)
    return int(points[seat] - before)


_gain = getattr(rules, "gain", gain_of_scores)
"""The game's, if it defines one."""


@compiled_keep_gil
def gain(params_array: StructArray, states: StructArray, i: int, action: int) -> int:
    return _gain(params_array[0], states[i], action)


@compiled_keep_gil
def reason(params_array: StructArray, states: StructArray, i: int) -> int:
    return rules.reason(params_array[0], states[i])
