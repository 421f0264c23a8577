"""Derives all histories and statistics again from the logs, while servers run or not.

Games whose tables were deleted are kept as they are. Every step is a short transaction.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Select,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.sql import ColumnElement

from empile.community.projections import apply
from empile.community.projections.apply import ALL_GAMES, Derived
from empile.community.projections.statements import is_postgres, lock_all, lock_table
from empile.server.store.schema import (
    game_players,
    games,
    head_to_head,
    member_statistics,
    members,
    tables,
)

_TABLES_AT_ONCE: Final = 100
_MEMBERS_AT_ONCE: Final = 100


class Rebuilt:
    """What a rebuild did."""

    def __init__(self) -> None:
        self.tables = 0
        self.games = 0
        self.damaged: list[str] = []
        """The ids of tables whose logs cannot be read; their games are kept as they are."""


def rebuild(connection: Connection) -> Rebuilt:
    """Derive everything again over a connection that may write; commits."""
    done = Rebuilt()
    for numbers in slices(connection, tables.c.number, _TABLES_AT_ONCE):
        for number in numbers:
            _rebuild_table(connection, number, done)
    for numbers in slices(connection, members.c.id, _MEMBERS_AT_ONCE):
        _rebuild_statistics(connection, numbers[0], numbers[-1])
    return done


def slices(connection: Connection, key: ColumnElement[int], most: int) -> Iterator[list[int]]:
    last = 0
    while True:
        found = connection.scalars(select(key).where(key > last).order_by(key).limit(most)).all()
        connection.rollback()
        if not found:
            return
        yield list(found)
        last = found[-1]


def _rebuild_table(connection: Connection, number: int, done: Rebuilt) -> None:
    now = time.time_ns() // 1_000_000
    try:
        derived = apply.read_results(connection, number)
    except Exception:
        done.damaged.append(
            str(connection.scalar(select(tables.c.id).where(tables.c.number == number)))
        )
        derived = None
    connection.rollback()
    if derived is None:
        return
    done.tables += 1
    done.games += len(derived.results.games)
    begin(connection)
    try:
        lock_table(connection, number)
        _replace_games(connection, derived, now)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _replace_games(connection: Connection, derived: Derived, now: int) -> None:
    wanted_games, wanted_players = apply.rows_of(connection, derived, now)
    for table, wanted in ((games, wanted_games), (game_players, wanted_players)):
        known = [
            dict(row)
            for row in connection.execute(
                select(table)
                .where(table.c.number == derived.number)
                .order_by(*table.primary_key.columns)
            ).mappings()
        ]
        if known != wanted:
            connection.execute(delete(table).where(table.c.number == derived.number))
            if wanted:
                connection.execute(insert(table), wanted)
    apply.mark(connection, derived)


def begin(connection: Connection) -> None:
    if not is_postgres(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _rebuild_statistics(connection: Connection, first: int, last: int) -> None:
    """Sum up the games of the members with numbers from ``first`` to ``last``."""
    begin(connection)
    try:
        lock_all(connection)
        for table, sums in (
            (member_statistics, [statistics_of(first, last)]),
            (head_to_head, [pairs_of(first, last), pairs_of(first, last, of_all_games=True)]),
        ):
            connection.execute(delete(table).where(table.c.member.between(first, last)))
            names = [column.name for column in table.columns]
            for query in sums:
                connection.execute(insert(table).from_select(names, query))
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def statistics_of(first: int, last: int) -> Select[Any]:
    """Return the query of the rows of ``member_statistics`` for some members."""
    one = game_players
    return (
        select(
            one.c.member,
            one.c.name_of_game,
            one.c.players,
            one.c.seat,
            func.count(),
            _count(one.c.outcome == "won"),
            _count(one.c.outcome == "shared"),
            _sum(one.c.rank),
            _count(one.c.score.is_not(None)),
            _sum(func.coalesce(one.c.score, 0)),
        )
        .where(one.c.member.between(first, last))
        .group_by(one.c.member, one.c.name_of_game, one.c.players, one.c.seat)
    )


def pairs_of(first: int, last: int, *, of_all_games: bool = False) -> Select[Any]:
    """Return the query of the rows of ``head_to_head`` for some members."""
    one, other = game_players.alias("one"), game_players.alias("other")
    name: ColumnElement[str] = literal(ALL_GAMES) if of_all_games else one.c.name_of_game
    keys = [one.c.member, other.c.member]
    return (
        select(
            *keys,
            name,
            func.count(),
            _count(one.c.rank < other.c.rank),
            _count(one.c.rank > other.c.rank),
            _count(one.c.rank == other.c.rank),
        )
        .select_from(
            one.join(other, (one.c.number == other.c.number) & (one.c.game == other.c.game))
        )
        .where(
            one.c.member.between(first, last),
            other.c.member.is_not(None),
            other.c.member != one.c.member,
            other.c.team != one.c.team,
        )
        .group_by(*keys, *([] if of_all_games else [name]))
    )


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return _sum(cast(condition, Integer))


def _sum(value: ColumnElement[int]) -> ColumnElement[int]:
    # The sum of integers is a decimal number in PostgreSQL.
    return cast(func.sum(value), BigInteger)
