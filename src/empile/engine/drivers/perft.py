"""Driver: perft, the number of sequences of exactly D moves from a state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.drivers.drawing import draw
from empile.engine.jit import entry
from empile.engine.layout import RecordArray
from empile.engine.random import Stream, split_bits


@entry
def settle(
    boxes: RecordArray, states: RecordArray, i: int, seeds: Stream, drawn: NDArray[np.int64]
) -> None:
    """Let chance act in state ``i`` until a seat is to act or the game is over.

    ``drawn[i]`` tells how many chance actions the line that led to state ``i`` had, and is brought
    up to date. The ``d``-th chance action of a line is decided by the ``d``-th stream split from
    ``seeds``, which is left as it was.
    """
    box = boxes[0]
    s = states[i]
    actions = np.empty(rules.MAX_OUTCOMES, np.int32)
    weights = np.empty(rules.MAX_OUTCOMES, np.int64)
    stream = np.empty(1, np.uint64)
    while rules.current(box, s) < 0 and rules.current(box, s) != rules.TERMINAL:
        stream[0] = split_bits(seeds, drawn[i])
        drawn[i] += 1
        rules.apply(box, s, draw(box, s, stream, actions, weights))


@entry
def perft(
    boxes: RecordArray, states: RecordArray, depth: int, seeds: Stream, drawn: NDArray[np.int64]
) -> int:
    """Count the leaves ``depth`` moves below ``states[0]``, a state that has settled.

    ``states`` and ``drawn`` have at least ``depth`` elements and are overwritten but for the first;
    ``seeds`` and ``drawn`` as in :func:`settle`. A game that ends earlier adds none.
    """
    if depth == 0:
        return 1
    box = boxes[0]
    moves = np.empty((depth, rules.MAX_LEGAL), np.int32)
    counts = np.zeros(depth, np.int64)
    at = np.zeros(depth, np.int64)
    leaves = 0
    level = 0
    counts[0] = rules.legal(box, states[0], moves[0]) if rules.current(box, states[0]) >= 0 else 0
    while level >= 0:
        if level == depth - 1:
            # The moves of the last level need not be made, only counted.
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
        rules.apply(box, states[level + 1], move)
        settle(boxes, states, level + 1, seeds, drawn)
        level += 1
        at[level] = 0
        counts[level] = 0
        if rules.current(box, states[level]) >= 0:
            counts[level] = rules.legal(box, states[level], moves[level])
    return leaves
