"""Template: expectiminimax with alpha-beta pruning, for one seat against all others.

The seat and its partners maximize the seat's return; all others minimize it together, which is what
the seat is sure of (the paranoid assumption, Sturtevant & Korf 2000), and exact with two sides.
Chance nodes are cut by Star1 (Ballard 1983). The move that cut a level last is tried first (the
killer heuristic, Akl & Newborn 1977).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, compiled_keep_gil, inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.simulation import write_returns

_LOW = -1.0
_HIGH = 1.0

LEVEL = struct_dtype(
    [
        ("kind", "i1"),  # MAX, MIN or OF_CHANCE
        ("count", "i4"),  # moves or outcomes
        ("at", "i4"),  # the one looked at
        ("killer", "i4"),  # the move that cut this level last
        ("alpha", "f8"),
        ("beta", "f8"),
        ("best", "f8"),  # of the moves looked at; at chance nodes the sum by weight
        ("left", "i8"),  # weight of the outcomes not looked at
        ("total", "i8"),
    ]
)
MAX = 0
MIN = 1
OF_CHANCE = 2


@inline
def _put_first(moves: NDArray[np.int32], count: int, wanted: int) -> None:
    for i in range(1, count):
        if moves[i] == wanted:
            moves[i] = moves[0]
            moves[0] = wanted


@inline
def _expand(
    params: StructRef,
    s: StructRef,
    actor: int,
    team: int,
    one_outcome: bool,
    level: StructRef,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> None:
    """List the moves or outcomes of ``s``."""
    level.at = 0
    if actor >= 0:
        level.count = rules.legal(params, s, actions)
        _put_first(actions, int(level.count), int(level.killer))
        level.kind = MAX if rules.team(params, actor) == team else MIN
        level.best = _LOW - 1.0 if level.kind == MAX else _HIGH + 1.0
        return
    count = rules.chance(params, s, actions, weights)
    possible = 0
    total = 0
    for i in range(count):
        if weights[i] > 0:
            actions[possible] = actions[i]
            weights[possible] = weights[i]
            total += int(weights[i])
            possible += 1
            if one_outcome and actor == rules.EXTERNAL:
                break
    level.kind = OF_CHANCE
    level.count = possible
    level.best = 0.0
    level.left = total
    level.total = total


@inline
def _take(
    level: StructRef, actions: NDArray[np.int32], weights: NDArray[np.int64], found: float
) -> bool:
    """Take the value of the child looked at; return whether ``level.best`` is the level's value."""
    done = int(level.at)
    level.at = done + 1
    if level.kind == OF_CHANCE:
        level.best += weights[done] * found
        level.left -= weights[done]
        lower = (level.best + _LOW * level.left) / level.total
        upper = (level.best + _HIGH * level.left) / level.total
        if upper <= level.alpha or level.at == level.count:
            level.best = upper
            return True
        if lower >= level.beta:
            level.best = lower
            return True
        return False
    if level.kind == MAX:
        level.best = max(level.best, found)
        level.alpha = max(level.alpha, found)
    else:
        level.best = min(level.best, found)
        level.beta = min(level.beta, found)
    if level.alpha >= level.beta:
        level.killer = actions[done]
        return True
    return bool(level.at == level.count)


@inline
def _set_window(level: StructRef, weights: NDArray[np.int64], child: StructRef) -> None:
    """Set the values of the child looked at that matter."""
    if level.kind != OF_CHANCE:
        child.alpha = level.alpha
        child.beta = level.beta
        return
    weight = int(weights[int(level.at)])
    others = level.left - weight
    child.alpha = max(_LOW, (level.alpha * level.total - level.best - _HIGH * others) / weight)
    child.beta = min(_HIGH, (level.beta * level.total - level.best - _LOW * others) / weight)


@compiled
def value(
    params_array: StructArray,
    states: StructArray,
    levels: StructArray,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
    seat: int,
    one_outcome: bool,
    low: float,
    high: float,
    limit: int,
    nodes: NDArray[np.int64],
) -> float:
    """Return the value of ``states[0]`` for ``seat``, exact if between ``low`` and ``high``.

    A value at most ``low`` is an upper bound, one at least ``high`` a lower bound. ``states``,
    ``levels``, ``actions`` and ``weights`` are work space of one length, the greatest depth plus one.
    Rows of ``actions`` hold the moves or outcomes of a state, rows of ``weights`` its outcomes. With
    ``one_outcome`` a referee always answers with its first possible outcome. ``nodes[0]`` becomes the
    number of states visited, or -1 if ``limit`` or the depth were not enough: the value then means
    nothing.
    """
    params = params_array[0]
    depth = len(states)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    returns = np.zeros(rules.MAX_SEATS, np.float64)
    team = rules.team(params, seat)
    for i in range(depth):
        levels[i].killer = -1
    levels[0].alpha = low
    levels[0].beta = high
    at = 0
    visited = 0
    while True:
        visited += 1
        actor = rules.current(params, states[at])
        if actor == rules.TERMINAL:
            write_returns(params, states[at], ranks, returns)
            found = returns[seat]
            at -= 1
            while at >= 0 and _take(levels[at], actions[at], weights[at], found):
                found = levels[at].best
                at -= 1
            if at < 0:
                nodes[0] = visited
                return float(found)
        elif visited >= limit or at == depth - 1:
            nodes[0] = -1
            return 0.0
        else:
            _expand(
                params, states[at], actor, team, one_outcome, levels[at], actions[at], weights[at]
            )
        states[at + 1] = states[at]
        _set_window(levels[at], weights[at], levels[at + 1])
        rules.apply(params, states[at + 1], int(actions[at, levels[at].at]))
        at += 1


@compiled_keep_gil
def bound(values: NDArray[np.float64], margin: float) -> float:
    """Return the value below which it does not matter how bad a move is.

    ``values`` are those of the moves before it that are exact. Those within ``margin`` of the best move
    are to be exact, and that of the next one.
    """
    best = _LOW
    for value_of_move in values:
        best = max(best, value_of_move)
    low = _LOW
    for value_of_move in values:
        if value_of_move < best - margin:
            low = max(low, value_of_move)
    return low
