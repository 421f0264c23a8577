"""Copies data files: backups of running servers, and restored backups."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from empile.server.store.files import fault_of, open_to_read, sqlite_errors
from empile.server.store.location import StoreError

_PAGES: Final = 256
_PAUSE_SECONDS: Final = 0.005
"""After 1 MiB, so that the disk also serves the moves of a running server."""


def back_up(store: Path, file: Path, *, replace: bool = False) -> int:
    """Copy a data file at one moment, also of a running server; return its number of tables.

    Raises :class:`StoreError`.
    """
    with closing(open_to_read(store)) as source, new_file(file, replace=replace) as part:
        _copy(source, part)
        return _count_tables(part)


def restore(file: Path, store: Path, *, replace: bool = False) -> int:
    """Check a backup and put it in place of a data file that no server uses.

    Returns its number of tables. Raises :class:`StoreError`; the data file is then unchanged.
    """
    with closing(open_to_read(file)) as source, new_file(store, replace=replace) as part:
        _copy(source, part)
        tables = _count_tables(part)
        _require_unused(store)
        # They belong to the replaced file, and would be applied to the new one.
        for ending in ("-wal", "-shm"):
            store.with_name(store.name + ending).unlink(missing_ok=True)
        return tables


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with sqlite_errors(part), closing(sqlite3.connect(part, isolation_level=None)) as target:
        # A read transaction: or else each move of a running server would start the copy over.
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master").fetchone()
        try:
            source.backup(target, pages=_PAGES, progress=_pause)
        finally:
            source.execute("ROLLBACK")
        # One file that needs no other.
        target.execute("PRAGMA journal_mode = DELETE")
        found = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise StoreError(f"the data is damaged: {found}; see `empile doctor`")


def _pause(*_: int) -> None:
    time.sleep(_PAUSE_SECONDS)


def _count_tables(part: Path) -> int:
    with closing(sqlite3.connect(part)) as connection:
        return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])


@contextmanager
def new_file(file: Path, *, replace: bool) -> Generator[Path]:
    """Yield a path next to ``file`` that becomes ``file`` in one step, durably.

    It is its owner's alone; a group that may use the replaced file may use the new one, too. Raises :class:`StoreError` if ``file`` exists and is not to be replaced.
    """
    if file.exists() and not replace:
        raise StoreError(f"{file} exists already; --replace overwrites it")
    part = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        _adopt_owner(part, file)
        part.replace(file)
        _sync_folder(file.parent)
    finally:
        part.unlink(missing_ok=True)
        part.with_name(part.name + "-journal").unlink(missing_ok=True)


def _adopt_owner(part: Path, file: Path) -> None:
    # As root, so that the server's user can write a restored file.
    is_old = file.exists()
    same = file.stat() if is_old else file.parent.stat()
    with suppress(OSError, AttributeError):
        os.chown(part, same.st_uid, same.st_gid)
        if is_old:
            part.chmod(same.st_mode & 0o660)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not on Windows
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _require_unused(store: Path) -> None:
    """Raise :class:`StoreError` if another connection is open.

    SQLite leaves its write-ahead log only if there is none.
    """
    if not store.exists():
        return
    try:
        with closing(sqlite3.connect(store, isolation_level=None, timeout=0.1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if fault_of(error) != "damaged":
            raise StoreError(f"a server uses {store}; stop it first") from error
