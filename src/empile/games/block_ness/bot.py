"""How well the bots of Block Ness play. What was measured of them is in ``benchmarks/results``.

Everything is public and nothing is drawn, so their search sees no more than a player does. The
simulated games of the lower levels are uniformly random and played to the end: preferring low or
tall, short or long rings, or far feet with free holes around them, made no bot measurably stronger
at 500 simulations a move (300 games of two, 200 of four: each scored within 0.06 of an even half).

The strong levels ask the network of ``judging.py`` what becomes of a position: of two at once where
the tree ends, of more after about a round of random moves, which tells what no trait does.

Given the same 15 ms of processor time a move they scored, with the standard error, against the same
search with random games played to the end: of two 0.75 +- 0.05 (60 games), of three 0.61 +- 0.05 (60),
of four 0.67 +- 0.07 (42); of two in the expert game, against the textbook's search, 0.86 +- 0.05 (40).
Given 20 ms on a quieter machine, half as many simulations again, of two 0.60 +- 0.08 (40). Against the
textbook's, which makes nearly three times as many there: of two 0.58 +- 0.06 (60), of three
0.53 +- 0.05 (60), of two in the expert game 0.95 +- 0.05 (10): the more time there is, the less a judgement
saves.

With networks taught alike, explorations of 0.15 and 0.8 lost to their neighbours among two, and so did
two random moves before the network is asked (0.25 +- 0.05 of 58); among four, asking at once scored
0.55 +- 0.04 of 56. Free holes round the ends, or how many other ends are near, told the network nothing
more.
"""

from __future__ import annotations

from empile.engine.level import AT_ONCE, Level


def levels(seats: int, variant: str) -> tuple[Level, ...]:
    """Return the five levels for a number of seats and a variant, the weakest first."""
    expert = variant == "expert"
    if seats == 2:
        return (
            Level(1, "level.beginner", 25, hasty=0.35),
            Level(2, "level.casual", 60),
            Level(3, "level.regular", 450),
            Level(4, "level.expert", 800 if expert else 1_400, horizon=AT_ONCE),
            Level(5, "level.master", 30_000, horizon=AT_ONCE),
        )
    if seats == 3:
        return (
            Level(1, "level.beginner", 10, hasty=0.95),
            Level(2, "level.casual", 33 if expert else 35, hasty=0.27 if expert else 0.25),
            Level(3, "level.regular", 120 if expert else 100),
            Level(4, "level.expert", 450 if expert else 380, horizon=3, exploration=0.3),
            Level(5, "level.master", 30_000, horizon=3, exploration=0.3),
        )
    return (
        Level(1, "level.beginner", 10, hasty=0.95),
        Level(2, "level.casual", 35 if expert else 33, hasty=0.25 if expert else 0.27),
        Level(3, "level.regular", 150 if expert else 140),
        Level(4, "level.expert", 1_100 if expert else 1_000, horizon=4, exploration=0.25),
        Level(5, "level.master", 100_000, horizon=4, exploration=0.25),
    )
