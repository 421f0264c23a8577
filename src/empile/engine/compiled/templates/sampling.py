"""Template: sampling of chance outcomes and moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.compiled.templates import rules
from empile.engine.maths import exp
from empile.engine.random import Stream, below, next_bits, pick

_HALF = np.uint64(32)


@inline
def softmax(n: int, out: NDArray[np.float64]) -> None:
    """Replace the first ``n`` logits, at least one, by their probabilities."""
    greatest = out[0]
    for i in range(1, n):
        greatest = max(greatest, out[i])
    total = 0.0
    for i in range(n):
        out[i] = exp(out[i] - greatest)
        total += out[i]
    for i in range(n):
        out[i] /= total


@inline
def draw_by_weight(
    params: StructRef,
    s: StructRef,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    count = rules.chance(params, s, actions, weights)
    return int(actions[np.int64(pick(stream, weights, count))])


@inline
def random_move_of_list(
    params: StructRef, s: StructRef, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    count = rules.legal(params, s, scratch)
    return int(scratch[np.int64(below(stream, count))])


@inline
def simulated_move_of_list(
    params: StructRef, s: StructRef, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    count = rules.legal(params, s, scratch)
    return rules.simulation_move(params, s, scratch, count, int(next_bits(stream) >> _HALF))


draw = getattr(rules, "draw", draw_by_weight)
random_move = getattr(rules, "random_move", random_move_of_list)
simulated_move = getattr(rules, "simulated_move", simulated_move_of_list)
"""The game's faster versions, if it defines them: see ``.rules``."""
