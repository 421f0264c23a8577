"""Grades of moves: how much expected return a move may cost.

What decides also runs in pages: compiled functions, which are plain Python here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, interpreted
from empile.engine.maths import power

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
GRADES: Final[tuple[Grade, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder", "forced")
"""From the best to the worst, then moves without a choice."""

_LOSS_PARTS: Final = 10_000
_PERCENT_PARTS: Final = 10


@inline
def _rounded(x: float, parts: int) -> float:
    return math.floor(x * parts + 0.5) / parts


@inline
def grade_number(loss: float, inaccuracy: float, mistake: float, blunder: float) -> int:
    """Return the index in ``GRADES`` of a move with a choice, from its thresholds."""
    if loss <= 0.0:
        return 0
    return 1 + int(loss >= inaccuracy) + int(loss >= mistake) + int(loss >= blunder)


@inline
def accuracy_percent(loss: float, mistake: float) -> float:
    """Return the accuracy of a move in percent, to one digit."""
    return _rounded(100.0 * power(2.0, -max(0.0, loss) / mistake), _PERCENT_PARTS)


@inline
def write_loss(differences: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    """Write the mean of two or more ``differences`` and its standard error, each to four digits."""
    count = len(differences)
    mean = 0.0
    for difference in differences:
        mean += difference
    mean /= count
    spread = 0.0
    for difference in differences:
        spread += (difference - mean) * (difference - mean)
    out[0] = _rounded(mean, _LOSS_PARTS)
    out[1] = _rounded(math.sqrt(spread / (count - 1) / count), _LOSS_PARTS)


_number, _percent, _write = (
    interpreted(grade_number),
    interpreted(accuracy_percent),
    interpreted(write_loss),
)


def loss_and_error(differences: Sequence[float]) -> tuple[float, float]:
    """Return the mean of ``differences`` of an expected return, at least two, and its standard error.

    Example::

        >>> loss_and_error([0.25, 0.3, 0.35])
        (0.3, 0.0289)
    """
    loss = np.zeros(2)
    _write(np.array(differences), loss)
    return float(loss[0]), float(loss[1])


@dataclass(frozen=True)
class GradeThresholds:
    """Smallest losses of expected return (-1 to 1) of the worse grades.

    Example: ``GradeThresholds(inaccuracy=0.06, mistake=0.12, blunder=0.25)``.
    """

    inaccuracy: float
    mistake: float
    blunder: float

    def __post_init__(self) -> None:
        if not 0.0 < self.inaccuracy < self.mistake < self.blunder <= 2.0:
            raise ValueError("thresholds must increase, from above 0 to at most 2")

    def grade(self, loss: float) -> Grade:
        """Return the grade of a move with a choice.

        Example::

            >>> GradeThresholds(0.06, 0.12, 0.25).grade(0.2)
            'mistake'
        """
        return GRADES[_number(loss, self.inaccuracy, self.mistake, self.blunder)]

    def accuracy(self, loss: float) -> float:
        """Return the accuracy of a move in percent: 100 for the best, 50 for a loss of ``mistake``.

        Example::

            >>> GradeThresholds(0.06, 0.12, 0.25).accuracy(0.12)
            50.0
        """
        return float(_percent(loss, self.mistake))


STANDARD_THRESHOLDS: Final = GradeThresholds(inaccuracy=0.08, mistake=0.16, blunder=0.32)
"""The thresholds of a game that sets none of its own."""
