r"""How strong everybody is: ratings after Bradley and Terry, with intervals.

The model: of two seats that are no partners, the one of entrant ``i`` ranks better than the one of
``j`` with the chance ``1 / (1 + 10 ** ((r_j - r_i) / 400))``; a tie is half of each. A game of several
seats counts as all its pairs of seats of unlike entrants. Ratings are those under which what happened
was most likely, and their mean is 0.

**Before anything happened.** Between every two entrants who have met half a win of each is counted
beside their games, so that who won all has a rating too, the surer the more games there are.

**Intervals.** The pairs of one game hang together: who ranks first beats all the others. What is
independent are games. So the variance is not the inverse of the likelihood's curvature ``H`` but
``H^-1 G H^-1``, where ``G`` adds up the squared slopes of whole games (the sandwich of Huber and White).
With two seats and no ties both are the same. An interval is 1.96 standard errors to each side, of the
rating against the mean of all.

**Faults.** Of a game that was lost by a fault the pairs of who lost it count, and no others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

ELO = 400.0 / math.log(10.0)
"""Points for a ratio of odds of e."""
_SURE = 1.959963984540054
_HALF = 0.5
_STEPS = 100
_SMALL = 1e-10

Floats: TypeAlias = NDArray[np.float64]


class Faulty(Protocol):
    """What ratings ask of a fault."""

    @property
    def seat(self) -> int:
        """Whose it was."""
        ...


class Ranked(Protocol):
    """What ratings ask of a game: a :class:`empile.arena.played.Played`, for one."""

    @property
    def seats(self) -> Sequence[int]:
        """The entrant of each seat."""
        ...

    @property
    def ranks(self) -> Sequence[int]:
        """1 is best, equal seats share."""
        ...

    @property
    def fault(self) -> Faulty | None:
        """By whose fault it ended, if any."""
        ...


@dataclass(frozen=True)
class Rating:
    """How strong somebody is against the mean of all, in Elo points."""

    elo: float
    interval: float
    """Half the width of the 95 % interval."""


def pairs_of(game: Ranked, teams: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs of a game that count: two entrants, and the share of the first (0, 1/2, 1)."""
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
    """Return everybody's rating; ``None`` while not everybody can be compared with everybody.

    That takes a chain of entrants who have met between any two. ``teams`` are those of the seats.
    """
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
    """Return the chance of each against each."""
    return 1.0 / (1.0 + np.exp(strengths[None, :] - strengths[:, None]))


def _curvature(strengths: Floats, met: Floats) -> Floats:
    """Return minus the second derivatives of the log-likelihood."""
    chances = _chances(strengths)
    weights = met * chances * chances.T
    curvature: Floats = np.diag(weights.sum(axis=1)) - weights
    return curvature


def _likeliest(won: Floats, met: Floats) -> Floats:
    """Return the strengths, in odds of e, of the highest likelihood; their mean is 0."""
    strengths = np.zeros(len(won))
    for _ in range(_STEPS):
        slope = (won - met * _chances(strengths)).sum(axis=1)
        step = np.linalg.pinv(_curvature(strengths, met)) @ slope
        # Newton's steps are too long far from the top; of this function's, no step beyond 1 is needed.
        step *= min(1.0, 1.0 / max(float(np.abs(step).max()), _SMALL))
        strengths = strengths + step
        if float(np.abs(step).max()) < _SMALL:
            break
    centred: Floats = strengths - strengths.mean()
    return centred


def _slopes(
    strengths: Floats, games: Iterable[Sequence[tuple[int, int, float]]], before: Floats
) -> Floats:
    """Return the sum over independent things of the squares of their slopes."""
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
            # The half of a win of i over j that is counted beforehand.
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
