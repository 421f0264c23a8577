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
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

from empile.engine.errors import EmpileError
from empile.server.store.interface import Append, CodeTakenError, Done, Outcome, Row

Found = TypeVar("Found")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL UNIQUE,
    made INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS log (
    place INTEGER PRIMARY KEY,
    number INTEGER NOT NULL REFERENCES tables (number),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (number, seq)
);
"""
_MORE = """
CREATE TABLE IF NOT EXISTS analyses (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    body BLOB NOT NULL
);
"""
"""Tables that older files of the same format lack."""
_MOST_ANALYSES: Final = 2000
_FORMAT: Final = 1
"""Stored in the file's ``user_version``; increase it if the schema changes."""
_MOST_VALUES: Final = 8000
"""Values per commit, four per row; SQLite allows 32766."""
_BUSY_SECONDS: Final = 10.0

log = logging.getLogger("empile.store")


class StoreError(EmpileError):
    """The file cannot be opened or is not an Empile database."""


class SQLiteStore:
    """A store in the file ``path``, created if missing. Raises :class:`StoreError`.

    ``committed`` is called after each commit with its seconds and number of appends.
    """

    def __init__(self, path: Path, committed: Callable[[float, int], None] | None = None) -> None:
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._committed = committed
        self._queue: queue.SimpleQueue[list[_Work] | _Work | None] = queue.SimpleQueue()
        self._gathered: list[_Work] = []
        self._writer = _open(path)
        self._reader = _open(path)
        self._reading = threading.Lock()
        self._seen_version = _one(self._writer, "PRAGMA data_version")
        self._seen_place = _one(self._writer, "SELECT ifnull(max(place), 0) FROM log")
        self._thread = threading.Thread(target=self._write, name="store")
        self._thread.start()

    # -- Called on the event loop ----------------------------------------------------------------

    def append(self, append: Append, done: Done) -> None:
        # Waking the writer is expensive: once per loop iteration.
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(_Work(append, done))

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    async def create(self, table: str, code: str, made: int, first: Row) -> int:
        return await self._in_writer(lambda: self._create(table, code, made, first))

    async def number_of(self, table: str) -> int | None:
        statement = "SELECT number FROM tables WHERE id = ?"
        found = await asyncio.to_thread(self._read, statement, (table,))
        return found[0][0] if found else None

    async def rows_after(self, number: int, seq: int, most: int) -> list[Row]:
        return await asyncio.to_thread(self._rows, number, seq, most)

    async def find_code(self, code: str) -> str | None:
        found = await asyncio.to_thread(self._read, "SELECT id FROM tables WHERE code = ?", (code,))
        return found[0][0] if found else None

    async def changed_elsewhere(self) -> set[int]:
        return await self._in_writer(self._look_elsewhere)

    async def keep_analysis(self, name: str, body: bytes) -> None:
        await self._in_writer(lambda: self._keep_analysis(name, body))

    async def load_analysis(self, name: str) -> bytes | None:
        statement = "SELECT body FROM analyses WHERE name = ?"
        found = await asyncio.to_thread(self._read, statement, (name,))
        return found[0][0] if found else None

    async def close(self) -> None:
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
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                self._insert([work.rows for work in batch])
                outcomes: list[Outcome] = ["kept"] * len(batch)
            except sqlite3.IntegrityError:
                # Conflict in the batch: insert the appends one by one.
                outcomes = [self._insert_one(work) for work in batch]
            self._writer.execute("COMMIT")
        except sqlite3.Error:
            log.exception("the store cannot write")
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return ["failed"] * len(batch)
        return outcomes

    def _insert_one(self, work: _Work) -> Outcome:
        try:
            self._insert([work.rows])
        except sqlite3.IntegrityError:
            return "conflict"
        return "kept"

    def _insert(self, appends: Iterable[Sequence[int | bytes]]) -> None:
        # One statement for all rows: each step of SQLite releases and regains the interpreter lock.
        values = list(chain.from_iterable(appends))
        places = ",".join(["(?,?,?,?)"] * (len(values) // 4))
        self._writer.execute(f"INSERT INTO log (number, seq, at, body) VALUES {places}", values)

    def _create(self, table: str, code: str, made: int, first: Row) -> int:
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
            raise CodeTakenError(code) from error
        except sqlite3.Error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
        return number

    def _keep_analysis(self, name: str, body: bytes) -> None:
        made = self._writer.execute(
            "INSERT OR REPLACE INTO analyses (name, body) VALUES (?, ?)", (name, body)
        )
        place = made.lastrowid
        assert place is not None
        self._writer.execute("DELETE FROM analyses WHERE place <= ?", (place - _MOST_ANALYSES,))

    def _look_elsewhere(self) -> set[int]:
        version = _one(self._writer, "PRAGMA data_version")
        place = _one(self._writer, "SELECT ifnull(max(place), 0) FROM log")
        changed: set[int] = set()
        if version != self._seen_version:
            found = self._writer.execute(
                "SELECT DISTINCT number FROM log WHERE place > ?", (self._seen_place,)
            )
            changed = {number for (number,) in found}
        self._seen_version, self._seen_place = version, place
        return changed

    def _tell(self, function: Callable[..., None], *args: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            log.warning("the event loop ended before the store did")

    def _settle_batch(self, batch: list[_Work], outcomes: list[Outcome]) -> None:
        if self._committed is not None:
            self._committed(time.perf_counter() - batch[0].arrived, len(batch))
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

    def _read(self, statement: str, values: Iterable[Any]) -> list[Any]:
        with self._reading:
            return self._reader.execute(statement, tuple(values)).fetchall()


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


def prepare(path: Path) -> None:
    """Create the file if missing and check it. Raises :class:`StoreError`."""
    _open(path).close()


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=_BUSY_SECONDS
        )
        version = _one(connection, "PRAGMA user_version")
        if version not in (0, _FORMAT):
            raise StoreError(
                f"{path} was written by a newer version of Empile: update Empile to use it"
            )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version == 0:
            connection.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {_FORMAT}; COMMIT;"
            )
        connection.execute(_MORE)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the data file {path} cannot be used: {error}") from error
    return connection


def _one(connection: sqlite3.Connection, statement: str) -> int:
    return int(connection.execute(statement).fetchone()[0])
