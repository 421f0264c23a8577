"""What the programs share that teach small networks of the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_RATE = 0.01
_FADING = (0.9, 0.999)
"""Of the means of the gradient and of its square."""
_KEPT_BACK = 8
_DECIMALS = 4


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


def held_out(games: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which games, by number, are not learnt from: one in eight."""
    return np.equal(games % _KEPT_BACK, _KEPT_BACK - 1)


def rounded(part: Floats) -> list[Any]:
    """Return numbers as they are written, without a negative zero."""
    return (np.round(part, _DECIMALS) + 0.0).tolist()  # type: ignore[no-any-return]
