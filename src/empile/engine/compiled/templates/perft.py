"""Template: perft."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.sampling import draw
from empile.engine.random import Stream, split_bits


@inline
def _settle(
    params: StructRef,
    s: StructRef,
    i: int,
    seeds: Stream,
    drawn: NDArray[np.int64],
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
    stream: Stream,
) -> None:
    while rules.current(params, s) < 0 and rules.current(params, s) != rules.TERMINAL:
        stream[0] = split_bits(seeds, drawn[i])
        drawn[i] += 1
        rules.apply(params, s, draw(params, s, stream, actions, weights))


@compiled
def settle(
    params_array: StructArray, states: StructArray, i: int, seeds: Stream, drawn: NDArray[np.int64]
) -> None:
    """Resolve chance in state ``i``, the ``d``-th action by the ``d``-th split of ``seeds``.

    ``drawn[i]`` counts the chance actions so far.
    """
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    stream = np.empty(1, np.uint64)
    _settle(params_array[0], states[i], i, seeds, drawn, actions, weights, stream)


@compiled
def perft(
    params_array: StructArray,
    states: StructArray,
    depth: int,
    seeds: Stream,
    drawn: NDArray[np.int64],
) -> int:
    """Count the leaves ``depth`` moves below ``states[0]``, whose chance is resolved.

    ``states`` and ``drawn`` have at least ``depth`` elements.
    """
    if depth == 0:
        return 1
    params = params_array[0]
    moves = np.empty((depth, rules.MAX_LEGAL), np.int32)
    counts = np.zeros(depth, np.int64)
    at = np.zeros(depth, np.int64)
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    stream = np.empty(1, np.uint64)
    leaves = 0
    level = 0
    counts[0] = (
        rules.legal(params, states[0], moves[0]) if rules.current(params, states[0]) >= 0 else 0
    )
    while level >= 0:
        if level == depth - 1:
            # Bulk counting: the moves of the last ply are counted, not made.
            leaves += counts[level]
            level -= 1
            continue
        if at[level] == counts[level]:
            level -= 1
            continue
        move = int(moves[level, at[level]])
        at[level] += 1
        states[level + 1] = states[level]
        drawn[level + 1] = drawn[level]
        rules.apply(params, states[level + 1], move)
        below = level + 1
        _settle(params, states[below], below, seeds, drawn, actions, weights, stream)
        level += 1
        at[level] = 0
        counts[level] = 0
        if rules.current(params, states[level]) >= 0:
            counts[level] = rules.legal(params, states[level], moves[level])
    return leaves
