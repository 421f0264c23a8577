"""The rating model: Plackett-Luce by openskill, with an advantage of each seat.

A rating is a normal distribution over a member's strength. A game is a ranking of teams (a player
alone is a team of one), and the strength of a team is the sum over its players. The update is
algorithm 4 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011).

Differences from the defaults of openskill, each measured in ``benchmarks/results/ratings.md``:

* Ties are averages over the orders of the tied teams. With its own ties, openskill 6.2 gives the
  shared winners of a game less than the player behind them.
* The variance falls by the whole information of a game (``gamma`` is 1); by default it falls so
  slowly that a member would be provisional for hundreds of games.

Example::

    winner, loser = rate([Entry(NEW, team=0, rank=1), Entry(NEW, team=1, rank=2)])
    winner.points  # more than 1500
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
"""How much luck a game has, in the unit of ``MU``."""
TAU: Final = SIGMA / 50
"""How much strength changes from game to game."""
START: Final = 1500
"""The points of a new member."""
POINTS: Final = 400 / (sqrt(2) * BETA * log(10))
"""Points per unit of ``MU``: with exact ratings, a difference of 400 points wins ten games of eleven."""
SETTLED: Final = 150
"""The uncertainty in points below which a rating is not provisional any more."""


class Rating(NamedTuple):
    """How strong a member plays."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """The number that is shown."""
        return round(START + (self.mu - MU) * POINTS)

    @property
    def uncertainty(self) -> int:
        """One standard deviation, in points."""
        return round(self.sigma * POINTS)

    @property
    def is_settled(self) -> bool:
        return self.uncertainty < SETTLED


NEW: Final = Rating(MU, SIGMA)


class Entry(NamedTuple):
    """A seat of a game that ended, or that is about to begin."""

    rating: Rating
    team: int
    rank: int = 1
    """The rank from 1. The rank of a team is that of its best player that did not resign."""
    resigned: bool = False
    """Whether the player left: ranked last, while the team is ranked without this player."""
    advantage: float = 0.0
    """How much the seat helps, in points."""


def rate(entries: Sequence[Entry], weight: float = 1.0) -> list[Rating]:
    """Return the ratings after a game, in the order of ``entries``.

    :param weight: how much the game counts, from 0 (nothing changes) to 1
    """
    after = _update(entries, _ranks(entries))
    if any(entry.resigned for entry in entries) and _has_teammates(entries):
        # A player that left has lost, whatever the team reached without this player.
        left = {entry.team for entry in entries if entry.resigned}
        last = len(entries) + 1
        ranks = {team: last if team in left else rank for team, rank in _ranks(entries).items()}
        alone = _update(entries, ranks)
        after = [
            one if entry.resigned else other
            for entry, one, other in zip(entries, alone, after, strict=True)
        ]
    return [
        Rating(
            entry.rating.mu + weight * (new.mu - entry.rating.mu),
            entry.rating.sigma + weight * (new.sigma - entry.rating.sigma),
        )
        for entry, new in zip(entries, after, strict=True)
    ]


def win_chances(entries: Sequence[Entry]) -> list[float]:
    """Return the probability that each team is first, in the order of ``entries``."""
    strengths, c = _strengths(entries)
    best = max(strengths.values())
    weights = {team: exp((strength - best) / c) for team, strength in strengths.items()}
    total = sum(weights.values())
    return [weights[entry.team] / total for entry in entries]


def expected_scores(entries: Sequence[Entry]) -> list[float]:
    """Return the expected share of opposing teams that rank behind, in the order of ``entries``.

    With two teams it is the probability to win, with a tie as half a win.

    >>> strong = Rating(MU + 400 / POINTS, 0.0)
    >>> [round(score, 3) for score in expected_scores([Entry(strong, 0), Entry(Rating(MU, 0.0), 1)])]
    [0.909, 0.091]
    """
    strengths, c = _strengths(entries)
    others = max(1, len(strengths) - 1)
    return [
        sum(
            _logistic((strengths[entry.team] - strength) / c)
            for team, strength in strengths.items()
            if team != entry.team
        )
        / others
        for entry in entries
    ]


def chance_ahead(entries: Sequence[Entry], one: int, other: int) -> float:
    """Return the probability that a team of a game ranks before another team of it."""
    strengths, c = _strengths(entries)
    return _logistic((strengths[one] - strengths[other]) / c)


def _logistic(difference: float) -> float:
    if difference < 0:
        return 1 - _logistic(-difference)
    return 1 / (1 + exp(-difference))


def _strengths(entries: Sequence[Entry]) -> tuple[dict[int, float], float]:
    """Return the strength of each team, and the scale of the differences between them."""
    strengths: dict[int, float] = {}
    variance = 0.0
    for entry in entries:
        own = entry.rating.mu + entry.advantage / POINTS
        strengths[entry.team] = strengths.get(entry.team, 0.0) + own
        variance += entry.rating.sigma**2
    return strengths, sqrt(variance + len(strengths) * BETA**2)


def _ranks(entries: Sequence[Entry]) -> dict[int, int]:
    """Return the rank of each team."""
    found: dict[int, int] = {}
    last = len(entries) + 1
    for entry in entries:
        rank = last if entry.resigned else entry.rank
        found[entry.team] = min(rank, found.get(entry.team, last))
    return found


def _has_teammates(entries: Sequence[Entry]) -> bool:
    return len({entry.team for entry in entries}) < len(entries)


def _update(entries: Sequence[Entry], ranks: dict[int, int]) -> list[Rating]:
    """Return the ratings after a game of full weight."""
    model = _model()
    members: dict[int, list[int]] = {}
    for number, entry in enumerate(entries):
        members.setdefault(entry.team, []).append(number)
    teams = [
        [
            model.create_rating([entry.rating.mu + entry.advantage / POINTS, entry.rating.sigma])
            for entry in (entries[number] for number in numbers)
        ]
        for numbers in members.values()
    ]
    count = 0
    mu, variance = [0.0] * len(entries), [0.0] * len(entries)
    for order in _orders([ranks[team] for team in members]):
        count += 1
        after = model.rate(teams, ranks=order)
        for numbers, rated in zip(members.values(), after, strict=True):
            for number, one in zip(numbers, rated, strict=True):
                mu[number] += one.mu
                variance[number] += one.sigma**2
    return [
        Rating(mu[number] / count - entry.advantage / POINTS, sqrt(variance[number] / count))
        for number, entry in enumerate(entries)
    ]


def _orders(ranks: Sequence[int]) -> Iterator[list[float]]:
    """Yield strict rankings, in which each tied team has each place of its group equally often."""
    groups: dict[int, list[int]] = {}
    for team, rank in enumerate(ranks):
        groups.setdefault(rank, []).append(team)
    for chosen in product(*(_rotations(groups[rank]) for rank in sorted(groups))):
        order = [team for group in chosen for team in group]
        yield [float(order.index(team) + 1) for team in range(len(ranks))]


def _rotations(group: list[int]) -> list[list[int]]:
    found = [group[first:] + group[:first] for first in range(len(group))]
    return found if len(group) < 3 else found + [one[::-1] for one in found]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU, gamma=_whole_information)


def _whole_information(*_: object) -> float:
    return 1.0
