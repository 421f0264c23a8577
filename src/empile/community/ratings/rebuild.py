"""Rates all games again from the logs, while servers run or not.

Games whose tables were deleted are rated from what is kept of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import Connection, delete, exists, insert, select

from empile.community.projections import apply as projections
from empile.community.projections.rebuild import begin, slices
from empile.community.projections.statements import lock_table
from empile.community.ratings.apply import Pool, rate_waiting, wait_from
from empile.community.ratings.rated import rated_rows
from empile.server.store.schema import rating_changes, ratings, tables

Found = TypeVar("Found")

_TABLES_AT_ONCE: Final = 100
_INPUT: Final = [
    "number",
    "game",
    "seat",
    "list",
    "name_of_game",
    "size",
    "speed",
    "ended",
    "member",
    "account",
    "players",
    "team",
    "rank",
    "resigned",
]


class Rebuilt:
    """What a rebuild did."""

    def __init__(self) -> None:
        self.games = 0
        self.pools = 0
        self.damaged: list[str] = []
        """IDs of tables with unreadable logs; their games are rated from the stored results."""


def rebuild(connection: Connection) -> Rebuilt:
    """Rate all games again over a connection that may write; commits."""
    done = Rebuilt()
    for numbers in slices(connection, tables.c.number, _TABLES_AT_ONCE):
        for number in numbers:
            _read_table(connection, number, done)
    found = connection.execute(
        select(*(rating_changes.c[name] for name in Pool._fields)).distinct()
    ).all()
    connection.rollback()
    done.pools = len(found)
    for row in sorted(map(tuple, found)):
        pool = Pool(*row)
        _write(connection, partial(wait_from, connection, pool, (0, 0, 0)))
    while _write(connection, lambda: rate_waiting(connection)):
        pass
    _write(connection, lambda: _drop_unplayed(connection))
    return done


def _read_table(connection: Connection, number: int, done: Rebuilt) -> None:
    """Store the rated games of a table as its log has them."""
    try:
        derived = projections.read_results(connection, number)
    except Exception:
        done.damaged.append(
            str(connection.scalar(select(tables.c.id).where(tables.c.number == number)))
        )
        derived = None
    connection.rollback()
    if derived is None or not derived.results.rated:
        return

    def replace() -> None:
        lock_table(connection, number)
        wanted = [
            row
            for game in derived.results.games
            for row in rated_rows(connection, number, derived.results, game)
        ]
        done.games += len({row["game"] for row in wanted})
        here = rating_changes.c.number == number
        known = connection.execute(
            select(*(rating_changes.c[name] for name in _INPUT))
            .where(here)
            .order_by(*rating_changes.primary_key.columns)
        ).mappings()
        if [dict(row) for row in known] != wanted:
            connection.execute(delete(rating_changes).where(here))
            if wanted:
                connection.execute(insert(rating_changes), wanted)

    _write(connection, replace)


def _drop_unplayed(connection: Connection) -> None:
    """Delete ratings of members without a rated game."""
    same = [rating_changes.c[name] == ratings.c[name] for name in (*Pool._fields, "member")]
    connection.execute(delete(ratings).where(~exists().where(*same)))


def _write(connection: Connection, work: Callable[[], Found]) -> Found:
    begin(connection)
    try:
        found = work()
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return found
