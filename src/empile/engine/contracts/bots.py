"""The bots of a game: how strong each level is, and how they grade moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from empile.engine.contracts.evaluation import Puct
from empile.engine.contracts.grades import STANDARD_THRESHOLDS, GradeThresholds
from empile.engine.contracts.level import STANDARD_LEVELS, Level
from empile.engine.contracts.network import NetworkShape

if TYPE_CHECKING:
    from empile.engine.game import Game

MANY_ACTIONS = 2_000
"""With more, a layer with an output for each is slow to learn and to compute."""


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

    @property
    def network_shape(self) -> NetworkShape:
        """The network that ``empile train`` uses; by default with a ``rank`` for many moves."""
        has_many = self.game.possible_actions.size > MANY_ACTIONS
        return NetworkShape(rank=32 if has_many and self.game.action_planes is not None else 0)

    @property
    def network_search(self) -> Puct:
        """The search of bots with a network."""
        return Puct()

    @property
    def training_settings(self) -> Mapping[str, Any]:
        """Settings of ``empile train`` other than its defaults, by the names of ``TrainingConfig``."""
        return {}
