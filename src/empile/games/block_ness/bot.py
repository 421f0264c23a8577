"""How well the bots of Block Ness play. What was measured of them is in ``benchmarks/results``.

Everything is public and nothing is drawn, so their search sees no more than a player does. The
simulated games of the lower levels are uniformly random and played to the end: preferring low or
tall, short or long rings, or far feet with free holes around them, made no bot measurably stronger
at 500 simulations a move (300 games of two, 200 of four: each scored within 0.06 of an even half).

The strong levels ask the network of ``judging.py`` what becomes of a position: of two at once where
the tree ends, of more after about a round of random moves, which tells what no trait does. And they
go where the networks of ``foreseeing.py`` point, in place of exploring: that is worth more than
anything else. In ``benchmarks/results/plain-search.md`` they stand beside the textbook's search. At
0.02 s of processor time a move, with the standard error, they scored against it without what is
foreseen, of two 0.58 +- 0.06 (60 games), of three 0.53 +- 0.05 (60); with it, of two 0.75 +- 0.03 (160),
of three 0.74 +- 0.04 (90), of four 0.70 +- 0.03 (98). Of two, half of that weight scored 0.71 +- 0.03, a
tree whose leaves are judged after two moves 0.78 +- 0.03 (160 each).

Free holes round the ends, or how many other ends are near, told the network that judges nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from empile.engine.contracts.bots import BotProfile
from empile.engine.level import AT_ONCE, Level


def levels(seats: int, variant: str) -> tuple[Level, ...]:
    """Return the five levels for a number of seats and a variant, the weakest first."""
    expert = variant == "expert"
    if seats == 2:
        foreseeing = partial(Level, horizon=AT_ONCE, exploration=0.0, prior=2.0)
        return (
            Level(1, "level.beginner", 25, hasty=0.35),
            Level(2, "level.casual", 75),
            Level(3, "level.regular", 500),
            foreseeing(4, "level.expert", 1_500 if expert else 2_000),
            foreseeing(5, "level.master", 30_000),
        )
    foreseeing = partial(Level, horizon=3, exploration=0.0, prior=1.0)
    if seats == 3:
        return (
            Level(1, "level.beginner", 10, hasty=0.95),
            Level(2, "level.casual", 33 if expert else 35, hasty=0.27 if expert else 0.25),
            Level(3, "level.regular", 150 if expert else 100),
            foreseeing(4, "level.expert", 500),
            foreseeing(5, "level.master", 30_000),
        )
    return (
        Level(1, "level.beginner", 10, hasty=0.95),
        Level(2, "level.casual", 35 if expert else 33, hasty=0.25 if expert else 0.27),
        Level(3, "level.regular", 150 if expert else 140),
        foreseeing(4, "level.expert", 750),
        foreseeing(5, "level.master", 100_000),
    )


class BlockNessBots(BotProfile):
    """Five levels for each number of seats and variant."""

    @property
    def levels(self) -> Sequence[Level]:
        return levels(self.game.num_players, self.game.options["variant"])
