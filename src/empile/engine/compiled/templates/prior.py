"""Template: the policy prior of moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.sampling import softmax


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
    softmax(n, out)


@compiled_keep_gil
def prior(
    params_array: StructArray,
    states: StructArray,
    moves: NDArray[np.int32],
    count: int,
    out: NDArray[np.float64],
) -> None:
    prior_shares(params_array[0], states[0], moves, count, out)
