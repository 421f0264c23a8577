"""Deletes tables of a data file in small steps, also while servers use it.

First the table disappears in one commit, together with a notice for servers. Its log follows in
slices, between which others may write. After an interruption the next call continues.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from empile.server.store.files import one, open_store

DAY_MS: Final = 24 * 3600 * 1000
_SLICE_ROWS: Final = 500
_SLICE_TABLES: Final = 200
_PAUSE_SECONDS: Final = 0.02
_NOTICE_DAYS: Final = 30
_CODE_DAYS: Final = 30
_IS_MOVE: Final = """substr(body, 1, 14) = CAST('{"kind":"move"' AS BLOB)"""


class Retention(NamedTuple):
    """How long tables are kept after their last event, in milliseconds; None: for ever."""

    unplayed: int | None
    """Tables on which no move was made."""
    played: int | None

    def wants(self, connection: sqlite3.Connection, number: int, now: int) -> bool:
        """Return whether a table is to be kept."""
        oldest = now - min(limit for limit in (*self, now) if limit is not None)
        if _last_at(connection, number) >= oldest:
            return True
        found = connection.execute(f"SELECT 1 FROM log WHERE number = ? AND {_IS_MOVE}", (number,))
        limit = self.unplayed if found.fetchone() is None else self.played
        return limit is None or _last_at(connection, number) >= now - limit


_NONE: Final = Retention(0, 0)


class Maintenance:
    """A connection for deletions. ``stop`` ends a long one early. Raises ``sqlite3.Error``."""

    def __init__(self, path: Path, stop: Event | None = None) -> None:
        self._stop = stop or Event()
        self._connection = open_store(path)
        # A log is deleted after its table.
        self._connection.execute("PRAGMA foreign_keys = OFF")
        self._connection.execute("PRAGMA secure_delete = ON")

    def close(self) -> None:
        self._connection.close()

    def delete(self, table: str) -> bool:
        """Delete a table; return whether there was one."""
        found = self._connection.execute("SELECT number FROM tables WHERE id = ?", (table,))
        row = found.fetchone()
        if row is None or not self._forget(row[0], _NONE, _now_ms()):
            return False
        self.finish()
        return True

    def expired(self, retention: Retention) -> Iterator[tuple[int, str]]:
        """Yield the tables that need not be kept any longer."""
        now, last = _now_ms(), 0
        statement = "SELECT number, id FROM tables WHERE number > ? ORDER BY number LIMIT ?"
        while not self._stop.is_set():
            rows = self._connection.execute(statement, (last, _SLICE_TABLES)).fetchall()
            for number, table in rows:
                if not retention.wants(self._connection, number, now):
                    yield number, table
            if len(rows) < _SLICE_TABLES:
                return
            last = rows[-1][0]
            self._pause()

    def prune(self, retention: Retention) -> Iterator[str]:
        """Delete expired tables; yield their ids. Release codes that were unused for a month."""
        self.finish()
        for number, table in self.expired(retention):
            if self._forget(number, retention, _now_ms()):
                yield table
                self.finish()
        self._release_codes()
        self._connection.execute(
            "DELETE FROM deletions WHERE NOT pending AND at < ?",
            (_now_ms() - _NOTICE_DAYS * DAY_MS,),
        )

    def finish(self) -> None:
        """Delete the logs of tables that were deleted."""
        found = self._connection.execute("SELECT number FROM deletions WHERE pending").fetchall()
        for (number,) in found:
            while not self._delete_slice(number):
                if self._stop.is_set():
                    return
                self._pause()

    def _forget(self, number: int, retention: Retention, now: int) -> bool:
        """Delete a table without its log, unless something happened there meanwhile."""
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            gone = retention is _NONE or not retention.wants(connection, number, now)
            if gone:
                deleted = connection.execute("DELETE FROM tables WHERE number = ?", (number,))
                gone = deleted.rowcount > 0
            if gone:
                connection.execute(
                    "INSERT INTO deletions (number, at, pending) VALUES (?, ?, 1)", (number, now)
                )
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return gone

    def _delete_slice(self, number: int) -> bool:
        """Delete rows of a log; return whether it is done for now.

        The last row of all is kept, without its content, until another one follows: so `place`
        only rises, and servers find what is new.
        """
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            last = one(connection, "SELECT ifnull(max(place), 0) FROM log")
            deleted = connection.execute(
                "DELETE FROM log WHERE place IN"
                " (SELECT place FROM log WHERE number = ? AND place < ? LIMIT ?)",
                (number, last, _SLICE_ROWS),
            )
            done = deleted.rowcount < _SLICE_ROWS
            if done:
                kept = connection.execute(
                    "UPDATE log SET body = x'' WHERE place = ? AND number = ?", (last, number)
                )
                if kept.rowcount == 0:
                    connection.execute(
                        "UPDATE deletions SET pending = 0 WHERE number = ?", (number,)
                    )
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return done

    def _release_codes(self) -> None:
        before, last = _now_ms() - _CODE_DAYS * DAY_MS, 0
        statement = (
            "SELECT number FROM tables WHERE number > ? AND code IS NOT NULL"
            " ORDER BY number LIMIT ?"
        )
        while not self._stop.is_set():
            rows = self._connection.execute(statement, (last, _SLICE_TABLES)).fetchall()
            old = [row for row in rows if _last_at(self._connection, row[0]) < before]
            if old:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany("UPDATE tables SET code = NULL WHERE number = ?", old)
                self._connection.execute("COMMIT")
            if len(rows) < _SLICE_TABLES:
                return
            last = rows[-1][0]
            self._pause()

    def _pause(self) -> None:
        self._stop.wait(_PAUSE_SECONDS)


def prune(path: Path, retention: Retention, stop: Event) -> int:
    """Delete expired tables; return how many. Raises ``sqlite3.Error`` and ``StoreError``."""
    with closing(Maintenance(path, stop)) as maintenance:
        return sum(1 for _ in maintenance.prune(retention))


def _last_at(connection: sqlite3.Connection, number: int) -> int:
    statement = "SELECT at FROM log WHERE number = ? ORDER BY seq DESC LIMIT 1"
    found = connection.execute(statement, (number,)).fetchone()
    return int(found[0]) if found else 0


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
