"""Bot levels of On Top.

Measured at equal processor time, both sides with the same tiles (more in ``benchmarks/results``):

- Playouts of two moves against playouts to the end: 0.89 of 200 two-seat games, 0.62 of 112 with four seats (1.5 ms a move).
- Progressive widening and the policy of ``heuristics.py``: +1.2 points a game with two seats at 3 ms (error 0.4), +0.9 with four (0.5).
- All of it against plain UCT at 9 ms: two seats 0.66 of 200, three 0.56 and 0.54 of 204, four 0.49 and 0.51 of 210.

No clear gain from: ``gain`` as a prior, uniform playout moves, playouts to the end, chance draws
weighted by the bag, or a value network (temporal-difference learning: 0.51 of 420 games with three
seats, 0.50 of 300 with two). With four seats luck dominates: 20,000 simulations do no better than
2,000, so the lower levels try few moves and one reply.
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
