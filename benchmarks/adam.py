"""Adam, by which the small networks of the games are taught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_RATE = 0.01
_FADING = (0.9, 0.999)
"""Of the means of the gradient and of its square."""


class Adam:
    """Takes ``steps`` steps down gradients, at a rate that falls to nothing (half a cosine)."""

    def __init__(self, parts: Sequence[Floats], steps: int) -> None:
        self._parts, self._steps, self._step = parts, steps, 0
        self._mean = [np.zeros_like(part) for part in parts]
        self._square = [np.zeros_like(part) for part in parts]

    def descend(self, slopes: Iterable[Floats]) -> None:
        """Change the parts, in place, by the gradient of each."""
        rate = _RATE * 0.5 * (1.0 + np.cos(np.pi * self._step / self._steps))
        self._step += 1
        fair = [1.0 - fading**self._step for fading in _FADING]
        for part, slope, mean, square in zip(
            self._parts, slopes, self._mean, self._square, strict=True
        ):
            mean += (1.0 - _FADING[0]) * (slope - mean)
            square += (1.0 - _FADING[1]) * (slope * slope - square)
            part -= rate * (mean / fair[0]) / (np.sqrt(square / fair[1]) + 1e-8)
