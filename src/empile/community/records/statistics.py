"""Results of a member: by game, by seat, against opponents, and compared with others.

Strength, as long as there are no ratings, is how often a member wins compared with chance: the
games won, with shared ones counted half, divided by those that equal players would win, over all
games. Five games of chance are added, so that few games say little. Players of like strength are
those in the same tenth of this number with at least ten finished games.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Float,
    Integer,
    Select,
    Subquery,
    cast,
    func,
    select,
    tuple_,
)

from empile.community.database import Database
from empile.community.projections.apply import ALL_GAMES
from empile.server.store.schema import head_to_head, member_statistics, members
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import (
    GameStatistics,
    Opponent,
    Opponents,
    SeatStatistics,
    Statistics,
)

PAGE: Final = 50
LEAST_GAMES: Final = 10
"""Finished games of the member."""
LEAST_MEMBERS: Final = 5
"""Members of like strength, or there is no comparison."""
_ADDED: Final = 5.0
_BANDS: Final = 10
_KEPT_SECONDS: Final = 600.0
_LONGEST_CURSOR: Final = 40


class Group(NamedTuple):
    """Members of like strength, in a game with a number of players and in one seat."""

    members: int
    played: int
    won: int


Bands = dict[tuple[str, int, int, int], Group]
"""By game, number of players, seat and band of strength; seat -1 is all seats."""
ALL_SEATS: Final = -1


class Comparison:
    """What members of like strength reach, summed up every ten minutes.

    Summing up takes a second with 100,000 members; until then the last sums are used.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._bands: Bands = {}
        self._until = 0.0
        self._summing: asyncio.Task[Bands] | None = None

    async def bands(self) -> Bands:
        """Return the sums. Raises ``CommandError`` if there are none yet and the store fails."""
        if time.monotonic() >= self._until:
            summing = self._summing
            if summing is None:
                summing = self._summing = asyncio.create_task(self._database.read(bands))
            if not self._until:
                await asyncio.shield(summing)
            if self._summing is summing and summing.done():
                self._summing = None
                if not self._until or summing.exception() is None:
                    self._bands = summing.result()
                self._until = time.monotonic() + _KEPT_SECONDS
        return self._bands

    async def close(self) -> None:
        if self._summing is not None:
            await asyncio.gather(self._summing, return_exceptions=True)


def bands(connection: Connection) -> Bands:
    """Sum up the results of all members by their strength."""
    one, strength = member_statistics, _strengths()
    band = _band(strength)
    rows = connection.execute(
        select(
            one.c.name_of_game,
            one.c.players,
            one.c.seat,
            band,
            func.count(one.c.member.distinct()),
            cast(func.sum(one.c.played), BigInteger),
            cast(func.sum(one.c.won), BigInteger),
        )
        .join(strength, strength.c.member == one.c.member)
        .group_by(one.c.name_of_game, one.c.players, one.c.seat, band)
    )
    found: Bands = {}
    seats: defaultdict[tuple[str, int, int], list[Group]] = defaultdict(list)
    for game, players, seat, number, count, played, won in rows:
        group = found[game, players, seat, number] = Group(count, played, won)
        seats[game, players, number].append(group)
    for (game, players, number), groups in seats.items():
        found[game, players, ALL_SEATS, number] = Group(
            max(group.members for group in groups),
            sum(group.played for group in groups),
            sum(group.won for group in groups),
        )
    return found


def _strength(points: Any, expected: Any) -> Any:
    ratio: Any = (points + _ADDED) / (expected + _ADDED)
    return cast(ratio, Float).label("strength")  # pyright: ignore[reportUnknownVariableType]


def _strengths(member: int | None = None) -> Subquery:
    one = member_statistics
    points: Any = func.sum(one.c.won + 0.5 * one.c.shared)
    expected: Any = func.sum(1.0 * one.c.played / one.c.players)
    query: Select[Any] = (
        select(one.c.member, _strength(points, expected))
        .group_by(one.c.member)
        .having(func.sum(one.c.played) >= LEAST_GAMES)
    )
    if member is not None:
        query = query.where(one.c.member == member)
    return query.subquery()


def _band(strength: Subquery) -> Any:
    return cast(func.floor(strength.c.strength * _BANDS), Integer)


def statistics(connection: Connection, member: int, compared: Bands, *, public: bool) -> Statistics:
    """Return the results of a member; ``compared`` are those of all.

    ``public``: omit the names of members with a hidden profile, as for strangers.
    """
    strength = _strengths(member)
    band = connection.scalar(select(_band(strength)))
    page = opponents(connection, member, public=public)
    return Statistics(_by_game(connection, member, compared, band), page.opponents, page.cursor)


def _by_game(
    connection: Connection, member: int, compared: Bands, band: int | None
) -> list[GameStatistics]:
    one = member_statistics
    rows = connection.execute(
        select(one).where(one.c.member == member, one.c.played > 0).order_by(one.c.seat)
    )
    by_game: defaultdict[tuple[str, int], list[Any]] = defaultdict(list)
    for row in rows:
        by_game[row.name_of_game, row.players].append(row)

    def like(game: str, players: int, seat: int) -> float | None:
        group = None if band is None else compared.get((game, players, seat, band))
        if group is None or group.members < LEAST_MEMBERS:
            return None
        return group.won / group.played

    found: list[GameStatistics] = []
    for (game, players), seats in by_game.items():
        played = sum(row.played for row in seats)
        scored = sum(row.scored for row in seats)
        found.append(
            GameStatistics(
                game=game,
                players=players,
                played=played,
                won=sum(row.won for row in seats),
                shared=sum(row.shared for row in seats),
                mean_rank=sum(row.rank_sum for row in seats) / played,
                mean_score=sum(row.score_sum for row in seats) / scored if scored else None,
                seats=[
                    SeatStatistics(
                        row.seat, row.played, row.won, row.shared, like(game, players, row.seat)
                    )
                    for row in seats
                ],
                compared=like(game, players, ALL_SEATS),
            )
        )
    return sorted(found, key=lambda one: (-one.played, one.game, one.players))


def opponents(
    connection: Connection, member: int, cursor: str | None = None, *, public: bool
) -> Opponents:
    """Return the next opponents after ``cursor``, the most frequent first."""
    pair = head_to_head
    query: Select[Any] = (
        select(
            pair.c.other,
            members.c.public,
            members.c.name,
            members.c.listed,
            pair.c.played,
            pair.c.won,
            pair.c.lost,
            pair.c.shared,
        )
        .join(members, members.c.id == pair.c.other)
        .where(pair.c.member == member, pair.c.name_of_game == ALL_GAMES, pair.c.played > 0)
        .order_by(pair.c.played.desc(), pair.c.other.desc())
        .limit(PAGE + 1)
    )
    if cursor is not None:
        query = query.where(tuple_(pair.c.played, pair.c.other) < _read(cursor))
    rows = connection.execute(query).all()
    found = [
        Opponent(
            row.public if row.listed else None,
            row.name if row.listed or not public else "",
            row.played,
            row.won,
            row.lost,
            row.shared,
        )
        for row in rows[:PAGE]
    ]
    last = rows[PAGE - 1] if len(rows) > PAGE else None
    return Opponents(found, None if last is None else f"{last.played}.{last.other}")


def games_of(connection: Connection, member: int) -> int:
    """Return the number of finished games of a member."""
    one = member_statistics
    total = connection.scalar(select(func.sum(one.c.played)).where(one.c.member == member))
    return int(total or 0)


def _read(cursor: str) -> tuple[int, int]:
    played, dot, other = cursor.partition(".")
    is_one = dot and all(part.isascii() and part.isdigit() for part in (played, other))
    if not is_one or len(cursor) > _LONGEST_CURSOR:
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page")
    return min(int(played), 2**62), min(int(other), 2**62)


def have_met(connection: Connection, member: int, other: int) -> bool:
    """Return whether two members finished a game against each other."""
    one = head_to_head
    played = select(one.c.played).where(
        one.c.member == member, one.c.other == other, one.c.name_of_game == ALL_GAMES
    )
    return bool(connection.scalar(played))
