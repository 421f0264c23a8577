"""Template: noise at the roots of trees (see ``.search``)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.maths import log, power
from empile.engine.random import Stream, next_bits


@inline
def uniform(stream: Stream) -> float:
    """Return a random number above 0 and below 1."""
    return (float(np.int64(next_bits(stream) >> np.uint64(12))) + 0.5) * 2.0**-52


@inline
def _normal(stream: Stream) -> float:
    """Return a normal variate (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * log(uniform(stream)))
    return radius * math.cos(2.0 * math.pi * uniform(stream))


@inline
def _gamma(stream: Stream, shape: float) -> float:
    """Return a gamma variate (Marsaglia and Tsang 2000)."""
    factor = 1.0
    if shape < 1.0:
        factor = power(uniform(stream), 1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = _normal(stream)
        v = 1.0 + c * x
        v = v * v * v
        u = uniform(stream)
        if v > 0.0 and log(u) < 0.5 * x * x + d - d * v + d * log(v):
            return d * v * factor


@inline
def add_noise(
    node: StructRef,
    settings: StructRef,
    priors: NDArray[np.float32],
    stats: StructArray,
    scratch: NDArray[np.float64],
    stream: Stream,
) -> None:
    """Mix Dirichlet noise into the priors of a root (Silver et al. 2017)."""
    count = int(node.count)
    alpha = settings.alpha
    if alpha == 0.0:
        alpha = 10.0 / count
    total = 0.0
    for i in range(count):
        scratch[i] = _gamma(stream, alpha)
        total += scratch[i]
    if not total > 0.0:  # all underflowed
        return
    share = settings.noise
    for i in range(count):
        at = int(node.first) + i
        priors[at] = (1.0 - share) * float(priors[at]) + share * scratch[i] / total
        if i < int(node.tried):
            stats[int(node.stats) + i].prior = priors[at]
    node.ready = 0
