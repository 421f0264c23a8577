"""SQLite files: opened and checked.

The number of the schema's revision is the file's ``user_version``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from empile.server.store.interface import Fault
from empile.server.store.location import StoreError
from empile.server.store.revision import is_known

APPLICATION: Final = 0x456D7069
"""Stored in the file's ``application_id``: ``Empi``. Files of revision 1 have none."""
BUSY_SECONDS: Final = 10.0
_PROBE_BYTES: Final = 16 * 1024

_COLUMNS = (
    "SELECT number, id, code, made FROM tables LIMIT 0",
    "SELECT place, number, seq, at, body FROM log LIMIT 0",
)


def open_to_write(path: Path, busy_seconds: float = BUSY_SECONDS) -> tuple[sqlite3.Connection, int]:
    """Open a file of any known revision, created if missing; return its revision, 0 if empty.

    A new file is its owner's alone, as is its folder. Raises :class:`StoreError`.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)  # SQLite gives its log the same mode
        elif not path.is_file():
            raise StoreError(f"the data file {path} cannot be used: it is not a file")
    except OSError as error:
        raise StoreError(f"the data file {path} cannot be used: {error}") from error
    with sqlite_errors(path):
        connection = _connect(path, "rwc", busy_seconds)
        try:
            revision = _check_revision(connection, path)
            # Nothing is written before this line: the file may belong to another program.
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise StoreError(
                    f"the data file {path} cannot be used: SQLite's write-ahead log does not work"
                    " here; put the file on a local disk"
                )
            connection.execute("PRAGMA synchronous = FULL")
        except BaseException:
            connection.close()
            raise
    return connection, revision


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open an existing file of any known revision read-only. Raises :class:`StoreError`.

    Works for files of running servers, and for copies in folders without write access.
    """
    if not path.is_file():
        raise StoreError(f"there is no data file {path}")
    with sqlite_errors(path):
        # SQLite itself falls back to reading; with "ro" it would leave its other files behind.
        connection = _connect(path, "rw", BUSY_SECONDS)
        try:
            try:
                empty = _check_revision(connection, path) == 0
            except sqlite3.OperationalError:
                # SQLite cannot create its `-shm` file here, so no server is using the file.
                log_file = path.with_name(path.name + "-wal")
                if log_file.exists() and log_file.stat().st_size:
                    raise
                connection.close()
                connection = _connect(path, "ro&immutable=1", BUSY_SECONDS)
                empty = _check_revision(connection, path) == 0
            if empty:
                raise StoreError(f"the data file {path} is empty")
            connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
    return connection


def probe(connection: sqlite3.Connection) -> None:
    """Write a few pages durably and free them again. Raises ``sqlite3.Error``."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("INSERT INTO probes (body) VALUES (zeroblob(?))", (_PROBE_BYTES,))
        connection.execute("DELETE FROM probes")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def fault_of(error: sqlite3.Error) -> Fault:
    """Classify an error of SQLite."""
    match _primary_code(error):
        case sqlite3.SQLITE_FULL:
            return "full"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return "damaged"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "busy"
        case _:
            return "failed"


def one(connection: sqlite3.Connection, statement: str) -> int:
    """Return the integer that a statement yields."""
    return int(connection.execute(statement).fetchone()[0])


def _connect(path: Path, mode: str, busy_seconds: float) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=busy_seconds,
    )


def _check_revision(connection: sqlite3.Connection, path: Path) -> int:
    """Return the revision, 0 for an empty file. Raises :class:`StoreError` for foreign files."""
    version = one(connection, "PRAGMA user_version")
    application = one(connection, "PRAGMA application_id")
    named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    names = {name for (name,) in named}
    if not names and version == application == 0:
        return 0
    ours = application == APPLICATION or (application == 0 and {"tables", "log"} <= names)
    if not ours or version < 1:
        raise _foreign(path)
    if not is_known(version):
        raise StoreError(
            f"{path} was written by a newer version of Empile: update Empile to use it"
        )
    try:
        for statement in _COLUMNS:
            connection.execute(statement)
    except sqlite3.OperationalError as error:
        if _primary_code(error) != sqlite3.SQLITE_ERROR:
            raise
        raise _foreign(path) from error
    return version


def _foreign(path: Path) -> StoreError:
    return StoreError(f"{path} is a database of another program, not a data file of Empile")


@contextmanager
def sqlite_errors(path: Path) -> Generator[None]:
    """Turn errors of SQLite into :class:`StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the data file {path} cannot be used: {_reason(error)}") from error


def _reason(error: sqlite3.Error) -> str:
    match _primary_code(error):
        case sqlite3.SQLITE_NOTADB:
            return "it is not a database"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another program has locked it"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return f"{error}; it and its folder must be writable"
        case sqlite3.SQLITE_CORRUPT:
            return f"it is damaged ({error}); see `empile doctor`"
        case _:
            return str(error)


def _primary_code(error: sqlite3.Error) -> int:
    # Errors of the Python module itself have no code.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
