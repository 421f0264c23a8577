"""Group commit to PostgreSQL: appends that arrive during a commit share the next one.

A batch is one INSERT, which is a transaction of its own. If one of its appends conflicts, nothing
is stored, and each append gets a savepoint. If the connection is lost before the answer, the
outcome is unknown: the same appends are inserted again over a new connection. Then either they are
stored now, or `UNIQUE (number, seq)` shows that the log has these numbers, and the number of the
append stored there shows whose they are. The INSERT waits for a transaction of the lost connection
that still runs.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final

import asyncpg
from asyncpg import exceptions

from empile.server.store.interface import Append, Done, Fault, Outcome
from empile.server.store.postgres.connections import (
    ANSWER_SECONDS,
    ERRORS,
    is_lost,
    open_connection,
)

_MOST_ROWS: Final = 4000
"""Rows per commit."""
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 1.0
"""Seconds between attempts to connect."""
_DOUBT_SECONDS: Final = 10.0
"""How long appends wait for a database server that was lost before it answered."""

_INSERT: Final = """
INSERT INTO log (number, seq, at, body, append)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[])
"""
_FIND: Final = "SELECT append FROM log WHERE number = $1 AND seq = $2"

log = logging.getLogger("empile.store")


class Pending:
    """An append that waits for its outcome."""

    __slots__ = ("append", "arrived", "done", "key")

    def __init__(self, append: Append, done: Done) -> None:
        self.append = append
        self.done = done
        self.key = random.getrandbits(63)
        """Distinguishes this append from others with the same rows."""
        self.arrived = time.perf_counter()


class Writer:
    """Writes in a task of its own. ``report`` counts and logs errors."""

    def __init__(
        self,
        url: str,
        report: Callable[[BaseException], Fault],
        committed: Callable[[float, int], None] | None,
        delivering: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._url = url
        self._report = report
        self._committed = committed
        self._delivering = delivering
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Pending] = []
        self._arrived = asyncio.Event()
        self._closing = False
        self._connection: asyncpg.Connection | None = None
        self.lost = False
        """Whether the database server does not answer: appends fail at once."""
        self._task = self._loop.create_task(self._write())

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def append(self, append: Append, done: Done) -> None:
        if self.lost or self._closing:
            self._loop.call_soon(done, "failed")
            return
        self._waiting.append(Pending(append, done))
        self._arrived.set()

    async def close(self) -> None:
        """Write what waits, and disconnect."""
        self._closing = True
        self._arrived.set()
        await self._task

    async def _write(self) -> None:
        doubtful: list[Pending] = []
        while not (self._closing and (self.lost or not (self._waiting or doubtful))):
            connection = self._connection
            if connection is None or connection.is_closed():
                doubtful = await self._connect(doubtful)
                continue
            if not doubtful:
                if not self._waiting:
                    self._arrived.clear()
                    await self._arrived.wait()
                    continue
                batch = self._take()
                commit = self._insert
            else:
                batch, commit = doubtful, self._insert_one_by_one
            try:
                outcomes = await commit(connection, batch)
            except ERRORS as error:
                self._report(error)
                if is_lost(error):
                    # Whether it committed is not known.
                    doubtful = batch
                    self._drop_connection()
                    continue
                if isinstance(error, exceptions.TransactionRollbackError):  # a deadlock
                    doubtful = batch
                    continue
                outcomes = _same("failed", batch)
            doubtful = []
            self._settle(batch, outcomes)
        self._refuse_waiting()
        self._settle(doubtful, _same("unknown", doubtful))
        if self._connection is not None:
            await _close(self._connection)

    def _take(self) -> list[Pending]:
        rows = count = 0
        while count < len(self._waiting) and rows < _MOST_ROWS:
            rows += len(self._waiting[count].append.rows)
            count += 1
        batch, self._waiting = self._waiting[:count], self._waiting[count:]
        # In all processes the same order: two batches never wait for each other.
        batch.sort(key=_number)
        return batch

    async def _connect(self, doubtful: list[Pending]) -> list[Pending]:
        """Connect, however long it takes; return the appends that still wait for their outcome."""
        pause = _FIRST_PAUSE
        while not (self._closing and self.lost):
            try:
                self._connection = await open_connection(self._url)
            except ERRORS as error:
                self._report(error)
            else:
                if self.lost:
                    log.warning("the database server answers again")
                self.lost = False
                return doubtful
            self.lost = True
            self._refuse_waiting()
            if doubtful and time.perf_counter() - doubtful[0].arrived > _DOUBT_SECONDS:
                self._settle(doubtful, _same("unknown", doubtful))
                doubtful = []
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, _LONGEST_PAUSE)
        return doubtful

    def _drop_connection(self) -> None:
        assert self._connection is not None
        self._connection.terminate()
        self._connection = None

    def _refuse_waiting(self) -> None:
        """Answer appends that were not sent."""
        waiting, self._waiting = self._waiting, []
        self._settle(waiting, _same("failed", waiting))

    def _settle(self, batch: Sequence[Pending], outcomes: Sequence[Outcome]) -> None:
        if not batch:
            return
        if self._committed is not None and "kept" in outcomes:
            self._committed(time.perf_counter() - batch[0].arrived, len(batch))
        with self._delivering():
            for pending, outcome in zip(batch, outcomes, strict=True):
                try:
                    pending.done(outcome)
                except Exception:
                    log.exception("the outcome of an append cannot be delivered")

    async def _insert(self, connection: asyncpg.Connection, batch: list[Pending]) -> list[Outcome]:
        try:
            await connection.execute(_INSERT, *_columns(batch), timeout=ANSWER_SECONDS)
        except (exceptions.UniqueViolationError, exceptions.ForeignKeyViolationError):
            return await self._insert_one_by_one(connection, batch)
        return _same("kept", batch)

    async def _insert_one_by_one(
        self, connection: asyncpg.Connection, batch: list[Pending]
    ) -> list[Outcome]:
        outcomes: list[Outcome] = []
        async with connection.transaction():
            # A transaction that writes waits for synchronous replicas at its end, and so for all
            # that was committed before.
            await connection.execute("SELECT pg_logical_emit_message(true, 'empile', '')")
            for pending in batch:
                outcomes.append(await _insert_one(connection, pending))
        return outcomes


async def _insert_one(connection: asyncpg.Connection, pending: Pending) -> Outcome:
    try:
        async with connection.transaction():  # a savepoint
            await connection.execute(_INSERT, *_columns([pending]), timeout=ANSWER_SECONDS)
    except exceptions.UniqueViolationError:
        number, rows = pending.append
        stored = await connection.fetchval(_FIND, number, rows[0].seq)
        return "kept" if stored == pending.key else "conflict"
    except exceptions.ForeignKeyViolationError:
        return "deleted"
    return "kept"


def _columns(
    batch: list[Pending],
) -> tuple[list[int], list[int], list[int], list[bytes], list[int]]:
    numbers: list[int] = []
    seqs: list[int] = []
    times: list[int] = []
    bodies: list[bytes] = []
    keys: list[int] = []
    for pending in batch:
        number, rows = pending.append
        for seq, at, body in rows:
            numbers.append(number)
            seqs.append(seq)
            times.append(at)
            bodies.append(body)
            keys.append(pending.key)
    return numbers, seqs, times, bodies, keys


def _same(outcome: Outcome, batch: Sequence[Pending]) -> list[Outcome]:
    return [outcome] * len(batch)


def _number(pending: Pending) -> int:
    return pending.append.number


async def _close(connection: asyncpg.Connection) -> None:
    try:
        await connection.close(timeout=1.0)
    except ERRORS:
        connection.terminate()
