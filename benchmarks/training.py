"""Shared code of the training programs: Adam and the split of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_RATE = 0.01
_FADING = (0.9, 0.999)
"""Decay rates of the moving averages of the gradient and its square."""
_KEPT_BACK = 8
_DECIMALS = 4


class Adam:
    """Adam (Kingma and Ba 2014) for ``steps`` steps, with cosine decay of the rate."""

    def __init__(self, parts: Sequence[Floats], steps: int) -> None:
        self._parts, self._steps, self._step = parts, steps, 0
        self._mean = [np.zeros_like(part) for part in parts]
        self._square = [np.zeros_like(part) for part in parts]

    def descend(self, slopes: Iterable[Floats]) -> None:
        """Update the parameters in place."""
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
    """Return the mask of held-out games: one in eight."""
    return np.equal(games % _KEPT_BACK, _KEPT_BACK - 1)


def rounded(part: Floats) -> list[Any]:
    """Return rounded numbers, without negative zeros."""
    return (np.round(part, _DECIMALS) + 0.0).tolist()  # type: ignore[no-any-return]
