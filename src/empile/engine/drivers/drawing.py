"""Driver: one outcome of chance, one random move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.engine.random import Stream, below, next_bits, pick

_HALF = np.uint64(32)


@inner
def draw_by_weight(
    box: Record,
    s: Record,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Return an outcome of a chance node, each as likely as its weight.

    ``actions`` and ``weights`` are scratch space for ``MAX_OUTCOMES`` of them.
    """
    count = rules.chance(box, s, actions, weights)
    return int(actions[np.int64(pick(stream, weights, count))])


@inner
def random_move_of_list(box: Record, s: Record, stream: Stream, scratch: NDArray[np.int32]) -> int:
    """Return a legal move of the seat to act, each as likely.

    ``scratch`` has room for ``MAX_LEGAL`` of them.
    """
    count = rules.legal(box, s, scratch)
    return int(scratch[np.int64(below(stream, count))])


@inner
def simulated_move_of_list(
    box: Record, s: Record, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    """Return the legal move that the rules choose for a simulated game; else as a random move."""
    count = rules.legal(box, s, scratch)
    return rules.simulation_move(box, s, scratch, count, int(next_bits(stream) >> _HALF))


draw = getattr(rules, "draw", draw_by_weight)
random_move = getattr(rules, "random_move", random_move_of_list)
simulated_move = getattr(rules, "simulated_move", simulated_move_of_list)
"""A game's own way to the same outcome or move, where it has one: see the contract of the rules."""
