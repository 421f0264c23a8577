"""Finds tables whose games are not in the histories yet, for instance after a crash.

The sweep stores the position up to which it has read the log of all tables. In SQLite that is a
place in the order of commits. In PostgreSQL it is a transaction: all before it were finished.
"""

from __future__ import annotations

import logging
import time
from typing import Final

import msgspec
from sqlalchemy import Connection, select, text

from empile.community.database import Database
from empile.community.projections.apply import Derived, OnAdded, apply, read_results
from empile.community.projections.statements import is_postgres, set_in
from empile.community.ratings.apply import is_waiting, rate_waiting
from empile.server.store.schema import projected

_TABLES_AT_ONCE: Final = 20
_PLACES_AT_ONCE: Final = 50_000
_MARKS: Final = {"sqlite": 0, "postgresql": -1}
"""Under which number ``projected`` has the mark; a copy in another kind of store has its own."""

_LAST_PLACE: Final = text("SELECT ifnull(max(place), 0) FROM log")
_BY_PLACE: Final = text(
    "SELECT DISTINCT number FROM log WHERE place > :first AND place <= :last"
    " AND (substr(body, 1, 14) = :over OR substr(body, 1, 17) = :started) ORDER BY number"
)
_OLDEST_TX: Final = text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
_BY_TX: Final = text(
    "SELECT DISTINCT number FROM log WHERE tx >= CAST(CAST(:first AS text) AS xid8)"
    " AND (substr(body, 1, 14) = :over OR substr(body, 1, 17) = :started) ORDER BY number"
)
_KINDS: Final = {"over": b'{"kind":"over"', "started": b'{"kind":"started"'}

log = logging.getLogger("empile.community")


async def sweep(database: Database, on_added: OnAdded | None = None) -> int:
    """Apply what is missing; return the number of tables. Raises ``CommandError``."""
    count = 0
    await rate_games(database)
    while True:
        numbers, mark, more = await database.read(changed)
        for first in range(0, len(numbers), _TABLES_AT_ONCE):
            count += await project(database, numbers[first : first + _TABLES_AT_ONCE], on_added)
        await database.write(lambda connection, mark=mark: set_mark(connection, mark))  # type: ignore[misc]
        if not more:
            return count


async def project(database: Database, numbers: list[int], on_added: OnAdded | None = None) -> int:
    """Apply what is new of some tables; return the number of tables. Raises ``CommandError``."""
    found = await database.read(lambda connection: read_new(connection, numbers))
    if found:
        now = time.time_ns() // 1_000_000
        await database.write(lambda connection: _apply_all(connection, found, now, on_added))
    if any(derived.results.rated for derived in found):
        await rate_games(database)
    return len(found)


async def rate_games(database: Database) -> None:
    """Rate the games that wait for it. Raises ``CommandError``."""
    if not await database.read(is_waiting):
        return
    while await database.write(rate_waiting):
        pass


def read_new(connection: Connection, numbers: list[int]) -> list[Derived]:
    """Read the logs of those tables that have events which are not applied."""
    found: list[Derived] = []
    for number in sorted(numbers):
        known = connection.scalar(select(projected.c.seq).where(projected.c.number == number))
        derived = _read_logged(connection, number)
        if derived is not None and (known is None or known < derived.results.seq):
            found.append(derived)
    return found


def _read_logged(connection: Connection, number: int) -> Derived | None:
    try:
        return read_results(connection, number)
    except (msgspec.DecodeError, ValueError, IndexError) as error:
        log.error("the games of table number %d cannot be read: %s", number, error)
        return None


def _apply_all(
    connection: Connection, found: list[Derived], now: int, on_added: OnAdded | None
) -> None:
    for derived in found:
        apply(connection, derived, now, on_added)


def changed(connection: Connection) -> tuple[list[int], int, bool]:
    """Return tables with games that began or ended, the next mark, and whether there are more."""
    number = _MARKS[connection.dialect.name]
    mark = connection.scalar(select(projected.c.seq).where(projected.c.number == number)) or 0
    if is_postgres(connection):
        oldest = int(connection.scalar(_OLDEST_TX) or 0)
        # A restored database counts its transactions from the beginning.
        first = mark if mark <= oldest else 0
        found = connection.scalars(_BY_TX, {"first": str(first), **_KINDS}).all()
        return list(found), oldest, False
    last = int(connection.scalar(_LAST_PLACE) or 0)
    upto = min(last, mark + _PLACES_AT_ONCE)
    found = connection.scalars(_BY_PLACE, {"first": mark, "last": upto, **_KINDS}).all()
    return list(found), upto, upto < last


def set_mark(connection: Connection, mark: int) -> None:
    number = _MARKS[connection.dialect.name]
    set_in(connection, projected, {"number": number, "seq": mark}, ["seq"])
