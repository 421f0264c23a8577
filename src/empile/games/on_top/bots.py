"""Bot levels of On Top.

Measured at equal processor time, both sides with the same tiles (more in ``benchmarks/results``):

- Rollouts of two moves against full ones: 0.89 of 200 games with two seats, 0.62 of 112 with four.
- Progressive widening and ``heuristics.py``: +1.2 points a game with two seats, +0.9 with four.
- Both against plain UCT: 0.66 of 200 games with two seats, about 0.5 with three and four.

No clear gain from: ``gain`` as a prior, uniform rollouts, chance weighted by the bag, a value
network. With four seats luck dominates: 20,000 simulations do no better than 2,000.
"""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.level import Level

LEVELS = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 6, rollout_depth=1),
    Level(3, "level.regular", 19, rollout_depth=1),
    Level(4, "level.expert", 52, rollout_depth=1),
    Level(5, "level.master", 4_000, exploration=0.5, rollout_depth=2, progressive_widening=2.0),
)


class OnTopBots(BotProfile):
    """The same five levels under all options."""

    @property
    def levels(self) -> Sequence[Level]:
        return LEVELS
