"""A store in one SQLite file, with one writer thread and group commit.

With ``synchronous=FULL`` in WAL mode a commit is on disk when it returns. Appends that arrive
during a commit share the next one.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from empile.server.store import heartbeats
from empile.server.store.files import fault_of, one, probe
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
    Outcome,
    Row,
    StoredJob,
    StoredTable,
    StoreFailedError,
)
from empile.server.store.location import StoreError
from empile.server.store.shared import (
    FINAL_STATES,
    JOB_KEPT_MS,
    LISTED_FLAG,
    MOST_ANALYSES,
    TABLES_AT_ONCE,
    FailureCounter,
    TrialWrites,
)
from empile.server.store.upgrades import open_store

Found = TypeVar("Found")

_MOST_VALUES: Final = 8000
"""Values per commit, four per row; SQLite allows 32766."""
_PROBE_PATIENCE: Final = 5.0

_LAST_OF_NEXT: Final = (
    "SELECT max(number) FROM (SELECT number FROM tables WHERE number > ? ORDER BY number LIMIT ?)"
)
_LISTED: Final = """
SELECT tables.number, tables.id,
    (SELECT at FROM log WHERE log.number = tables.number ORDER BY seq DESC LIMIT 1)
FROM tables JOIN log AS first ON first.number = tables.number AND first.seq = 1
WHERE tables.number > ? AND tables.number <= ? AND instr(first.body, ?)
"""

_ADVANCE_JOB: Final = f"""
UPDATE jobs SET state = ?, result = ? WHERE number = ? AND state NOT IN {FINAL_STATES}
"""
_LOAD_JOB: Final = f"SELECT input FROM jobs WHERE number = ? AND state NOT IN {FINAL_STATES}"

_APPENDED: Final = "SELECT number, max(seq) FROM log WHERE place > ? GROUP BY number"
_DELETED: Final = "SELECT number FROM deletions WHERE place > ?"

log = logging.getLogger("empile.store")


class SQLiteStore:
    """A store in the file ``path``, created if missing. Raises :class:`StoreError`.

    ``committed`` is called after each commit with its seconds and number of appends, ``failed``
    with the kind of each failure, possibly in another thread. ``delivering()`` is entered while the
    outcomes of a commit are delivered.
    """

    def __init__(
        self,
        path: Path,
        committed: Callable[[float, int], None] | None = None,
        failed: Callable[[Fault], None] | None = None,
        delivering: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._path = path
        self._stopping = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._committed = committed
        self._failures = FailureCounter(failed)
        self._delivering = delivering
        self._queue: queue.SimpleQueue[list[_Work] | _Work | None] = queue.SimpleQueue()
        self._gathered: list[_Work] = []
        self._writer = open_store(path)
        self._reader = open_store(path)
        self._reading = threading.Lock()
        self._seen = _Seen.now(self._writer)
        self._trial_writes = TrialWrites(self._probe)
        self._thread = threading.Thread(target=self._write, name="store")
        self._thread.start()

    # -- Called on the event loop ----------------------------------------------------------------

    def append(self, append: Append, done: Done) -> None:
        # Waking the writer is expensive: once per loop iteration.
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(_Work(append, done))

    @property
    def waiting(self) -> int:
        return len(self._gathered) + self._queue.qsize()

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def create(self, table: str, code: str | None, made: int, first: Row) -> int:
        return await self._in_writer(lambda: self._create(table, code, made, first))

    async def find(self, table: str) -> StoredTable | None:
        statement = "SELECT number, code FROM tables WHERE id = ?"
        found = await asyncio.to_thread(self._read, statement, (table,))
        return StoredTable(*found[0]) if found else None

    async def rows_after(self, number: int, seq: int, most: int) -> list[Row]:
        return await asyncio.to_thread(self._rows, number, seq, most)

    async def listed_after(self, number: int) -> tuple[list[ListedTable], int | None]:
        return await asyncio.to_thread(self._listed_after, number)

    async def find_code(self, code: str) -> str | None:
        found = await asyncio.to_thread(self._read, "SELECT id FROM tables WHERE code = ?", (code,))
        return found[0][0] if found else None

    async def count_codes(self) -> int:
        statement = "SELECT count(*) FROM tables WHERE code IS NOT NULL"
        found = await asyncio.to_thread(self._read, statement, ())
        return int(found[0][0])

    def release_code(self, number: int) -> None:
        self._queue.put(_Work(None, None, lambda: self._release_code(number)))

    async def changed_elsewhere(self) -> Changes:
        return await self._in_writer(self._look_elsewhere)

    async def accepts_writes(self) -> bool:
        return await self._trial_writes.succeed()

    async def _probe(self) -> bool:
        try:
            async with asyncio.timeout(_PROBE_PATIENCE):
                await self._in_writer(lambda: probe(self._writer))
        except (StoreFailedError, TimeoutError):
            return False
        return True

    async def keep_analysis(self, name: str, body: bytes) -> None:
        await self._in_writer(lambda: self._keep_analysis(name, body))

    async def load_analysis(self, name: str) -> bytes | None:
        statement = "SELECT body FROM analyses WHERE name = ?"
        found = await asyncio.to_thread(self._read, statement, (name,))
        return found[0][0] if found else None

    async def put_job(self, name: str | None, body: bytes) -> int:
        return await self._in_writer(lambda: self._put_job(name, body))

    async def load_job(self, number: int) -> bytes | None:
        found = await asyncio.to_thread(self._read, _LOAD_JOB, (number,))
        return found[0][0] if found else None

    async def find_job(self, name: str) -> int | None:
        statement = "SELECT number FROM jobs WHERE name = ?"
        found = await asyncio.to_thread(self._read, statement, (name,))
        return found[0][0] if found else None

    async def job_state(self, number: int) -> StoredJob | None:
        statement = "SELECT state, result FROM jobs WHERE number = ?"
        found = await asyncio.to_thread(self._read, statement, (number,))
        return StoredJob(*found[0]) if found else None

    async def advance_job(self, number: int, state: JobState, result: bytes) -> bool:
        values = (state, result, number)
        return await self._in_writer(
            lambda: self._writer.execute(_ADVANCE_JOB, values).rowcount > 0
        )

    async def drop_job(self, number: int) -> None:
        statement = "DELETE FROM jobs WHERE number = ?"
        await self._in_writer(lambda: self._writer.execute(statement, (number,)))

    async def beat(self, beat: Beat) -> Beats:
        return await self._in_writer(lambda: heartbeats.beat_in(self._writer, beat))

    async def leave(self, beat: Beat) -> None:
        await self._in_writer(lambda: heartbeats.leave_in(self._writer, beat))

    async def set_clock(self, number: int, due: int | None) -> None:
        if due is None:
            await self._in_writer(lambda: self._writer.execute(heartbeats.STOP_CLOCK, (number,)))
        else:
            values = (number, due)
            await self._in_writer(lambda: self._writer.execute(heartbeats.SET_CLOCK, values))

    async def due_clocks(self, now: int) -> DueClocks:
        due = await asyncio.to_thread(self._read, heartbeats.DUE, (now,))
        runs = due or await asyncio.to_thread(self._read, heartbeats.ANY, ())
        return DueClocks([row[0] for row in due], bool(runs))

    async def clocked(self) -> list[ClockedTable]:
        rows = await asyncio.to_thread(self._read, heartbeats.CLOCKED, ())
        return [ClockedTable(number, first, Row(*last)) for number, first, *last in rows]

    async def prune(self, unplayed_ms: int | None, played_ms: int | None) -> int:
        def run() -> int:
            # Loaded when it is first needed: 0.3 s.
            from empile.server.store.maintenance import Retention, prune

            return prune(self._path, Retention(unplayed_ms, played_ms), self._stopping)

        try:
            return await asyncio.to_thread(run)
        except StoreError as error:
            cause = error.__cause__
            if isinstance(cause, sqlite3.Error):
                raise self._report(cause) from error
            raise

    async def in_writer(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Return what ``work`` returns in the writer's thread; it leaves no transaction open."""
        return await self._in_writer(lambda: work(self._writer))

    async def close(self) -> None:
        self._stopping.set()
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        with self._reading:
            self._reader.close()

    async def _in_writer(self, job: Callable[[], Found]) -> Found:
        answer: asyncio.Future[Found] = self._loop.create_future()

        def run() -> None:
            try:
                found = job()
            except sqlite3.Error as error:
                self._tell(_settle, answer, None, self._report(error))
            except Exception as error:
                self._tell(_settle, answer, None, error)
            else:
                self._tell(_settle, answer, found, None)

        self._queue.put(_Work(None, None, run))
        return await answer

    # -- Called in the writer's thread -----------------------------------------------------------

    def _write(self) -> None:
        try:
            while self._write_batch():
                pass
        finally:
            self._writer.close()

    def _write_batch(self) -> bool:
        work = self._queue.get()
        batch: list[_Work] = []
        values = 0
        more = True
        while work is not None:
            if isinstance(work, list):
                batch += work
                values += sum(len(one.rows) for one in work)
            elif work.job is not None:
                work.job()
            if values >= _MOST_VALUES:
                break
            try:
                work = self._queue.get_nowait()
            except queue.Empty:
                break
        else:
            more = False
        if batch:
            outcomes = self._commit(batch)
            self._tell(self._settle_batch, batch, outcomes)
        return more

    def _commit(self, batch: list[_Work]) -> list[Outcome]:
        outcomes: list[Outcome]
        try:
            try:
                # A statement is a transaction of its own. Each call of SQLite releases the
                # interpreter lock and has to wait for it.
                self._insert([work.rows for work in batch])
            except sqlite3.IntegrityError:
                # Conflict in the batch: insert the appends one by one.
                self._writer.execute("BEGIN IMMEDIATE")
                outcomes = [self._insert_one(work) for work in batch]
                self._writer.execute("COMMIT")
            else:
                outcomes = ["kept"] * len(batch)
        except sqlite3.Error as error:
            self._report(error)
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return ["failed"] * len(batch)
        return outcomes

    def _report(self, error: sqlite3.Error) -> StoreFailedError:
        """Count and log an error, but not each of many."""
        fault = fault_of(error)
        if self._failures.count(fault):
            log.error("the store failed (%s)", fault, exc_info=error)
        return StoreFailedError(fault)

    def _insert_one(self, work: _Work) -> Outcome:
        try:
            self._insert([work.rows])
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
                return "deleted"
            return "conflict"
        return "kept"

    def _insert(self, appends: Iterable[Sequence[int | bytes]]) -> None:
        # One statement for all rows: each step of SQLite releases and regains the interpreter lock.
        values = list(chain.from_iterable(appends))
        places = ",".join(["(?,?,?,?)"] * (len(values) // 4))
        self._writer.execute(f"INSERT INTO log (number, seq, at, body) VALUES {places}", values)

    def _create(self, table: str, code: str | None, made: int, first: Row) -> int:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            made_row = self._writer.execute(
                "INSERT INTO tables (id, code, made) VALUES (?, ?, ?)", (table, code, made)
            )
            number = made_row.lastrowid
            assert number is not None
            self._insert([(number, *first)])
            self._writer.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            self._writer.execute("ROLLBACK")
            raise CodeTakenError(table) from error
        except sqlite3.Error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
        return number

    def _release_code(self, number: int) -> None:
        statement = "UPDATE tables SET code = NULL WHERE number = ? AND code IS NOT NULL"
        try:
            self._writer.execute(statement, (number,))
        except sqlite3.Error as error:
            self._report(error)  # it is released when the table is loaded again

    def _keep_analysis(self, name: str, body: bytes) -> None:
        made = self._writer.execute(
            "INSERT OR REPLACE INTO analyses (name, body) VALUES (?, ?)", (name, body)
        )
        place = made.lastrowid
        assert place is not None
        self._writer.execute("DELETE FROM analyses WHERE place <= ?", (place - MOST_ANALYSES,))

    def _put_job(self, name: str | None, body: bytes) -> int:
        now = time.time_ns() // 1_000_000
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            self._writer.execute("DELETE FROM jobs WHERE made < ?", (now - JOB_KEPT_MS,))
            known = self._writer.execute("SELECT number FROM jobs WHERE name = ?", (name,))
            number: int | None = (known.fetchone() or (None,))[0]
            if number is None:
                statement = "INSERT INTO jobs (name, made, input) VALUES (?, ?, ?)"
                number = self._writer.execute(statement, (name, now, body)).lastrowid
            self._writer.execute("COMMIT")
        finally:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        assert number is not None
        return number

    def _look_elsewhere(self) -> Changes:
        seen = self._seen
        # One snapshot: what another process commits during this call is found by the next one.
        self._writer.execute("BEGIN")
        try:
            now = _Seen.now(self._writer)
            changes = Changes({}, set())
            if now.version != seen.version:
                appended = self._writer.execute(_APPENDED, (seen.place,)).fetchall()
                deleted = self._writer.execute(_DELETED, (seen.deletion,)).fetchall()
                changes = Changes(dict(appended), {number for (number,) in deleted})
        finally:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        self._seen = now
        return changes

    def _tell(self, function: Callable[..., None], *args: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            log.warning("the event loop ended before the store did")

    def _settle_batch(self, batch: list[_Work], outcomes: list[Outcome]) -> None:
        if self._committed is not None:
            self._committed(time.perf_counter() - batch[0].arrived, len(batch))
        with self._delivering():
            for work, outcome in zip(batch, outcomes, strict=True):
                assert work.done is not None
                work.done(outcome)

    # -- Reading, in any thread ------------------------------------------------------------------

    def _rows(self, number: int, seq: int, most: int) -> list[Row]:
        found = self._read(
            "SELECT seq, at, body FROM log WHERE number = ? AND seq > ? ORDER BY seq LIMIT ?",
            (number, seq, most),
        )
        return [Row(*row) for row in found]

    def _listed_after(self, number: int) -> tuple[list[ListedTable], int | None]:
        ((last,),) = self._read(_LAST_OF_NEXT, (number, TABLES_AT_ONCE))
        if last is None:
            return [], None
        found = self._read(_LISTED, (number, last, LISTED_FLAG))
        return [ListedTable(*row) for row in found], last

    def _read(self, statement: str, values: Iterable[Any]) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(statement, tuple(values)).fetchall()
        except sqlite3.Error as error:
            raise self._report(error) from error


class _Seen(NamedTuple):
    """A state of the file. Places only rise, because a deletion leaves the last row of the log."""

    version: int
    """Changes with each commit of another connection."""
    place: int
    deletion: int

    @classmethod
    def now(cls, connection: sqlite3.Connection) -> _Seen:
        # The first query begins the snapshot, to which the version then belongs.
        place = one(connection, "SELECT ifnull(max(place), 0) FROM log")
        deletion = one(connection, "SELECT ifnull(max(place), 0) FROM deletions")
        return cls(one(connection, "PRAGMA data_version"), place, deletion)


class _Work:
    __slots__ = ("arrived", "done", "job", "rows")

    def __init__(
        self, append: Append | None, done: Done | None, job: Callable[[], None] | None = None
    ) -> None:
        self.rows: list[int | bytes] = []
        """Values to insert, row after row."""
        if append is not None:
            for row in append.rows:
                self.rows += (append.number, *row)
        self.done = done
        self.job = job
        self.arrived = time.perf_counter()


def _settle(answer: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
    if answer.cancelled():
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(found)
