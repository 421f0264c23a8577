"""Template: sampling of chance outcomes and moves."""

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
    """Return a chance outcome drawn by weight."""
    count = rules.chance(box, s, actions, weights)
    return int(actions[np.int64(pick(stream, weights, count))])


@inner
def random_move_of_list(box: Record, s: Record, stream: Stream, scratch: NDArray[np.int32]) -> int:
    """Return a uniformly random legal move."""
    count = rules.legal(box, s, scratch)
    return int(scratch[np.int64(below(stream, count))])


@inner
def simulated_move_of_list(
    box: Record, s: Record, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    """Return a move of the rollout policy."""
    count = rules.legal(box, s, scratch)
    return rules.simulation_move(box, s, scratch, count, int(next_bits(stream) >> _HALF))


draw = getattr(rules, "draw", draw_by_weight)
random_move = getattr(rules, "random_move", random_move_of_list)
simulated_move = getattr(rules, "simulated_move", simulated_move_of_list)
"""The game's faster versions, if it defines them: see :mod:`.rules`."""
