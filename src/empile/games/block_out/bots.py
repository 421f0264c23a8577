"""Bot levels of Block Out!; luck dominates, so low levels mix random moves with search.

Scores against random moves with odds as the referee (standard error 0.010 to 0.020): rollout policy
without search .52 to .55; 30, 90, 400 simulations .59, .60, .62 (2 seats) and .54, .56, .59 (4).
With simulated towers hand skill dominates: see ``benchmarks/results``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.grades import GradeThresholds
from empile.engine.contracts.level import Level
from empile.engine.contracts.network import NetworkShape

_TWO = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 10, random_move_probability=0.5, exploration=1.0),
    Level(3, "level.regular", 40, random_move_probability=0.2, exploration=0.7),
    Level(4, "level.expert", 150, exploration=0.5),
    Level(5, "level.master", 1_500, exploration=0.5),
)
_MORE = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 10, random_move_probability=0.7, exploration=1.0),
    Level(3, "level.regular", 60, random_move_probability=0.2, exploration=1.0),
    Level(4, "level.expert", 200, exploration=1.0),
    Level(5, "level.master", 2_000, exploration=1.0),
)


def _crowd(casual: int, expert: int) -> tuple[Level, ...]:
    return (
        Level(1, "level.beginner", 1),
        Level(2, "level.casual", casual, exploration=1.0),
        Level(3, "level.regular", 20, random_move_probability=0.5, exploration=1.0),
        Level(4, "level.expert", expert, exploration=1.0),
        Level(5, "level.master", 2_000, exploration=1.0),
    )


def levels(seats: int) -> tuple[Level, ...]:
    if seats == 2:
        return _TWO
    if seats < 5:
        return _MORE
    return _crowd(5, 100) if seats == 5 else _crowd(9, 160)


_GRADES: Final = {
    2: GradeThresholds(0.03, 0.1, 0.15),
    3: GradeThresholds(0.02, 0.06, 0.11),
    4: GradeThresholds(0.02, 0.04, 0.1),
    5: GradeThresholds(0.02, 0.05, 0.08),
    6: GradeThresholds(0.02, 0.04, 0.08),
}
"""By the number of seats: losses of inaccuracies, mistakes and blunders; see ``benchmarks/results``."""


class BlockOutBots(BotProfile):
    @property
    def levels(self) -> Sequence[Level]:
        return levels(self.game.num_players)

    @property
    def network_shape(self) -> NetworkShape:
        # What counts is the hand: opponents do not see it, so their views do not value it.
        return NetworkShape(width=64, blocks=1, own_view=True)

    @property
    def training_settings(self) -> Mapping[str, Any]:
        # Each simulation can end in a collapse by chance: values of few of them mean little.
        return {"simulations": 64, "considered": 16, "value_scale": 0.05}

    @property
    def analysis_simulations(self) -> int:
        return 300_000

    @property
    def grade_thresholds(self) -> GradeThresholds:
        return _GRADES[self.game.num_players]
