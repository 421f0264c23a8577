"""Made-up players, whose moves follow given numbers."""

from __future__ import annotations

import random

from empile.community.fairplay.measures import MoveMeasured, SeatMeasured

MOVES = 12
"""Moves of a game that count; two more are of the opening."""


def play_game(
    rng: random.Random, skill: float, helped: float = 0.0, pace: float = 10.0
) -> SeatMeasured:
    """Return the moves of a seat.

    :param skill: the probability to find the engine's move
    :param helped: the share of moves that an engine chooses, always after about ``pace`` seconds
    """
    moves = [MoveMeasured(n, "opening", True, 0.0, 0.0, 1.0) for n in range(2)]
    # A game suits a player more or less: its moves are not independent.
    skill = min(0.95, max(0.05, skill + rng.gauss(0.0, 0.08)))
    for number in range(2, MOVES + 2):
        difficulty = rng.uniform(1.0, 5.0)
        is_helped = rng.random() < helped
        agreed = is_helped or rng.random() < skill
        thought = 0.0 if is_helped else 0.5 * (difficulty - 3.0)
        seconds = pace * 2.718 ** (thought + rng.gauss(0.0, 0.2 if is_helped else 0.6))
        loss = 0.0 if agreed else rng.expovariate(8.0)
        moves.append(
            MoveMeasured(
                number, "", agreed, round(loss, 4), round(difficulty, 2), round(seconds, 1)
            )
        )
    return SeatMeasured(moves)


def play_games(rng: random.Random, games: int, helped: float = 0.0) -> list[SeatMeasured]:
    """Return the games of a player of a rating at which players differ a little."""
    skill, pace = rng.gauss(0.45, 0.05), 2.718 ** rng.gauss(2.3, 0.4)
    return [play_game(rng, skill, helped, pace) for _ in range(games)]
