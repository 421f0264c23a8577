"""The rating of an agent from games against opponents of known ratings.

The agent ranks above an opposing seat with probability ``1 / (1 + 10 ** ((R - r) / 400))`` (Bradley
& Terry 1952), ``R`` being the opponent's rating. The estimate ``r`` is of maximum likelihood; the
interval contains the ratings that a score test with the binomial variance does not reject at 5 %.
Games with more than one pair of opposing seats vary less, so the interval is then conservative. The
uncertainty of the opponents' ratings is added in quadrature.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from empile.arena.ratings import ELO
from empile.evals.ladder import ANCHOR, Ladder

SURE: Final = 1.959963984540054
"""Standard errors on each side of a 95 % interval."""
SOLVERS: Final = "levels = 700, 1000, 1300, 1600, 1900"
"""What fixes the scale of puzzles: the five levels of the bots, by convention."""
_FAR: Final = 6000.0
_STEPS: Final = 80


class EloRating(msgspec.Struct, frozen=True):
    """A rating in Elo points with its 95 % interval."""

    elo: float | None
    """None if all games were won or all lost: only one bound is known then."""
    low: float | None
    """None: there is no lower bound."""
    high: float | None
    games: int
    """Games against rated opponents, or puzzles with a rating."""
    anchor: str = f"{ANCHOR} = 0"
    """What fixes the scale."""


class Share(msgspec.Struct, frozen=True):
    """A mean score from 0 to 1 with its 95 % interval (Wilson 1927)."""

    games: int
    mean: float
    low: float
    high: float


def rate(scores: Sequence[tuple[str, float]], ladder: Ladder) -> EloRating | None:
    """Return the rating of an agent; None without a game against a rated opponent.

    :param scores: opponents and scores from 0 to 1, by game

    Example::

        >>> from empile.evals.ladder import ladders
        >>> ladder = ladders()["blox"]["2 base"]
        >>> rate([("level:1", 1.0), ("level:1", 0.0)] * 20, ladder).elo
        0.0
    """
    known = [(ladder.names.index(name), score) for name, score in scores if name in ladder.names]
    opponents = [at for at, _ in known]
    return _estimate(
        [ladder.elo[at] for at in opponents],
        sum(score for _, score in known),
        lambda elo: _ladder_error(elo, opponents, ladder),
        f"{ANCHOR} = 0",
    )


def rate_solver(solved: Sequence[tuple[int, bool]]) -> EloRating | None:
    """Return the rating of an agent on the scale of puzzles; None without any.

    Each puzzle counts as a game against an opponent of its rating.

    :param solved: the rating of each puzzle, and whether it was solved

    Example::

        >>> rate_solver([(1200, True), (1200, False)] * 10).elo
        1200.0
    """
    total = sum(is_solved for _, is_solved in solved)
    return _estimate([rating for rating, _ in solved], total, lambda _: 0.0, SOLVERS)


def _estimate(
    ratings: Sequence[float], total: float, known_error: Callable[[float], float], anchor: str
) -> EloRating | None:
    """Return the rating at which ``total`` points against opponents of ``ratings`` are expected.

    :param known_error: the standard error that comes from the opponents' ratings, at a rating
    """
    if not ratings:
        return None

    def excess(elo: float) -> float:
        return total - sum(_chance(elo - rating) for rating in ratings)

    def deviation(elo: float) -> float:
        chances = [_chance(elo - rating) for rating in ratings]
        return math.sqrt(sum(chance * (1.0 - chance) for chance in chances))

    is_bounded = 0.0 < total < len(ratings)
    elo = _root(excess) if is_bounded else None
    low = None if total == 0.0 else _root(lambda at: excess(at) - SURE * deviation(at))
    high = None if total == len(ratings) else _root(lambda at: excess(at) + SURE * deviation(at))
    middle = elo if elo is not None else low if low is not None else high
    assert middle is not None
    error = SURE * known_error(middle)
    if elo is not None and low is not None and high is not None:
        low = elo - math.hypot(elo - low, error)
        high = elo + math.hypot(high - elo, error)
    else:
        low = None if low is None else low - error
        high = None if high is None else high + error
    return EloRating(_rounded(elo), _rounded(low), _rounded(high), len(ratings), anchor)


def share(scores: Sequence[float]) -> Share:
    """Return a mean score with its interval; 0 to 1 without games.

    Example::

        >>> share([1.0, 0.0, 1.0, 0.0]).mean
        0.5
    """
    games = len(scores)
    if not games:
        return Share(0, 0.0, 0.0, 1.0)
    mean = sum(scores) / games
    z2 = SURE**2 / games
    centre = (mean + z2 / 2.0) / (1.0 + z2)
    half = math.sqrt(z2 * (mean * (1.0 - mean) + z2 / 4.0)) / (1.0 + z2)
    return Share(
        games, round(mean, 4), round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)
    )


def _chance(difference: float) -> float:
    return 1.0 / (1.0 + math.exp(-difference / ELO))


def _ladder_error(elo: float, opponents: Sequence[int], ladder: Ladder) -> float:
    """Return the standard error of a rating that the errors of the opponents' ratings cause."""
    weights = [0.0] * len(ladder.elo)
    for at in opponents:
        chance = _chance(elo - ladder.elo[at])
        weights[at] += chance * (1.0 - chance)
    total = sum(weights)
    pairs = (
        one * other * ladder.covariance[i][j]
        for i, one in enumerate(weights)
        for j, other in enumerate(weights)
    )
    return math.sqrt(max(0.0, sum(pairs))) / total if total > 0.0 else 0.0


def _root(falling: Callable[[float], float]) -> float:
    """Return where a falling function is 0, by bisection."""
    low, high = -_FAR, _FAR
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        if falling(middle) > 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def _rounded(elo: float | None) -> float | None:
    return None if elo is None else round(elo, 1) + 0.0
