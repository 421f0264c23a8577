"""Bot levels of Blox; levels 1 to 3 play the rollout policy without search.

With progressive widening 300 simulations beat the beginner in 23 of 24 games, without it in none.
Rollouts of five moves beat ten (29 of 40 games), twenty and three. See ``benchmarks/results``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.grades import GradeThresholds
from empile.engine.contracts.level import Level

LEVELS = (
    Level(1, "level.beginner", 1, random_move_probability=0.64),
    Level(2, "level.casual", 1, random_move_probability=0.82),
    Level(3, "level.regular", 1, random_move_probability=1.0),
    Level(4, "level.expert", 50, exploration=0.3, rollout_depth=5, progressive_widening=1.0),
    Level(5, "level.master", 4_000, exploration=0.3, rollout_depth=5, progressive_widening=1.0),
)

_GRADES: Final = {
    2: GradeThresholds(0.02, 0.06, 0.15),
    3: GradeThresholds(0.03, 0.1, 0.17),
    4: GradeThresholds(0.02, 0.08, 0.17),
}
"""By the number of seats: losses of inaccuracies, mistakes and blunders; see ``benchmarks/results``."""


class BloxBots(BotProfile):
    @property
    def levels(self) -> Sequence[Level]:
        return LEVELS

    @property
    def training_settings(self) -> Mapping[str, Any]:
        # Games are long. A lower option `round_limit` makes those of beginners shorter.
        return {"games": 128, "steps": 32, "simulations": 12, "considered": 6}

    @property
    def analysis_simulations(self) -> int:
        return 500_000

    @property
    def grade_thresholds(self) -> GradeThresholds:
        return _GRADES[self.game.num_players]
