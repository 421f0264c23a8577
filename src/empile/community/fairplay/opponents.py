"""Games between the same few: how many, and what they gave."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from sqlalchemy import Connection, select, tuple_

from empile.community.projections.results import left_by
from empile.community.ratings.advantages import seat_advantages
from empile.community.ratings.model import Entry, Rating, chance_ahead
from empile.community.ratings.rated import PEOPLE
from empile.server.store.schema import games, members, rating_changes
from empile.server.wire.people.fair_play import FairPlayOpponent, FairPlayOpponents

GAMES: Final = 200
"""The last rated games of a member."""
MOST: Final = 3
"""Opponents that are listed."""
_USUAL_OF: Final = 200
"""The newest games that say how many moves are usual."""
_SHORT: Final = 0.5

GameKey = tuple[int, int]


class _Against:
    """The games of a member with one opponent."""

    def __init__(self) -> None:
        self.games = 0
        self.score = self.expected = self.variance = self.gained = 0.0
        self.short = self.resigned = self.timed_out = 0

    def seen(self, public: str | None, name: str) -> FairPlayOpponent:
        count = self.games
        return FairPlayOpponent(
            public,
            name,
            count,
            round(self.score / count, 3),
            round(self.expected / count, 3),
            round(math.sqrt(self.variance) / count, 3),
            round(self.gained),
            self.short,
            self.resigned,
            self.timed_out,
        )


def opponents_of(connection: Connection, member: int) -> FairPlayOpponents:
    """Return the opponents of a member in rated games, and the changes of its rating."""
    keys = _last_games(connection, member)
    by_game = _seats(connection, keys)
    ends = _ends(connection, keys)
    usual = {kind: _usual(connection, *kind) for kind in {end[:2] for end in ends.values()}}
    found: defaultdict[int, _Against] = defaultdict(_Against)
    gained = 0.0
    for key, seats in by_game.items():
        own = next(seat for seat in seats if seat.member == member)
        name, players, moves, reason = ends.get(key, ("", 0, math.inf, ""))
        others = [seat for seat in seats if seat.team != own.team]
        before = Rating(own.mu_before, own.sigma_before)
        change = Rating(own.mu, own.sigma).points - before.points
        gained += change
        entries = _entries(seats)
        for other in others:
            against = found[other.member]
            ahead = other.rank - own.rank
            chance = chance_ahead(entries, own.team, other.team)
            against.games += 1
            against.score += 0.5 * (1 + (ahead > 0) - (ahead < 0))
            against.expected += chance
            against.variance += chance * (1 - chance)
            against.gained += change / len(others)
            against.short += moves < _SHORT * usual.get((name, players), 0.0)
            left = [left_by(seat.resigned, reason) for seat in (own, other)]
            against.resigned += left[1] == "resignation"
            against.timed_out += "time" in (reason, *left)
    counts = Counter({other: against.games for other, against in found.items()})
    most = [other for other, _ in counts.most_common(MOST)]
    names = _names(connection, most)
    return FairPlayOpponents(
        len(by_game),
        len(found),
        round(sum(counts[other] for other in most) / max(1, counts.total()), 3),
        round(gained),
        [found[other].seen(*names[other]) for other in most],
    )


def _last_games(connection: Connection, member: int) -> list[GameKey]:
    one = rating_changes
    rows = connection.execute(
        select(one.c.number, one.c.game)
        .where(one.c.member == member, one.c.list == PEOPLE, one.c.mu.is_not(None))
        .order_by(one.c.ended.desc(), one.c.number.desc(), one.c.game.desc())
        .limit(GAMES)
    )
    return [(number, game) for number, game in rows.tuples()]


def _seats(connection: Connection, keys: Sequence[GameKey]) -> dict[GameKey, list[Any]]:
    """Return the rows of the seats of games, in the order of the games."""
    one = rating_changes
    found: dict[GameKey, list[Any]] = {key: [] for key in keys}
    query = select(one).where(tuple_(one.c.number, one.c.game).in_(keys)).order_by(one.c.seat)
    for row in connection.execute(query) if keys else ():
        found[row.number, row.game].append(row)
    return found


def _ends(
    connection: Connection, keys: Sequence[GameKey]
) -> dict[GameKey, tuple[str, int, int, str]]:
    """Return the name, seats, moves and reason of the end of games."""
    query = select(
        games.c.number, games.c.game, games.c.name, games.c.players, games.c.events, games.c.reason
    ).where(tuple_(games.c.number, games.c.game).in_(keys))
    rows = connection.execute(query).tuples() if keys else ()
    return {
        (number, game): (name, players, events, reason)
        for number, game, name, players, events, reason in rows
    }


def _usual(connection: Connection, name: str, players: int) -> float:
    """Return the median number of moves and chance events of the newest games of a kind."""
    found = connection.scalars(
        select(games.c.events)
        .where(games.c.name == name, games.c.players == players)
        .order_by(games.c.number.desc(), games.c.game.desc())
        .limit(_USUAL_OF)
    ).all()
    return median(found) if found else 0.0


def _entries(seats: Sequence[Any]) -> list[Entry]:
    advantages = seat_advantages(seats[0].name_of_game, [seat.team for seat in seats])
    return [
        Entry(Rating(seat.mu_before, seat.sigma_before), seat.team, advantage=advantage)
        for seat, advantage in zip(seats, advantages, strict=True)
    ]


def _names(connection: Connection, numbers: Sequence[int]) -> dict[int, tuple[str | None, str]]:
    """Return the ids and names of members; deleted ones have none."""
    rows = connection.execute(
        select(members.c.id, members.c.public, members.c.name, members.c.deleted).where(
            members.c.id.in_(numbers)
        )
    )
    known = {row.id: (row.public if row.deleted is None else None, row.name) for row in rows}
    return {number: known.get(number, (None, "")) for number in numbers}
