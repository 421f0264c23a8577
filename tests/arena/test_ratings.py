"""Ratings: known results and the coverage of intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from empile.arena.ratings import ELO, Rating, pairs_of, ratings


@dataclass(frozen=True)
class Lost:
    seat: int


@dataclass(frozen=True)
class Game:
    seats: Sequence[int]
    ranks: Sequence[int]
    fault: Lost | None = None


def rated(games: Sequence[Game], entrants: int) -> list[Rating]:
    found = ratings(games, range(len(games[0].seats)), entrants)
    assert found is not None
    return found


def test_ratings_of_two_entrants_match_their_odds() -> None:
    games = [Game((0, 1), (1, 2))] * 15 + [Game((1, 0), (1, 2))] * 5
    one, other = rated(games, 2)
    odds = (15 + 0.5) / (5 + 0.5)
    assert one.elo - other.elo == pytest.approx(ELO * math.log(odds))
    assert one.elo == pytest.approx(-other.elo)
    # Relative to the mean of two, half the difference and half its error.
    error = 1 / math.sqrt(21 * 15.5 / 21 * 5.5 / 21)
    assert one.interval == pytest.approx(1.96 * error * ELO / 2, rel=1e-3)
    assert one.interval == pytest.approx(other.interval)


def test_ratings_ties_count_half_and_reduce_variance() -> None:
    tied = rated([Game((0, 1), (1, 1))] * 20, 2)
    won = rated([Game((0, 1), (1, 2)), Game((0, 1), (2, 1))] * 10, 2)
    assert [r.elo for r in tied] == pytest.approx([0, 0], abs=1e-6)
    assert [r.elo for r in won] == pytest.approx([0, 0], abs=1e-6)
    assert tied[0].interval < won[0].interval / 3


def test_ratings_of_undefeated_entrants_are_finite() -> None:
    few = rated([Game((0, 1), (1, 2))] * 5, 2)[0]
    many = rated([Game((0, 1), (1, 2))] * 500, 2)[0]
    assert few.elo < many.elo
    assert few.interval > few.elo
    assert math.isfinite(many.elo)


def test_ratings_have_mean_zero_and_are_transitive() -> None:
    games = [Game((0, 1), (1, 2))] * 30 + [Game((1, 0), (1, 2))] * 10
    games += [Game((1, 2), (1, 2))] * 30 + [Game((2, 1), (1, 2))] * 10
    found = rated(games, 3)
    assert sum(r.elo for r in found) == pytest.approx(0, abs=1e-6)
    step = ELO * math.log(30.5 / 10.5)
    assert [r.elo for r in found] == pytest.approx([step, 0, -step])
    assert found[1].interval < found[0].interval


def test_ratings_need_connected_results() -> None:
    games = [Game((0, 1), (1, 2)), Game((2, 3), (1, 2))]
    assert ratings(games, (0, 1), 4) is None
    assert ratings([*games, Game((1, 2), (1, 2))], (0, 1), 4) is not None
    assert ratings([], (0, 1), 2) is None


def test_pairs_of_skips_partners_and_own_seats() -> None:
    assert list(pairs_of(Game((0, 1, 0, 1), (1, 2, 1, 2)), (0, 1, 0, 1))) == [
        (0, 1, 1), (0, 1, 1), (1, 0, 0), (0, 1, 1)
    ]  # fmt: skip
    assert list(pairs_of(Game((0, 1, 0), (1, 2, 3)), (0, 1, 2))) == [(0, 1, 1), (1, 0, 1)]


def test_pairs_of_a_fault_involve_the_loser() -> None:
    lost = Game((0, 1, 2), (1, 3, 1), Lost(1))
    assert list(pairs_of(lost, (0, 1, 2))) == [(0, 1, 1), (1, 2, 0)]


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_intervals_cover_95_percent(seats: int) -> None:
    """Games with known strengths; with four seats the pairs of a game are dependent."""
    truth = np.array([0.6, 0.1, -0.1, -0.6])
    source = np.random.default_rng(5)
    held: list[float] = []
    for _ in range(120):
        games: list[Game] = []
        for number in range(60 if seats == 4 else 120):
            sitting = source.permutation(4)[:seats]
            if number == 0:
                sitting = np.arange(seats)
            # Ranks by exponential times have the model's pairwise probabilities.
            order = np.argsort(source.exponential(np.exp(-truth[sitting])))
            ranks = np.empty(seats, int)
            ranks[order] = np.arange(1, seats + 1)
            games.append(Game(sitting.tolist(), ranks.tolist()))
        for rating, strength in zip(rated(games, 4), truth, strict=True):
            held.append(abs(rating.elo - ELO * strength) < rating.interval)
    # 480 intervals, four per tournament: 95 % plus or minus three standard errors of 120.
    assert 0.91 < np.mean(held) < 0.985
