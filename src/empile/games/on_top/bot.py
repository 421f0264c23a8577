"""How well the bots of On Top play. What was measured of them is in ``benchmarks/results``.

Everything lies open, so their search sees no more than a player does. Each of these was played at
equal processor time, both kinds of players with the same tiles in the same order:

- Simulated games cut after two moves beat games to the end, moves drawn evenly in both: 0.89 of 200
  games of two, 0.62 of 112 of four (1.5 ms a move); cuts after one move or four were no better.
- To widen by the moves that ``knowledge.py`` proposes, and to play these in simulated games, brought
  1.2 points a game of two at 3 ms a move (error 0.4; 100 games); of four, 0.9 (error 0.5; 98). At
  10 ms it is little, if anything: 0.53 of 60 games of two, 0.54 of 56 of four.
- All of it against games to the end, at 10 ms: 0.75 of 40 games of two, 0.56 of 42 of four.

Against the textbook's search, 9 ms for both as the master takes, they score 0.66 of 200 games of
two, 0.56 and 0.54 of 204 of three, 0.49 and 0.51 of 210 of four (0.03, 0.02); the textbook's itself
with ten times the time 0.54 of 204 of three and 0.55 of 210 of four, so there is hardly more to win.
20 ms for both, 0.62 of 380 games of two; given ten times as long, 0.62 of 200 of two.

What moves bring at once, counted as a prior in place of exploring or of widening, changed nothing
for certain: 0.56 to 0.67 in seven matches of 100 or 120 games of two, 0.53 to 0.60 in four of 120
of three, 0.52 in two of four. Nor did other ways to end simulated games, 10 ms for both: two
moves drawn evenly in place of proposed ones 0.53 of 200 games of two against ours, 0.46 of 240 of
three (0.03); games to the end, or the mean of these and of the judgement, 0.49 to 0.52 of 120 of
three and of four against the textbook's, where ours then had 0.56 of three.

Of four, a search of 2,000 to 4,000 simulations beat its own first proposals (no search at all) 0.61
of 308 games with an exploration of 0.15 to 0.5, and 0.56 of 532 with one of 0.7 to 1, whatever its
horizon (1 to 4) and widening (2 or 4).

A learnt judgement was tried in place of ``knowledge.estimate``: 16 neurons (of three seats 32) over the
patterns of all circles, golden or not, as each seat sees them, and over points, pawns and who is
next, taught by more than 300,000 games of a player that looks one move ahead (temporal differences).
It explains a little more of how such games end: 0.31, 0.33 and 0.35 of the variance with two, three
and four seats, ours 0.28, 0.29 and 0.31. Who goes by it alone ranks better than who goes by ours
alone in 0.53 to 0.55 of 8,000 games. In a search that is too little to be seen: 9 ms for both, 0.51
of 420 games of three (0.02) and of 300 of two (0.03); judged at once, without simulated moves, 0.50
of 600 of three and 0.44 of 300 of two. So ours stays. Nor did it help that tiles come up inside the
tree as often as they are in the bag, not at random: 0.50 of 600 games of two, 0.46 of 1,200 of
three, 0.49 of 602 of four.

Draws decide the rest, the more so the more sit round the table. Of four, 20,000 simulations bring no
more than 2,000 (0.62 of 56 games against the same proposals), of two little: 50,000
against 10,000 won 0.55 of 20. With two or three seats and in teams there is room for five levels
between that and moves made at random, each winning three games in four against the one below. With
four there is not quite: the steps are even. So the beginner takes what comes to mind, and the three
between look at few moves and one answer: the casual player tries about six and keeps the best.
"""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.bots import BotProfile
from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 1),
    Level(2, "level.casual", 6, horizon=1),
    Level(3, "level.regular", 19, horizon=1),
    Level(4, "level.expert", 52, horizon=1),
    Level(5, "level.master", 4_000, exploration=0.5, horizon=2, widening=2.0),
)


class OnTopBots(BotProfile):
    """The same five levels under all options."""

    @property
    def levels(self) -> Sequence[Level]:
        return LEVELS
