"""How strong the bots of Block Out! are at cards; how steady their hands are is another matter.

Measured with the odds as referee; a score is the share of the pairs in which the first named ranked
better. Against moves made at random, with 2, 4 and 6 seats (0.010 to 0.020 is the standard error):

- the moves that simulated games prefer, made without a search: .52, .55, .55;
- 30, 90 and 400 simulations with an exploration of 1: .59, .60, .62 of two; .54, .56, .59 of four;
  400 of six .55. With one of 0.5 400 simulations reached .65 of two, .55 of four, .56 of six; with
  one of 2 .58 of four;
- 1,600 simulations .64 of two (exploration 0.5), 2,000 .59 of four (0.5): more thought brings hardly
  more, nor do a horizon or widening.

That much of the cards is skill and the rest is luck: no level wins three games in four. So the five
lie between moves made at random and the most that a search reaches, as evenly as can be. Simulations
alone would not do: few of them bring much with two seats and little with six, moves without a search the
other way round. The levels between therefore mix both. Such mixes reached against moves made at random,
with 2, 4 and 6 seats, 1,000 games or more each:

- 4 simulations, 40 % hasty .51, .53, .51; 10, 50 % hasty .55, .53, .53;
- 90 simulations, 40 % hasty .57, .56, .54;
- 150 simulations, 20 % hasty .57, .56; 250, 10 % hasty .63, .56;
- 4,000 simulations .63 of 400 games of two, .58 of 196 of four.
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 6, hasty=0.4, exploration=1.0),
    Level(3, "level.regular", 90, hasty=0.4, exploration=1.0),
    Level(4, "level.expert", 200, hasty=0.1, exploration=1.0),
    Level(5, "level.master", 4_000, exploration=1.0),
)
