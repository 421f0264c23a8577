"""Bots for missing seats: groups of seekers that accept them, and their levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from typing import Final

from empile.community.lobby.matching import Index, Kind, Match, Seeker, suit
from empile.community.ratings.advantages import fitting_level
from empile.community.ratings.model import NEW
from empile.community.ratings.rated import size_of

_OFFER_SECONDS: Final = 20.0
_LEAST_SECONDS: Final = 5.0
_MOST_SECONDS: Final = 60.0
_MIDDLE: Final = 3
"""The bots' level in games without measured strengths."""


def offer_seconds(wait: float | None) -> float:
    """Return the seconds until a seeker is offered bots, from recent waiting times.

    >>> offer_seconds(None), offer_seconds(32.0), offer_seconds(900.0)
    (20.0, 32.0, 60.0)
    """
    if wait is None:
        return _OFFER_SECONDS
    return min(max(wait, _LEAST_SECONDS), _MOST_SECONDS)


def level_of(kind: Kind, ratings: Iterable[int | None]) -> int:
    """Return the level of bots that fits players; guests count as new members.

    >>> level_of(Kind("blox", 2, "{}", "", False), [1900])
    4
    """
    points = fmean(NEW.points if rating is None else rating for rating in ratings)
    return fitting_level(kind.game, size_of(kind.players), points) or _MIDDLE


def levels_of(kind: Kind, group: Iterable[Seeker]) -> list[int]:
    """Return the level of the bot in each seat that a group leaves free."""
    ratings = [seeker.rating(kind) for seeker in group]
    return [level_of(kind, ratings)] * (kind.players - len(ratings))


def fill(seekers: Iterable[Seeker], agreed: Mapping[str, Kind]) -> Iterator[Match]:
    """Yield the groups that play with bots: all seekers of a kind that suit each other agree.

    :param seekers: all that are free
    :param agreed: the kind of game for which each of some seekers takes bots

    >>> three = Kind("on-top", 3, "{}", "", False)
    >>> both = [Seeker("a", 0.0, (three,)), Seeker("b", 1.0, (three,))]
    >>> list(fill(both, {"a": three}))
    []
    >>> [match.seekers for match in fill(both, {"a": three, "b": three})]
    [('a', 'b')]
    """
    free = {seeker.id: seeker for seeker in sorted(seekers, key=lambda one: (one.since, one.id))}
    index = Index(free.values(), dict.fromkeys(agreed.values()))
    for name in [name for name in free if name in agreed]:
        if name not in free:
            continue
        kind, group = agreed[name], [free[name]]
        for other in index.near(free[name], kind, free):
            if all(suit(one, other, kind) for one in group):
                group.append(other)
            if len(group) == kind.players:
                break
        # A full group needs no bots.
        if len(group) < kind.players and all(agreed.get(one.id) == kind for one in group):
            for one in group:
                del free[one.id]
            yield Match(kind, tuple(one.id for one in group))
