"""How well the bots of Block Ness play. What was measured of them is in ``benchmarks/results``.

Everything is public and nothing is drawn, so their search sees no more than a player does. Its
simulated games are uniformly random: preferring low or tall, short or long rings, or far feet with
free holes around them, made no bot measurably stronger at 500 simulations a move (300 games of two,
200 of four: each scored within 0.06 of an even half).
"""

from __future__ import annotations

from empile.engine.level import Level

LEVELS = (
    Level(1, "level.beginner", 25, hasty=0.35),
    Level(2, "level.casual", 80),
    Level(3, "level.regular", 300),
    Level(4, "level.expert", 4_000),
    Level(5, "level.master", 16_000),
)
