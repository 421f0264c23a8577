"""Which games are shown, and which one is featured: pure functions, made not to flicker."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

MOST_SHOWN: Final = 12

_BOTS_ALONE: Final = 600
"""Points of a game without people."""
_MORE_PEOPLE: Final = 100
"""Points for each further person."""
_RATED: Final = 50
_LIVELY_SECONDS: Final = 60.0
_SLOW_SECONDS: Final = 300.0
_LIVELY: Final = 200
"""Points of a game with an event within the last minute."""
_ASLEEP: Final = -600
_CLEARLY: Final = 150
"""A game is featured instead of another that still runs if it is better by so many points."""
_LEAST_SECONDS: Final = 60.0
"""So long a running game stays featured, however good others are."""


class Running(NamedTuple):
    """A running game, as far as choosing needs it."""

    table: str
    strengths: tuple[int, ...]
    """The ratings of the players, without bots."""
    rated: bool
    at: float
    """When the last event happened, in seconds."""


def score(game: Running, now: float) -> float:
    """Return the appeal of a game to spectators, in points of rating: its strength and its pace.

    >>> score(Running("a", (1500, 1700), True, 90.0), 100.0)
    1950.0
    """
    people = fmean(game.strengths) if game.strengths else _BOTS_ALONE
    more = _MORE_PEOPLE * max(len(game.strengths) - 1, 0)
    return people + more + _RATED * game.rated + _liveliness(now - game.at)


def _liveliness(idle: float) -> int:
    if idle <= _LIVELY_SECONDS:
        return _LIVELY
    return 0 if idle <= _SLOW_SECONDS else _ASLEEP


def choose_shown(
    shown: Sequence[str], running: Mapping[str, Running], keep: Collection[str], now: float
) -> list[str]:
    """Return the tables to show: those that are shown already stay while they are awake.

    :param shown: those that are shown, in their order
    :param keep: tables that stay in any case: the featured one, and games that have just ended
    """
    order = sorted(running.values(), key=lambda game: (-score(game, now), game.table))
    best = [game.table for game in order]
    lively = {game.table for game in order if now - game.at <= _SLOW_SECONDS}
    kept = [table for table in shown if table in keep or table in lively]
    new = [table for table in dict.fromkeys((*keep, *best)) if table not in kept]
    must = [table for table in (*kept, *new) if table in keep]
    others = [table for table in (*kept, *new) if table not in keep]
    found = {*must, *others[: max(0, MOST_SHOWN - len(must))]}
    return [table for table in (*kept, *new) if table in found]


def choose_featured(
    featured: str | None, since: float, running: Iterable[Running], now: float
) -> str | None:
    """Return the table of the best game; the one that is ``featured`` stays as long as it is good.

    :param since: the time since which it is featured
    """
    games = {game.table: game for game in running}
    if not games:
        return None
    best = max(games.values(), key=lambda game: (score(game, now), game.table))
    current = games.get(featured or "")
    if current is None:
        return best.table
    lead = score(best, now) - score(current, now)
    if lead > _CLEARLY and now - since >= _LEAST_SECONDS:
        return best.table
    return current.table
