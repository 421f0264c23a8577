"""Driver: what the rules foresee of moves before any of them is searched."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.jit import inner, quick_entry
from empile.engine.layout import Record, RecordArray


@inner
def no_prior(
    box: Record, s: Record, moves: NDArray[np.int32], n: int, out: NDArray[np.float64]
) -> None:
    """Prefer no move."""
    for i in range(n):
        out[i] = 0.0


_prior = getattr(rules, "prior", no_prior)
"""The game's own, where it has one: see the contract of the rules."""


@inner
def prior_shares(
    box: Record, s: Record, moves: NDArray[np.int32], n: int, out: NDArray[np.float64]
) -> None:
    """Write the share of visits that is foreseen for each of the ``n`` legal ``moves``.

    It is the softmax of the rules' ``prior``, alike where they have none.
    """
    _prior(box, s, moves, n, out)
    greatest = out[0]
    for i in range(1, n):
        greatest = max(greatest, out[i])
    total = 0.0
    for i in range(n):
        out[i] = math.exp(out[i] - greatest)
        total += out[i]
    for i in range(n):
        out[i] /= total


@quick_entry
def foreseen(
    boxes: RecordArray,
    states: RecordArray,
    moves: NDArray[np.int32],
    count: int,
    out: NDArray[np.float64],
) -> None:
    """Write those shares for the ``count`` legal ``moves`` of ``states[0]``."""
    prior_shares(boxes[0], states[0], moves, count, out)
