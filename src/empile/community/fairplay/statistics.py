"""Numbers of a player with their uncertainty, and how they compare with those of others.

A number is a function of a player's games. Its uncertainty is estimated by leaving out one game at a
time (the delete-one jackknife), so that moves of one game need not be independent; the variance of a
single game is pooled over the players, because a few games say little about it.

Honest players of one rating differ as well. How much, is the variance between the players of the
comparison, less what the uncertainty of each explains (the moment estimate of DerSimonian and Laird).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import fmean, median, quantiles, stdev, variance
from typing import Final, Literal, NamedTuple

from empile.community.fairplay.measures import MoveMeasured, SeatMeasured

Games = Sequence[SeatMeasured]
"""The games of one player."""
Measure = Literal["agreement", "loss", "seconds", "spread", "correlation"]

LEAST_PLAYERS: Final = 5
"""Players of a comparison; fewer say nothing."""
_LEAST_MOVES: Final = 4
"""For a spread or a correlation."""
_LEAST_SECONDS: Final = 0.1


class Estimate(NamedTuple):
    """A number of a player."""

    value: float
    games: int
    game_variance: float | None
    """What the variance would be with one game; None with a single one."""


class Comparison(NamedTuple):
    """A number of a player, compared with those of others."""

    value: float
    error: float | None
    """Its standard error."""
    players: int
    mean: float | None
    """That of the others."""
    spread: float | None
    """The standard deviation between the others, without their own uncertainty."""
    percentile: float | None
    """How many percent of the others have a lower number; equal ones count half."""
    z: float | None
    """The distance to the mean, in standard deviations of an honest player's number with as many
    games. None with fewer than five others."""
    z_error: float | None
    """The standard error of ``z``."""


def agreement(games: Games) -> float | None:
    """Return the share of moves for which the engine found no better one."""
    return _mean([float(move.agreed) for move in _moves(games)])


def loss(games: Games) -> float | None:
    """Return the mean expected return that a move cost."""
    return _mean([move.loss for move in _moves(games)])


def seconds(games: Games) -> float | None:
    """Return the logarithm of the median time of thought in seconds."""
    found = _times(games)
    return math.log(median(found)) if found else None


def spread(games: Games) -> float | None:
    """Return the standard deviation of the logarithms of the times."""
    found = _times(games)
    return stdev(map(math.log, found)) if len(found) >= _LEAST_MOVES else None


def correlation(games: Games) -> float | None:
    """Return the rank correlation (Spearman) of times and difficulty."""
    moves = _moves(games)
    if len(moves) < _LEAST_MOVES:
        return None
    return rank_correlation([move.seconds for move in moves], [move.difficulty for move in moves])


MEASURES: Final[dict[Measure, Callable[[Games], float | None]]] = {
    "agreement": agreement,
    "loss": loss,
    "seconds": seconds,
    "spread": spread,
    "correlation": correlation,
}


def quartiles(games: Games) -> list[float] | None:
    """Return the quartiles of the times in seconds, or None if there are too few."""
    found = _times(games)
    return quantiles(found, n=4, method="inclusive") if len(found) >= _LEAST_MOVES else None


def estimate(games: Games, measure: Callable[[Games], float | None]) -> Estimate | None:
    """Return a number of a player, or None if the games do not have it."""
    games = [game for game in games if game.counted]
    value = measure(games)
    if value is None:
        return None
    parts = [measure([*games[:n], *games[n + 1 :]]) for n in range(len(games))]
    known = [part for part in parts if part is not None]
    if len(known) < 2:
        return Estimate(value, len(games), None)
    # The variance of the number is (n - 1) / n times the sum of squares, that of one game n times it.
    count, centre = len(known), fmean(known)
    squares = sum((part - centre) ** 2 for part in known)
    return Estimate(value, len(games), (count - 1) * squares)


def compare(own: Estimate, others: Sequence[Estimate]) -> Comparison:
    """Compare a number with those of others.

    Example::

        >>> one = Estimate(0.5, 10, 0.04)
        >>> found = compare(one, [Estimate(0.3 + 0.01 * n, 10, 0.04) for n in range(10)])
        >>> found.players, found.percentile, found.z > 2
        (10, 100.0, True)
    """
    single = _pooled([*others, own])
    error = None if single is None else math.sqrt(single / own.games)
    count = len(others)
    if count < LEAST_PLAYERS or single is None or error is None:
        return Comparison(own.value, error, count, None, None, None, None, None)
    values = [other.value for other in others]
    mean, observed = fmean(values), variance(values)
    between = max(0.0, observed - fmean(single / other.games for other in others))
    below = sum((value < own.value) + 0.5 * (value == own.value) for value in values)
    # What an honest player's number would vary by, with the uncertainty of the mean.
    scale = math.sqrt(between + error**2 + observed / count)
    z, z_error = None, None
    if scale > 0.0:
        z = (own.value - mean) / scale
        z_error = math.sqrt(
            (error / scale) ** 2 + observed / count / scale**2 + z**2 / (2 * (count - 1))
        )
    return Comparison(
        own.value, error, count, mean, math.sqrt(between), 100 * below / count, z, z_error
    )


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, or None if all values of a side are equal.

    >>> rank_correlation([1, 2, 3, 4], [10, 20, 30, 25])
    0.8
    """
    one, other = _ranks(first), _ranks(second)
    centre = (len(one) + 1) / 2
    product = sum((a - centre) * (b - centre) for a, b in zip(one, other, strict=True))
    squares = [sum((rank - centre) ** 2 for rank in ranks) for ranks in (one, other)]
    return product / math.sqrt(squares[0] * squares[1]) if min(squares) > 0 else None


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the ranks of values from 1; equal ones share the mean of theirs."""
    order = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(order, 1)))}
    last = {value: place for place, value in enumerate(order, 1)}
    return [(first[value] + last[value]) / 2 for value in values]


def _pooled(found: Sequence[Estimate]) -> float | None:
    """Return the variance of the number of a single game, by all players with several."""
    known = [(one.game_variance, one.games - 1) for one in found if one.game_variance is not None]
    weight = sum(games for _, games in known)
    if weight == 0:
        return None
    return sum(single * games for single, games in known) / weight


def _moves(games: Games) -> list[MoveMeasured]:
    return [move for game in games for move in game.counted]


def _times(games: Games) -> list[float]:
    return [max(_LEAST_SECONDS, move.seconds) for move in _moves(games)]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
