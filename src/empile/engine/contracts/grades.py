"""Grades of moves: how much expected return a move may cost."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
GRADES: Final[tuple[Grade, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder", "forced")
"""From the best to the worst, then moves without a choice."""


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
        if loss <= 0.0:
            return "best"
        if loss < self.inaccuracy:
            return "good"
        if loss < self.mistake:
            return "inaccuracy"
        return "mistake" if loss < self.blunder else "blunder"

    def accuracy(self, loss: float) -> float:
        """Return the accuracy of a move in percent: 100 for the best, 50 at a mistake's threshold.

        Example::

            >>> GradeThresholds(0.06, 0.12, 0.25).accuracy(0.12)
            50.0
        """
        return 100.0 * math.exp2(-max(0.0, loss) / self.mistake)


STANDARD_THRESHOLDS: Final = GradeThresholds(inaccuracy=0.08, mistake=0.16, blunder=0.32)
"""The thresholds of a game that sets none of its own."""
