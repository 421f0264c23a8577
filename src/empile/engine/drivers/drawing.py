"""Driver: one outcome of chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.engine.random import Stream, pick


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


draw = getattr(rules, "draw", draw_by_weight)
"""A game's own way to the same outcome, where it has one: see the contract of the rules."""
