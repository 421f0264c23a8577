"""Template: the policy prior of moves."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates import rules


@inline
def no_prior(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, out: NDArray[np.float64]
) -> None:
    for i in range(n):
        out[i] = 0.0


_prior = getattr(rules, "prior", no_prior)
"""The game's, if it defines one."""


@inline
def prior_shares(
    params: StructRef, s: StructRef, moves: NDArray[np.int32], n: int, out: NDArray[np.float64]
) -> None:
    """Write the prior probabilities of the ``n`` legal ``moves``, the softmax of the logits."""
    _prior(params, s, moves, n, out)
    greatest = out[0]
    for i in range(1, n):
        greatest = max(greatest, out[i])
    total = 0.0
    for i in range(n):
        out[i] = math.exp(out[i] - greatest)
        total += out[i]
    for i in range(n):
        out[i] /= total


@compiled_keep_gil
def prior(
    params_array: StructArray,
    states: StructArray,
    moves: NDArray[np.int32],
    count: int,
    out: NDArray[np.float64],
) -> None:
    prior_shares(params_array[0], states[0], moves, count, out)
