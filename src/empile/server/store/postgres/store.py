"""The store in a PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TypeVar

import asyncpg
from asyncpg import exceptions

from empile.server.store.heartbeats import Beat, Beats, DueClocks
from empile.server.store.interface import (
    Append,
    Changes,
    ClockedTable,
    CodeTakenError,
    Done,
    Fault,
    JobState,
    ListedTable,
    Row,
    StoredJob,
    StoredTable,
    StoreFailedError,
)
from empile.server.store.location import PostgresUrl, StoreError
from empile.server.store.maintenance import Retention, prune
from empile.server.store.postgres import beating
from empile.server.store.postgres.connections import (
    ERRORS,
    fault_of,
    open_connection,
)
from empile.server.store.postgres.writer import Writer
from empile.server.store.shared import (
    FINAL_STATES,
    JOB_KEPT_MS,
    LISTED_FLAG,
    MOST_ANALYSES,
    TABLES_AT_ONCE,
    FailureCounter,
    TrialWrites,
)

Found = TypeVar("Found")

_CONNECTIONS: Final = 4
"""For everything but appends."""

_CREATE: Final = """
WITH made AS (INSERT INTO tables (id, code, made) VALUES ($1, $2, $3) RETURNING number)
INSERT INTO log (number, seq, at, body) SELECT number, $4::bigint, $5::bigint, $6::bytea FROM made
RETURNING number
"""
_ROWS: Final = """
SELECT seq, at, body FROM log WHERE number = $1 AND seq > $2 ORDER BY seq LIMIT $3
"""
_LAST_OF_NEXT: Final = """
SELECT max(number) FROM (SELECT number FROM tables WHERE number > $1 ORDER BY number LIMIT $2) next
"""
_LISTED: Final = """
SELECT tables.number, tables.id,
    (SELECT at FROM log WHERE log.number = tables.number ORDER BY seq DESC LIMIT 1)
FROM tables JOIN log AS first ON first.number = tables.number AND first.seq = 1
WHERE tables.number > $1 AND tables.number <= $2 AND position($3::bytea IN first.body) > 0
"""
_KEEP_ANALYSIS: Final = """
INSERT INTO analyses AS old (name, body) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET place = excluded.place, body = excluded.body RETURNING place
"""
# The row of another process is seen by the next statement only.
_PUT_JOB: Final = """
WITH dropped AS (DELETE FROM jobs WHERE made < $4)
INSERT INTO jobs (name, made, input) VALUES ($1, $2, $3)
ON CONFLICT (name) DO NOTHING RETURNING number
"""
_ADVANCE_JOB: Final = f"""
UPDATE jobs SET state = $2, result = $3 WHERE number = $1 AND state NOT IN {FINAL_STATES}
RETURNING number
"""
_LOAD_JOB: Final = f"SELECT input FROM jobs WHERE number = $1 AND state NOT IN {FINAL_STATES}"
_NOW: Final = "SELECT pg_current_snapshot()::text"
# Rows are new if their transaction was not finished in the last snapshot: the order in which
# transactions begin, and take numbers from sequences, is not the one in which they commit.
_CHANGES: Final = """
WITH seen AS (SELECT $1::text::pg_snapshot AS snapshot), appended AS (
    SELECT number, max(seq) AS seq FROM log, seen
    WHERE tx >= ($2::text)::xid8 AND NOT pg_visible_in_snapshot(tx, seen.snapshot)
    GROUP BY number
)
SELECT pg_current_snapshot()::text,
    (SELECT array_agg(number ORDER BY number) FROM appended),
    (SELECT array_agg(seq ORDER BY number) FROM appended),
    (SELECT array_agg(number) FROM deletions, seen
        WHERE tx >= ($2::text)::xid8 AND NOT pg_visible_in_snapshot(tx, seen.snapshot))
"""

log = logging.getLogger("empile.store")


class PostgresStore:
    """A store at ``location``, whose schema is current. It connects in the background.

    The other parameters are those of :func:`empile.server.store.opening.connect`.
    """

    def __init__(
        self,
        location: PostgresUrl,
        committed: Callable[[float, int], None] | None = None,
        failed: Callable[[Fault], None] | None = None,
        delivering: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._location = location
        self._failures = FailureCounter(failed)
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(location.url, self._report, committed, delivering)
        self._free: list[asyncpg.Connection] = []
        self._allowed = asyncio.Semaphore(_CONNECTIONS)
        self._snapshot: str | None = None
        self._looking = asyncio.Lock()
        self._stopping = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._trial_writes = TrialWrites(self._probe)

    # -- Writing ---------------------------------------------------------------------------------

    def append(self, append: Append, done: Done) -> None:
        self._writer.append(append, done)

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    async def create(self, table: str, code: str | None, made: int, first: Row) -> int:
        async def create(connection: asyncpg.Connection) -> int:
            try:
                return int(await connection.fetchval(_CREATE, table, code, made, *first))
            except exceptions.UniqueViolationError as error:
                raise CodeTakenError(table) from error

        return await self._use(create)

    def release_code(self, number: int) -> None:
        task = self._loop.create_task(self._release_code(number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _release_code(self, number: int) -> None:
        statement = "UPDATE tables SET code = NULL WHERE number = $1 AND code IS NOT NULL"
        with contextlib.suppress(StoreFailedError):  # it is released when the table is loaded again
            await self._use(lambda connection: connection.execute(statement, number))

    async def keep_analysis(self, name: str, body: bytes) -> None:
        async def keep(connection: asyncpg.Connection) -> None:
            async with connection.transaction():
                place = await connection.fetchval(_KEEP_ANALYSIS, name, body)
                await connection.execute(
                    "DELETE FROM analyses WHERE place <= $1", place - MOST_ANALYSES
                )

        await self._use(keep)

    async def put_job(self, name: str | None, body: bytes) -> int:
        async def put(connection: asyncpg.Connection) -> int:
            while True:
                now = time.time_ns() // 1_000_000
                values = (name, now, body, now - JOB_KEPT_MS)
                number: int | None = await connection.fetchval(_PUT_JOB, *values)
                if number is None:
                    statement = "SELECT number FROM jobs WHERE name = $1"
                    number = await connection.fetchval(statement, name)
                if number is not None:
                    return number

        return await self._use(put)

    async def load_job(self, number: int) -> bytes | None:
        found: bytes | None = await self._use(
            lambda connection: connection.fetchval(_LOAD_JOB, number)
        )
        return found

    async def find_job(self, name: str) -> int | None:
        statement = "SELECT number FROM jobs WHERE name = $1"
        found: int | None = await self._use(lambda connection: connection.fetchval(statement, name))
        return found

    async def job_state(self, number: int) -> StoredJob | None:
        statement = "SELECT state, result FROM jobs WHERE number = $1"
        found = await self._use(lambda connection: connection.fetchrow(statement, number))
        return None if found is None else StoredJob(*found)

    async def advance_job(self, number: int, state: JobState, result: bytes) -> bool:
        found = await self._use(
            lambda connection: connection.fetchval(_ADVANCE_JOB, number, state, result)
        )
        return found is not None

    async def drop_job(self, number: int) -> None:
        statement = "DELETE FROM jobs WHERE number = $1"
        await self._use(lambda connection: connection.execute(statement, number))

    async def beat(self, beat: Beat) -> Beats:
        return await self._use(lambda connection: beating.beat(connection, beat))

    async def leave(self, beat: Beat) -> None:
        await self._use(lambda connection: beating.leave(connection, beat))

    async def set_clock(self, number: int, due: int | None) -> None:
        if due is None:
            await self._use(lambda connection: connection.execute(beating.STOP_CLOCK, number))
        else:
            await self._use(lambda connection: connection.execute(beating.SET_CLOCK, number, due))

    async def due_clocks(self, now: int) -> DueClocks:
        async def find(connection: asyncpg.Connection) -> DueClocks:
            due = [row[0] for row in await connection.fetch(beating.DUE, now)]
            return DueClocks(due, bool(due) or await connection.fetchval(beating.ANY) is not None)

        return await self._use(find)

    async def clocked(self) -> list[ClockedTable]:
        rows = await self._use(lambda connection: connection.fetch(beating.CLOCKED))
        return [ClockedTable(number, first, Row(*last)) for number, first, *last in rows]

    async def accepts_writes(self) -> bool:
        return await self._trial_writes.succeed()

    async def _probe(self) -> bool:
        async def probe(connection: asyncpg.Connection) -> None:
            async with connection.transaction():
                await connection.execute("INSERT INTO probes (body) VALUES ('')")
                await connection.execute("DELETE FROM probes")

        try:
            await self._use(probe)
        except StoreFailedError:
            return False
        return True

    async def prune(self, unplayed_ms: int | None, played_ms: int | None) -> int:
        retention = Retention(unplayed_ms, played_ms)
        try:
            return await asyncio.to_thread(prune, self._location, retention, self._stopping)
        except StoreError as error:
            log.warning("old tables cannot be deleted: %s", error)
            raise StoreFailedError("unreachable") from error

    # -- Reading ---------------------------------------------------------------------------------

    async def find(self, table: str) -> StoredTable | None:
        statement = "SELECT number, code FROM tables WHERE id = $1"
        found = await self._use(lambda connection: connection.fetchrow(statement, table))
        return None if found is None else StoredTable(*found)

    async def rows_after(self, number: int, seq: int, most: int) -> list[Row]:
        found = await self._use(lambda connection: connection.fetch(_ROWS, number, seq, most))
        return [Row(*row) for row in found]

    async def listed_after(self, number: int) -> tuple[list[ListedTable], int | None]:
        async def search(
            connection: asyncpg.Connection,
        ) -> tuple[list[ListedTable], int | None]:
            last: int | None = await connection.fetchval(_LAST_OF_NEXT, number, TABLES_AT_ONCE)
            if last is None:
                return [], None
            found = await connection.fetch(_LISTED, number, last, LISTED_FLAG)
            return [ListedTable(*row) for row in found], last

        return await self._use(search)

    async def find_code(self, code: str) -> str | None:
        statement = "SELECT id FROM tables WHERE code = $1"
        found: str | None = await self._use(lambda connection: connection.fetchval(statement, code))
        return found

    async def count_codes(self) -> int:
        statement = "SELECT count(*) FROM tables WHERE code IS NOT NULL"
        return int(await self._use(lambda connection: connection.fetchval(statement)))

    async def load_analysis(self, name: str) -> bytes | None:
        statement = "SELECT body FROM analyses WHERE name = $1"
        found: bytes | None = await self._use(
            lambda connection: connection.fetchval(statement, name)
        )
        return found

    async def changed_elsewhere(self) -> Changes:
        async with self._looking:
            return await self._use(self._look_elsewhere)

    async def _look_elsewhere(self, connection: asyncpg.Connection) -> Changes:
        seen = self._snapshot
        assert seen is not None
        found = await connection.fetchrow(_CHANGES, seen, seen.partition(":")[0])
        assert found is not None
        self._snapshot, numbers, seqs, deleted = found
        return Changes(dict(zip(numbers or (), seqs or (), strict=True)), set(deleted or ()))

    # -- Connections -----------------------------------------------------------------------------

    async def _use(self, action: Callable[[asyncpg.Connection], Awaitable[Found]]) -> Found:
        """Return what ``action`` returns for a connection. Raises :class:`StoreFailedError`."""
        if self._writer.lost:
            raise StoreFailedError("unreachable")
        async with self._allowed:
            connection = self._free.pop() if self._free else None
            try:
                if connection is None or connection.is_closed():
                    connection = await open_connection(self._location.url)
                if self._snapshot is None:
                    # Before anything is read: later changes are reported.
                    self._snapshot = await connection.fetchval(_NOW)
                found = await action(connection)
            except ERRORS as error:
                fault = self._report(error)
                if fault == "unreachable":
                    # The others are of no more use either.
                    for lost in (*self._free, *filter(None, [connection])):
                        lost.terminate()
                    self._free.clear()
                    connection = None
                raise StoreFailedError(fault) from error
            except asyncio.CancelledError:
                # In the middle of an answer.
                if connection is not None:
                    connection.terminate()
                    connection = None
                raise
            finally:
                if connection is not None and not connection.is_closed():
                    self._free.append(connection)
            return found

    def _report(self, error: BaseException) -> Fault:
        """Count and log an error, but not each of many."""
        fault = fault_of(error)
        if self._failures.count(fault):
            log.error("the store failed (%s): %s", fault, error or type(error).__name__)
        return fault

    async def close(self) -> None:
        self._stopping.set()
        await self._writer.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for connection in self._free:
            try:
                await connection.close(timeout=1.0)
            except ERRORS:
                connection.terminate()
        self._free.clear()
