"""The finished games of a member, in pages, by filters.

A page is ordered by when the games ended, the last first, and continues at a key of an index. What
the index cannot find (opponents, results, names) is looked for in the member's next 1000 games: a
page may be short while its cursor says that there is more. So each request takes a bounded time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from sqlalchemy import Connection, FromClause, and_, exists, or_, select, tuple_
from sqlalchemy.sql import ColumnElement

from empile.community.projections.apply import OF_DELETED, search_key
from empile.community.projections.results import left_by
from empile.server.store.schema import game_players, games, members, tables
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import HistoryGame, HistoryPage, HistoryPlayer, Outcome

PAGE: Final = 30
WINDOW: Final = 1000
"""Games of the member that a request looks at, at most."""
_LONGEST_CURSOR: Final = 60

Key = tuple[int, int, int]
"""When a game ended, the number of its table, and its number there."""


class Filter(NamedTuple):
    """Which games to return."""

    game: str | None = None
    """The name of the game."""
    outcome: Outcome | None = None
    opponent: int | None = None
    """The number of another member of the game."""
    name: str | None = None
    """A part of the name of another player."""
    since: int | None = None
    until: int | None = None
    public: bool = False
    """Whether a stranger asks: only for games of tables with spectators, without the names of
    members whose profiles are hidden."""

    @property
    def is_indexed(self) -> bool:
        """Whether an index finds exactly the games."""
        of_index = self.outcome is None and self.opponent is None and not self.name
        return of_index and not self.public


def page(
    connection: Connection, member: int, wanted: Filter, cursor: str | None = None
) -> HistoryPage:
    """Return the next games after ``cursor``. Raises ``CommandError`` if it is of no page."""
    keys, after = _keys(connection, member, wanted, None if cursor is None else _read(cursor))
    found = _games(connection, member, keys, public=wanted.public)
    return HistoryPage(found, None if after is None else _text(after))


def _keys(
    connection: Connection, member: int, wanted: Filter, after: Key | None
) -> tuple[list[Key], Key | None]:
    """Return the keys of a page, and the one after which the next begins, or None at the end."""
    mine = game_players
    key = (mine.c.ended, mine.c.number, mine.c.game)
    query = select(*key).where(mine.c.member == member)
    if wanted.game is not None:
        query = query.where(mine.c.name_of_game == wanted.game)
    if wanted.since is not None:
        query = query.where(mine.c.ended >= wanted.since)
    if wanted.until is not None:
        query = query.where(mine.c.ended < wanted.until)
    if after is not None:
        query = query.where(tuple_(*key) < after)
    query = query.order_by(*(column.desc() for column in key))
    if wanted.is_indexed:
        found = _as_keys(connection.execute(query.limit(PAGE + 1)))
        return found[:PAGE], found[PAGE - 1] if len(found) > PAGE else None
    last = connection.execute(query.offset(WINDOW - 1).limit(1)).first()
    if last is not None:
        query = query.where(tuple_(*key) >= tuple(last))
    matching = query.where(*_conditions(wanted)).limit(PAGE + 1)
    found = _as_keys(connection.execute(matching))
    if len(found) > PAGE:
        return found[:PAGE], found[PAGE - 1]
    return found, None if last is None else (last[0], last[1], last[2])


def _conditions(wanted: Filter) -> list[ColumnElement[bool]]:
    mine, other = game_players, game_players.alias("other")
    same = and_(
        other.c.number == mine.c.number, other.c.game == mine.c.game, other.c.seat != mine.c.seat
    )
    found: list[ColumnElement[bool]] = []
    if wanted.outcome is not None:
        found.append(mine.c.outcome == wanted.outcome)
    if wanted.opponent is not None:
        found.append(exists().where(same, other.c.member == wanted.opponent))
    if wanted.name:
        part = search_key(wanted.name)
        named = exists().where(same, other.c.name_key.contains(part, autoescape=True))
        if wanted.public:
            named = named.where(or_(other.c.member.is_(None), exists().where(_is_listed(other))))
        found.append(named)
    if wanted.public:
        found.append(
            exists().where(
                games.c.number == mine.c.number,
                games.c.game == mine.c.game,
                games.c.spectators == 1,
            )
        )
    return found


def _is_listed(player: FromClause) -> ColumnElement[bool]:
    return and_(members.c.id == player.c.member, members.c.listed == 1)


def _as_keys(rows: Any) -> list[Key]:
    return [(ended, number, game) for ended, number, game in rows]


def _games(
    connection: Connection, member: int, keys: Sequence[Key], *, public: bool
) -> list[HistoryGame]:
    if not keys:
        return []
    wanted = [(number, game) for _, number, game in keys]
    # SQLite would search for pairs in the whole table; a table has few games.
    numbers = sorted({number for number, _ in wanted})
    rows = connection.execute(
        select(
            games.c.number,
            games.c.game,
            games.c.table_id,
            games.c.name,
            games.c.started,
            games.c.ended,
            games.c.reason,
            games.c.events,
            tables.c.number,
        )
        .outerjoin(tables, tables.c.number == games.c.number)
        .where(games.c.number.in_(numbers))
    )
    of_game = {(row[0], row[1]): row for row in rows}
    players: dict[tuple[int, int], list[Any]] = {}
    seats = connection.execute(
        select(game_players, members.c.public, members.c.listed)
        .outerjoin(members, members.c.id == game_players.c.member)
        .where(game_players.c.number.in_(numbers))
        .order_by(game_players.c.seat)
    )
    for seat in seats:
        players.setdefault((seat.number, seat.game), []).append(seat)
    found: list[HistoryGame] = []
    for key in wanted:
        if key not in of_game:
            continue  # a rebuild replaces it at this moment
        _, number, table_id, name, started, ended, reason, count, stored = of_game[key]
        seated = players.get(key, [])
        mine = next((one for one in seated if one.member == member), None)
        if mine is None:
            continue
        found.append(
            HistoryGame(
                table=table_id,
                number=number,
                game=name,
                started=started,
                ended=ended,
                reason=reason,
                events=count,
                outcome=mine.outcome,
                seat=mine.seat,
                players=[_player(one, reason, public=public) for one in seated],
                resigned=[one.seat for one in seated if one.resigned],
                replay=stored is not None,
            )
        )
    return found


def _player(row: Any, reason: str, *, public: bool) -> HistoryPlayer:
    is_hidden = public and row.member is not None and not row.listed
    return HistoryPlayer(
        seat=row.seat,
        name="" if is_hidden else row.name,
        id=row.public if row.listed else None,
        level=row.level,
        program=bool(row.program),
        rank=row.rank,
        score=row.score,
        deleted=row.name_key == OF_DELETED,
        left=left_by(row.resigned, reason) or UNSET,
    )


def _text(key: Key) -> str:
    return ".".join(map(str, key))


def _read(cursor: str) -> Key:
    parts = cursor.split(".") if len(cursor) <= _LONGEST_CURSOR else []
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise CommandError("bad_request", "'cursor' must be the one of an earlier page")
    ended, number, game = (min(int(part), 2**62) for part in parts)
    return ended, number, game
