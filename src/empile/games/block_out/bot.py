"""How strong the bots of Block Out! are at cards, and which hand goes with each level.

Cards were measured with the odds as referee; a score is the share of the pairs in which the first named
ranked better. Against moves made at random, with 2, 4 and 6 seats (0.010 to 0.020 is the standard error):

- the moves that simulated games prefer, made without a search: .52, .55, .55;
- 30, 90 and 400 simulations with an exploration of 1: .59, .60, .62 of two; .54, .56, .59 of four;
  400 of six .55. With one of 0.5 400 simulations reached .65 of two, .55 of four, .56 of six; with
  one of 2 .58 of four;
- 1,600 simulations .64 of two (exploration 0.5), 2,000 .59 of four (0.5): more thought brings hardly
  more, nor do a horizon or widening.

That much of the cards is skill and the rest is luck: no level wins three games in four by them. So the five
lie between moves made at random and the most that a search reaches, as evenly as can be. Simulations
alone would not do: few of them bring much with two seats and little with six, moves without a search the
other way round. The levels between therefore mix both; but with five seats and more a move made without a
search is worth as much as all that thought adds to it, so there the casual player thinks a little about
every move and never moves without.

Where towers really fall hands count for more than cards: of two masters one with a craftsman's hand won .70
of 200 games (0.03) against one with a child's. So the better a level, the steadier its hand. The second
hand misses by 6.5 mm: with 6 mm the casual player won .63 against the beginner and lost only .54 to the
regular one, of two and of four alike. What neighbours score against each other with the odds and by hand
stands in ``benchmarks/results``.
"""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.bots import BotProfile
from empile.engine.level import Level

_TWO = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 10, hasty=0.5, exploration=1.0),
    Level(3, "level.regular", 40, hasty=0.2, exploration=0.7),
    Level(4, "level.expert", 150, exploration=0.5),
    Level(5, "level.master", 1_500, exploration=0.5),
)
_MORE = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 10, hasty=0.7, exploration=1.0),
    Level(3, "level.regular", 60, hasty=0.2, exploration=1.0),
    Level(4, "level.expert", 200, exploration=1.0),
    Level(5, "level.master", 2_000, exploration=1.0),
)


def _crowd(casual: int, expert: int) -> tuple[Level, ...]:
    """Return the levels of five seats or six, where moves without a search are already far from random."""
    return (
        Level(1, "level.beginner", 1),
        Level(2, "level.casual", casual, exploration=1.0),
        Level(3, "level.regular", 20, hasty=0.5, exploration=1.0),
        Level(4, "level.expert", expert, exploration=1.0),
        Level(5, "level.master", 2_000, exploration=1.0),
    )


def levels(seats: int) -> tuple[Level, ...]:
    """Return the five levels for a number of seats, the weakest first."""
    if seats == 2:
        return _TWO
    if seats < 5:
        return _MORE
    return _crowd(5, 100) if seats == 5 else _crowd(9, 160)


class BlockOutBots(BotProfile):
    """Five levels for each number of seats; the hand that goes with each is the referee's."""

    @property
    def levels(self) -> Sequence[Level]:
        return levels(self.game.num_players)
