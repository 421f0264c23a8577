"""How strong the bots of Block Out! are at cards; how steady their hands are is another matter.

Measured with the odds as referee, share of the pairs in which the first named ranked better:

- 1,500 simulations against the beginner .60 of 1,000 games of two, .57 of 300 of four; against the
  regular .53 and, with 4,000 simulations, .56 of 400 of four.
- 400 simulations against random moves: .63 of 1,500 games of two, .60 of 600 of four. Four times as
  many bring nothing more in games of two, nor do a horizon, widening or another exploration.
- The moves that simulated games prefer, made without a search, against random moves: .53.

That much of the cards is skill and the rest is luck: the levels lie close together, and none wins
three games in four. The beginner mostly does what comes to mind.
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 6, hasty=0.6),
    Level(2, "level.casual", 50, hasty=0.3),
    Level(3, "level.regular", 200),
    Level(4, "level.expert", 1_000),
    Level(5, "level.master", 4_000),
)
