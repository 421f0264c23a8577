"""Deletes tables of a store in small steps, also while servers use it.

In a SQLite file, whose writers wait for each other, a table disappears in one commit, together with
a notice for servers. Its log follows in slices, between which others may write. After an
interruption the next call continues. In PostgreSQL, whose other writers need not wait, the log is
deleted in the same commit.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Final, NamedTuple

from sqlalchemy import Connection, LargeBinary, delete, func, insert, literal, select, text, update

from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import (
    claims,
    deletions,
    log,
    members,
    message_readers,
    messages,
    projected,
    tables,
)

DAY_MS: Final = 24 * 3600 * 1000
_SLICE_ROWS: Final = 500
_SLICE_TABLES: Final = 200
_PAUSE_SECONDS: Final = 0.02
_NOTICE_DAYS: Final = 30
_CODE_DAYS: Final = 30
_MOVE: Final = b'{"kind":"move"'
_IS_MOVE: Final = func.substr(log.c.body, 1, len(_MOVE)) == literal(_MOVE, LargeBinary)

# SQLite alone. The last row of all is kept, without its content, until another one follows: so
# `place` only rises, and servers find what is new.
_LAST_PLACE: Final = text("SELECT ifnull(max(place), 0) FROM log")
_DELETE_SLICE: Final = text(
    "DELETE FROM log WHERE place IN"
    " (SELECT place FROM log WHERE number = :number AND place < :last LIMIT :most)"
)
_EMPTY_LAST: Final = text("UPDATE log SET body = x'' WHERE place = :last AND number = :number")


class Retention(NamedTuple):
    """How long tables are kept after their last event, in milliseconds; None: for ever."""

    unplayed: int | None
    """Tables on which no move was made."""
    played: int | None

    def wants(self, connection: Connection, number: int, now: int) -> bool:
        """Return whether a table should be kept."""
        oldest = now - min(limit for limit in (*self, now) if limit is not None)
        last = _last_at(connection, number)
        if last >= oldest:
            return True
        move = select(log.c.seq).where(log.c.number == number, _IS_MOVE).limit(1)
        limit = self.unplayed if connection.scalar(move) is None else self.played
        return limit is None or last >= now - limit


_NONE: Final = Retention(0, 0)


class Maintenance:
    """Deletions over a connection that may write. ``stop`` ends a long one early."""

    def __init__(self, connection: Connection, stop: Event | None = None) -> None:
        self._stop = stop or Event()
        self._connection = connection
        self._is_file = connection.dialect.name == "sqlite"
        if self._is_file:
            # A log is deleted after its table.
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
            connection.rollback()

    def delete(self, table: str) -> bool:
        """Delete a table; return whether there was one."""
        number = self._connection.scalar(select(tables.c.number).where(tables.c.id == table))
        self._connection.rollback()
        if number is None or not self._forget(number, _NONE, _now_ms()):
            return False
        self.finish()
        return True

    def expired(self, retention: Retention) -> Iterator[tuple[int, str]]:
        """Yield the tables that need not be kept any longer."""
        now = _now_ms()
        for slice_ in self._slices():
            found = [
                (number, table)
                for number, table in slice_
                if not retention.wants(self._connection, number, now)
            ]
            self._connection.rollback()
            yield from found

    def prune(self, retention: Retention) -> Iterator[str]:
        """Delete expired tables; yield their ids. Release codes that were unused for a month."""
        self.finish()
        for number, table in self.expired(retention):
            if self._forget(number, retention, _now_ms()):
                yield table
                self.finish()
        self._release_codes()
        with self._transaction() as connection:
            connection.execute(
                delete(deletions).where(
                    deletions.c.pending == 0, deletions.c.at < _now_ms() - _NOTICE_DAYS * DAY_MS
                )
            )

    def finish(self) -> None:
        """Delete the logs of tables that were deleted."""
        pending = select(deletions.c.number).where(deletions.c.pending != 0)
        numbers = self._connection.scalars(pending).all()
        self._connection.rollback()
        for number in numbers:
            while not self._delete_slice(number):
                if self._stop.is_set():
                    return
                self._pause()

    def _slices(self) -> Iterator[list[tuple[int, str]]]:
        last = 0
        while not self._stop.is_set():
            next_ = select(tables.c.number, tables.c.id).where(tables.c.number > last)
            rows = self._connection.execute(
                next_.order_by(tables.c.number).limit(_SLICE_TABLES)
            ).all()
            self._connection.rollback()
            yield [(number, table) for number, table in rows]
            if len(rows) < _SLICE_TABLES:
                return
            last = rows[-1][0]
            self._pause()

    def _forget(self, number: int, retention: Retention, now: int) -> bool:
        """Delete a table; return False if it should be kept after all, or is deleted already."""
        with self._transaction() as connection:
            if not self._is_file:
                # Appends lock the row in another mode: those under way end first, later ones fail.
                connection.execute(
                    select(tables.c.number).where(tables.c.number == number).with_for_update()
                )
            if retention is not _NONE and retention.wants(connection, number, now):
                return False
            if connection.scalar(select(members.c.id).limit(1)) is not None:
                # Loaded only if the store has accounts.
                from empile.community.projections.deletion import keep_games

                keep_games(connection, number)
            if not self._is_file:
                connection.execute(delete(log).where(log.c.number == number))
            connection.execute(delete(claims).where(claims.c.number == number))
            written = select(messages.c.id).where(messages.c.number == number)
            connection.execute(
                delete(message_readers).where(message_readers.c.message.in_(written))
            )
            connection.execute(delete(messages).where(messages.c.number == number))
            connection.execute(delete(projected).where(projected.c.number == number))
            gone = connection.execute(delete(tables).where(tables.c.number == number))
            if gone.rowcount == 0:
                return False
            connection.execute(
                insert(deletions).values(number=number, at=now, pending=int(self._is_file))
            )
        return True

    def _delete_slice(self, number: int) -> bool:
        """Delete rows of a log; return whether it is done for now."""
        with self._transaction() as connection:
            last = connection.scalar(_LAST_PLACE)
            where = {"number": number, "last": last}
            deleted = connection.execute(_DELETE_SLICE, {**where, "most": _SLICE_ROWS})
            done = deleted.rowcount < _SLICE_ROWS
            if done and connection.execute(_EMPTY_LAST, where).rowcount == 0:
                connection.execute(
                    update(deletions).where(deletions.c.number == number).values(pending=0)
                )
        return done

    def _release_codes(self) -> None:
        before = _now_ms() - _CODE_DAYS * DAY_MS
        for slice_ in self._slices():
            numbers = [number for number, _ in slice_]
            coded = select(tables.c.number).where(
                tables.c.number.in_(numbers), tables.c.code.is_not(None)
            )
            with self._transaction() as connection:
                old = [
                    number
                    for number in connection.scalars(coded).all()
                    if _last_at(connection, number) < before
                ]
                if old:
                    connection.execute(
                        update(tables).where(tables.c.number.in_(old)).values(code=None)
                    )

    @contextmanager
    def _transaction(self) -> Generator[Connection]:
        connection = self._connection
        if self._is_file:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    def _pause(self) -> None:
        self._stop.wait(_PAUSE_SECONDS)


def prune(location: StoreLocation, retention: Retention, stop: Event) -> int:
    """Delete expired tables; return how many. Blocks. Raises ``SQLAlchemyError``."""
    return database.write(
        location,
        lambda connection: sum(1 for _ in Maintenance(connection, stop).prune(retention)),
    )


def _last_at(connection: Connection, number: int) -> int:
    last = select(log.c.at).where(log.c.number == number).order_by(log.c.seq.desc()).limit(1)
    return connection.scalar(last) or 0


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
