"""Bot levels of Blox.

The search uses progressive widening (without it, 300 simulations lost every game to the beginner;
with it, they won 23 of 24) and the heuristics of ``heuristics.py``. Playouts stop after five moves:
20 moves won 5 of 38 two-seat games against 10, 5 won 29 of 40, 3 won 18 of 40 against 5. Levels 1
to 3 play the playout policy without search; the beginner plays one move in three at random, the
casual player one in five. See ``benchmarks/results``.
"""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.level import Level

LEVELS = (
    Level(1, "level.beginner", 1, random_move_probability=0.64),
    Level(2, "level.casual", 1, random_move_probability=0.82),
    Level(3, "level.regular", 1, random_move_probability=1.0),
    Level(4, "level.expert", 50, exploration=0.3, rollout_depth=5, progressive_widening=1.0),
    Level(5, "level.master", 4_000, exploration=0.3, rollout_depth=5, progressive_widening=1.0),
)


class BloxBots(BotProfile):
    """The same five levels under all options."""

    @property
    def levels(self) -> Sequence[Level]:
        return LEVELS
