"""The bots of a game: how strong each level is, and how they grade moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from empile.engine.contracts.grades import STANDARD_THRESHOLDS, GradeThresholds
from empile.engine.contracts.level import STANDARD_LEVELS, Level

if TYPE_CHECKING:
    from empile.engine.game import Game


class BotProfile:
    """The levels of a game's bots, and the settings of analyses. Policies are in ``templates.rules``.

    Example::

        class CairnBots(BotProfile):
            @property
            def levels(self):
                return TWO if self.game.num_players == 2 else MORE
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def levels(self) -> Sequence[Level]:
        """The levels, weakest first; by default ``STANDARD_LEVELS``."""
        return STANDARD_LEVELS

    @property
    def grade_thresholds(self) -> GradeThresholds:
        """Losses from which a move is an inaccuracy, a mistake or a blunder.

        Fitted by ``benchmarks/analysis_grades.py``; by default ``STANDARD_THRESHOLDS``.
        """
        return STANDARD_THRESHOLDS

    @property
    def analysis_simulations(self) -> int:
        """Simulations of a quick analysis of a whole game; shorter games may take fewer.

        They should take about 12 seconds of one core. By default 60 searches of the last level.
        """
        return 60 * self.levels[-1].simulations
