"""How well the bots of On Top play. What was measured of them is in ``benchmarks/results``.

Everything lies open, so their search sees no more than a player does. Each of these was played at
equal processor time, both kinds of players with the same tiles in the same order:

- Simulated games cut after two moves beat games to the end, moves drawn evenly in both: 0.89 of 200
  games of two, 0.62 of 112 of four (1.5 ms a move); cuts after one move or four were no better.
- To widen by the moves that ``knowledge.py`` proposes, and to play these in simulated games, brought
  1.2 points a game of two at 3 ms a move (error 0.4; 100 games); of four, 0.9 (error 0.5; 98). At
  10 ms it is little, if anything: 0.53 of 60 games of two, 0.54 of 56 of four.
- All of it against games to the end, at 10 ms: 0.75 of 40 games of two, 0.56 of 42 of four.

Draws decide the rest: with three times the time the master won 0.53 of 60 games of two against
itself, with five times the simulations 0.55 of 20. So the lower levels look at few moves and one
answer: the beginner tries about four and keeps the best.
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 4, horizon=1),
    Level(2, "level.casual", 10, horizon=1),
    Level(3, "level.regular", 24, horizon=1),
    Level(4, "level.expert", 1_000, exploration=1.0, horizon=2, widening=2.0),
    Level(5, "level.master", 10_000, exploration=1.0, horizon=2, widening=2.0),
)
