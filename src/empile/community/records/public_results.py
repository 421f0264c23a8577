"""Public finished games, with all their players.

A game is public if its table admits spectators and all players except bots of the server have a
public profile. Guests, hidden profiles and deleted players have not agreed to be listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET
from sqlalchemy import Connection, and_, exists, select, tuple_
from sqlalchemy.sql import ColumnElement

from empile.community.projections.results import left_by
from empile.server.store.schema import game_players, games, members, tables
from empile.server.wire.people.profiles import HistoryPlayer, PublicResult

LATEST: Final = 30
WINDOW: Final = 1000
"""The newest games that are looked at."""

Key = tuple[int, int]
"""The number of a table, and of the game there."""


def latest(connection: Connection) -> list[PublicResult]:
    """Return the last public games, the newest first."""
    newest = (
        select(games.c.ended, games.c.number, games.c.game)
        .order_by(games.c.ended.desc(), games.c.number.desc(), games.c.game.desc())
        .limit(WINDOW)
        .subquery()
    )
    rows = connection.execute(
        select(games.c.number, games.c.game)
        .join(newest, and_(newest.c.number == games.c.number, newest.c.game == games.c.game))
        .where(is_public())
        .order_by(games.c.ended.desc(), games.c.number.desc(), games.c.game.desc())
        .limit(LATEST)
    )
    return _results(connection, [(row.number, row.game) for row in rows])


def one(connection: Connection, number: int, game: int) -> PublicResult | None:
    """Return a game, or None if it is not public."""
    this = and_(games.c.number == number, games.c.game == game)
    if connection.scalar(select(games.c.number).where(this, is_public())) is None:
        return None
    return next(iter(_results(connection, [(number, game)])), None)


def is_public() -> ColumnElement[bool]:
    """Return the condition that a row of ``games`` is public."""
    seat = game_players.alias("seat")
    of_game = and_(seat.c.number == games.c.number, seat.c.game == games.c.game)
    listed = exists().where(
        members.c.id == seat.c.member, members.c.listed == 1, members.c.deleted.is_(None)
    )
    # A bot may have taken over from a person, whose name stays.
    bot = and_(seat.c.member.is_(None), seat.c.level.is_not(None), seat.c.name_key == "")
    return and_(
        games.c.spectators == 1,
        exists().where(of_game, listed),
        ~exists().where(of_game, ~listed, ~bot),
    )


def _results(connection: Connection, keys: Sequence[Key]) -> list[PublicResult]:
    if not keys:
        return []
    rows = connection.execute(
        select(games, tables.c.number.label("stored"))
        .outerjoin(tables, tables.c.number == games.c.number)
        .where(tuple_(games.c.number, games.c.game).in_(keys))
    )
    of_key = {(row.number, row.game): row for row in rows}
    seats: dict[Key, list[Any]] = {}
    for row in connection.execute(
        select(game_players, members.c.public)
        .outerjoin(members, members.c.id == game_players.c.member)
        .where(tuple_(game_players.c.number, game_players.c.game).in_(keys))
        .order_by(game_players.c.seat)
    ):
        seats.setdefault((row.number, row.game), []).append(row)
    return [_result(of_key[key], seats[key]) for key in keys]


def _result(game: Any, seats: Sequence[Any]) -> PublicResult:
    return PublicResult(
        table=game.table_id,
        number=game.game,
        game=game.name,
        started=game.started,
        ended=game.ended,
        reason=game.reason,
        events=game.events,
        players=[
            HistoryPlayer(
                seat.seat,
                seat.name,
                seat.public,
                seat.level,
                bool(seat.program),
                seat.rank,
                seat.score,
                deleted=False,
                left=left_by(seat.resigned, game.reason) or UNSET,
            )
            for seat in seats
        ],
        resigned=[seat.seat for seat in seats if seat.resigned],
        replay=game.stored is not None,
    )
