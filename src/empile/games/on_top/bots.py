"""Bot levels of On Top.

At equal processor time, rollouts of two moves scored 0.89 against full ones with two seats and 0.62
with four; with progressive widening and ``heuristics.py``, 0.66 against plain UCT with two seats
and about 0.5 with more. No gain from ``gain`` as a prior, uniform rollouts, chance weighted by the
bag, or a value network. See ``benchmarks/results``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.grades import GradeThresholds
from empile.engine.contracts.level import Level

LEVELS = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 6, rollout_depth=1),
    Level(3, "level.regular", 19, rollout_depth=1),
    Level(4, "level.expert", 52, rollout_depth=1),
    Level(5, "level.master", 4_000, exploration=0.5, rollout_depth=2, progressive_widening=2.0),
)

_GRADES: Final = {
    2: GradeThresholds(0.2, 0.3, 0.45),
    3: GradeThresholds(0.2, 0.3, 0.45),
    4: GradeThresholds(0.2, 0.3, 0.45),
}
"""By the number of seats: losses of inaccuracies, mistakes and blunders; see ``benchmarks/results``."""


class OnTopBots(BotProfile):
    @property
    def levels(self) -> Sequence[Level]:
        return LEVELS

    @property
    def analysis_simulations(self) -> int:
        return 1_000_000

    @property
    def grade_thresholds(self) -> GradeThresholds:
        return _GRADES[self.game.num_players]
