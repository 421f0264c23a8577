"""How well the bots of Blox play. What was measured of them is in ``benchmarks/results``.

Their search sees what their seat sees. Simulated games are played as ``knowledge.py`` tells and cut
after five moves: random ones would hardly ever end, and longer ones are more noise than news (with
300 simulations a move, 20 moves in place of 10 won 5 of 38 games of two, 5 in place of 10 won 29 of
40; 3 in place of 5 won 18 of 40). Of the hundred moves that a turn offers only those are tried that
``knowledge.py`` proposes, and a few others: a search of 300 simulations that spread them over all
moves lost every game to the beginner, one that widens slowly won 23 of 24.

The first three levels search nothing. The regular player plays what simulated games play, without a
thought: it takes the points that there are, and looks one turn ahead for more. So do the two below, but
for slips: one move in three of the beginner's and one in five of the casual player's is any that the
rules allow. A search of 12 simulations is no stronger than the regular player (0.49 of 14 games of
four), one of 20 is (0.71 of 42). Further up ten times the simulations win three games in four of four,
and more of two or three.
"""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.bots import BotProfile
from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 1, hasty=0.64),
    Level(2, "level.casual", 1, hasty=0.82),
    Level(3, "level.regular", 1, hasty=1.0),
    Level(4, "level.expert", 50, exploration=0.3, horizon=5, widening=1.0),
    Level(5, "level.master", 4_000, exploration=0.3, horizon=5, widening=1.0),
)


class BloxBots(BotProfile):
    """The same five levels under all options."""

    @property
    def levels(self) -> Sequence[Level]:
        return LEVELS
