"""Bradley-Terry ratings on the Elo scale, with confidence intervals.

Of two opposing seats, entrant ``i`` ranks above ``j`` with probability ``1 / (1 + 10 ** ((r_j -
r_i) / 400))`` (Bradley & Terry 1952); a tie is half a win each. A game counts as all its pairs, a
game lost by a fault as those of the side at fault. Ratings are maximum likelihood estimates with
mean 0; as a prior, entrants that have met each win half a game more. Intervals use the Huber-White
sandwich estimator over games, whose pairs are dependent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

ELO = 400.0 / math.log(10.0)
"""Elo points per natural-log odds."""
_SURE = 1.959963984540054
_HALF = 0.5
_STEPS = 100
_SMALL = 1e-10

Floats: TypeAlias = NDArray[np.float64]


class Faulty(Protocol):
    @property
    def seat(self) -> int: ...


class Ranked(Protocol):
    """A game, e.g. a :class:`empile.arena.result.GameResult`."""

    @property
    def seats(self) -> Sequence[int]: ...

    @property
    def ranks(self) -> Sequence[int]: ...

    @property
    def fault(self) -> Faulty | None: ...


@dataclass(frozen=True)
class Rating:
    """A rating in Elo points: a difference of 400 means odds of ten to one."""

    elo: float
    """Relative to the mean of all entrants."""
    interval: float
    """Half the width of the 95 % interval."""


def pairs_of(game: Ranked, teams: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Yield a game's rated pairs: two entrants and the first's score (0, 1/2 or 1)."""
    fault = game.fault
    for one in range(len(teams)):
        for other in range(one + 1, len(teams)):
            if teams[one] == teams[other] or game.seats[one] == game.seats[other]:
                continue
            if fault is not None and teams[fault.seat] not in (teams[one], teams[other]):
                continue
            share = (game.ranks[one] < game.ranks[other]) + _HALF * (
                game.ranks[one] == game.ranks[other]
            )
            yield game.seats[one], game.seats[other], share


def ratings(games: Iterable[Ranked], teams: Sequence[int], entrants: int) -> list[Rating] | None:
    """Return ratings by entrant; None unless results connect all entrants."""
    kept = [list(pairs_of(game, teams)) for game in games]
    met = np.zeros((entrants, entrants))
    won = np.zeros((entrants, entrants))
    for pairs in kept:
        for i, j, share in pairs:
            won[i, j] += share
            won[j, i] += 1.0 - share
    met = won + won.T
    before = np.where(met > 0, _HALF, 0.0)
    won += before
    met += 2.0 * before
    if not _connected(met):
        return None
    strengths = _likeliest(won, met)
    inverse = np.linalg.pinv(_curvature(strengths, met))
    spread = inverse @ _slopes(strengths, kept, before) @ inverse
    errors = np.sqrt(np.maximum(np.diag(spread), 0.0))
    return [
        Rating(float(strength * ELO), float(_SURE * error * ELO))
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _chances(strengths: Floats) -> Floats:
    return 1.0 / (1.0 + np.exp(strengths[None, :] - strengths[:, None]))


def _curvature(strengths: Floats, met: Floats) -> Floats:
    """Return the Hessian of the negative log-likelihood."""
    chances = _chances(strengths)
    weights = met * chances * chances.T
    curvature: Floats = np.diag(weights.sum(axis=1)) - weights
    return curvature


def _likeliest(won: Floats, met: Floats) -> Floats:
    """Return maximum likelihood strengths in log odds, by Newton's method."""
    strengths = np.zeros(len(won))
    for _ in range(_STEPS):
        slope = (won - met * _chances(strengths)).sum(axis=1)
        step = np.linalg.pinv(_curvature(strengths, met)) @ slope
        # Damping: Newton steps overshoot far from the maximum.
        step *= min(1.0, 1.0 / max(float(np.abs(step).max()), _SMALL))
        strengths = strengths + step
        if float(np.abs(step).max()) < _SMALL:
            break
    centred: Floats = strengths - strengths.mean()
    return centred


def _slopes(
    strengths: Floats, games: Iterable[Sequence[tuple[int, int, float]]], before: Floats
) -> Floats:
    """Return the sum of outer products of the games' scores (gradients)."""
    count = len(strengths)
    chances = _chances(strengths)
    total = np.zeros((count, count))
    for pairs in games:
        slope = np.zeros(count)
        for i, j, share in pairs:
            slope[i] += share - chances[i, j]
            slope[j] -= share - chances[i, j]
        total += np.outer(slope, slope)
    for i in range(count):
        for j in range(count):
            # The prior half win of i over j.
            slope = np.zeros(count)
            slope[i], slope[j] = 1.0 - chances[i, j], chances[i, j] - 1.0
            total += before[i, j] * np.outer(slope, slope)
    return total


def _connected(met: Floats) -> bool:
    reached = {0}
    waiting = [0]
    while waiting:
        near = set(np.flatnonzero(met[waiting.pop()]).tolist()) - reached
        reached |= near
        waiting.extend(near)
    return len(reached) == len(met)
