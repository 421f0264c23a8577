"""Elo and Glicko-2 over the pairs of opposing players of a game, to compare the rating model with.

Elo as FIDE rates (K is 40 for the first 30 games and 20 after them), divided by the number of
opponents; Glicko-2 as Glickman describes it (http://www.glicko.net/glicko/glicko2.pdf), with each
game as a rating period in which a player meets all opponents at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import Protocol

from empile.community.ratings.model import MU, NEW, POINTS, Entry, chance_ahead, rate

Teams = Sequence[Sequence[int]]
"""The players of each team, the best team first."""


class System(Protocol):
    """A rating system for players with numbers from 0."""

    name: str

    def strengths(self) -> list[float]:
        """Return a number for each player, by which they are ordered."""
        ...

    def expected(self, one: int, other: int, teams: Teams) -> float:
        """Return the probability that a team of a game ranks before another."""
        ...

    def update(self, teams: Teams) -> None:
        """Rate a game."""
        ...


class PlackettLuceSystem:
    """The model of the server; ``advantages`` are those of seats, by player of the next game."""

    def __init__(self, players: int, name: str = "Plackett-Luce") -> None:
        self.name = name
        self.ratings = [NEW] * players
        self.advantages: dict[int, float] = {}

    def strengths(self) -> list[float]:
        """Return the ratings."""
        return [rating.mu for rating in self.ratings]

    def uncertainty(self) -> float:
        """Return the mean uncertainty, in points."""
        return sum(rating.uncertainty for rating in self.ratings) / len(self.ratings)

    def share_covered(self, strengths: Sequence[float]) -> float:
        """Return the share of players with the strength in points within one uncertainty."""
        covered = [
            abs((rating.mu - MU) * POINTS - strength) <= rating.sigma * POINTS
            for rating, strength in zip(self.ratings, strengths, strict=True)
        ]
        return sum(covered) / len(covered)

    def expected(self, one: int, other: int, teams: Teams) -> float:
        """Return the probability that a team of a game ranks before another."""
        return chance_ahead(self._entries(teams), one, other)

    def update(self, teams: Teams) -> None:
        """Rate a game."""
        players = [player for team in teams for player in team]
        for player, rating in zip(players, rate(self._entries(teams)), strict=True):
            self.ratings[player] = rating

    def _entries(self, teams: Teams) -> list[Entry]:
        return [
            Entry(self.ratings[player], team, team + 1, advantage=self.advantages.get(player, 0.0))
            for team, members in enumerate(teams)
            for player in members
        ]


class EloSystem:
    """Elo: each pair of opponents is a game."""

    name = "Elo by pairs"

    def __init__(self, players: int) -> None:
        self._ratings = [1500.0] * players
        self._played = [0] * players

    def strengths(self) -> list[float]:
        """Return the ratings."""
        return self._ratings

    def expected(self, one: int, other: int, teams: Teams) -> float:
        """Return the probability that a team of a game ranks before another."""
        return _mean_over_pairs(teams[one], teams[other], self._expected)

    def _expected(self, one: int, other: int) -> float:
        return 1 / (1 + 10 ** ((self._ratings[other] - self._ratings[one]) / 400))

    def update(self, teams: Teams) -> None:
        """Rate a game."""
        change: dict[int, float] = {}
        for player, opponents in _opponents(teams):
            k = 40 if self._played[player] < 30 else 20
            gained = sum(score - self._expected(player, other) for other, score in opponents)
            change[player] = k * gained / len(opponents)
        for player, points in change.items():
            self._ratings[player] += points
            self._played[player] += 1


class GlickoSystem:
    """Glicko-2: a game is a rating period, each opponent a game of it."""

    name = "Glicko-2 by pairs"

    _SCALE = 173.7178
    _TAU = 0.5
    """How much the volatility changes."""
    _PRECISE = 1e-6

    def __init__(self, players: int) -> None:
        self._mu = [0.0] * players
        self._phi = [350 / self._SCALE] * players
        self._volatility = [0.06] * players

    def strengths(self) -> list[float]:
        """Return the ratings."""
        return self._mu

    def expected(self, one: int, other: int, teams: Teams) -> float:
        """Return the probability that a team of a game ranks before another."""
        return _mean_over_pairs(teams[one], teams[other], self._expected)

    def _expected(self, one: int, other: int) -> float:
        both = sqrt(self._phi[one] ** 2 + self._phi[other] ** 2)
        return 1 / (1 + exp(-_g(both) * (self._mu[one] - self._mu[other])))

    def update(self, teams: Teams) -> None:
        """Rate a game."""
        rated = [
            (player, *self._rated(player, opponents)) for player, opponents in _opponents(teams)
        ]
        for player, mu, phi, volatility in rated:
            self._mu[player], self._phi[player] = mu, phi
            self._volatility[player] = volatility

    def _rated(
        self, player: int, opponents: Sequence[tuple[int, float]]
    ) -> tuple[float, float, float]:
        mu, phi = self._mu[player], self._phi[player]
        information = gained = 0.0
        for other, score in opponents:
            g = _g(self._phi[other])
            expected = 1 / (1 + exp(-g * (mu - self._mu[other])))
            information += g * g * expected * (1 - expected)
            gained += g * (score - expected)
        variance = 1 / information
        volatility = self._new_volatility(player, variance * gained, variance)
        before = sqrt(phi**2 + volatility**2)
        after = 1 / sqrt(1 / before**2 + 1 / variance)
        return mu + after**2 * gained, after, volatility

    def _new_volatility(self, player: int, delta: float, variance: float) -> float:
        """Solve the equation of step 5 by the Illinois method."""
        phi, start = self._phi[player], log(self._volatility[player] ** 2)

        def f(x: float) -> float:
            total = phi**2 + variance + exp(x)
            return exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / self._TAU**2

        low = start
        if delta**2 > phi**2 + variance:
            high = log(delta**2 - phi**2 - variance)
        else:
            high = start - self._TAU
            while f(high) < 0:
                high -= self._TAU
        at_low, at_high = f(low), f(high)
        while abs(high - low) > self._PRECISE:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = f(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        return exp(low / 2)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _opponents(teams: Teams) -> list[tuple[int, list[tuple[int, float]]]]:
    """Return each player with all opponents, and 1 for those that rank behind, else 0."""
    return [
        (
            player,
            [
                (other, float(rank < behind))
                for behind, others in enumerate(teams)
                if behind != rank
                for other in others
            ],
        )
        for rank, members in enumerate(teams)
        for player in members
    ]


def _mean_over_pairs(
    one: Sequence[int], other: Sequence[int], expected: Callable[[int, int], float]
) -> float:
    return sum(expected(mine, theirs) for mine in one for theirs in other) / len(one) / len(other)
