"""SQLite files, created and upgraded to the revision of this code."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from empile.server.store.backup import back_up
from empile.server.store.files import (
    APPLICATION,
    BUSY_SECONDS,
    one,
    open_to_write,
    probe,
    sqlite_errors,
)
from empile.server.store.location import StoreError
from empile.server.store.revision import HEAD

_START_BUSY_SECONDS: Final = 3.0
NEW_FILE: Final = Path(__file__).with_name("sqlite.sql")
"""The schema that the revisions create, so that new files need neither SQLAlchemy nor Alembic."""


def prepare(path: Path) -> None:
    """Create or upgrade the file, and check that it can be written. Raises :class:`StoreError`."""
    connection = open_store(path, _START_BUSY_SECONDS)
    try:
        with sqlite_errors(path):
            one(connection, "SELECT ifnull(max(place), 0) FROM log")
            probe(connection)
    finally:
        connection.close()


def open_store(path: Path, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open a file for reading and writing, created or upgraded if necessary.

    An older file is first copied; see :func:`backup_of`. Raises :class:`StoreError`.
    """
    connection, revision = open_to_write(path, busy_seconds)
    try:
        with sqlite_errors(path):
            if revision == 0:
                _create(connection)
            elif revision < HEAD:
                # Loaded only if it is needed: 0.3 s.
                from empile.server.store.migrations.upgrade import upgrade_sqlite

                _copy_aside(path, revision)
                upgrade_sqlite(connection)
            # Appends to deleted tables fail.
            connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _copy_aside(path: Path, revision: int) -> None:
    copy = backup_of(path, revision)
    try:
        back_up(path, copy, replace=True)
    except (OSError, StoreError) as error:
        raise StoreError(f"{path} cannot be upgraded without a copy {copy}: {error}") from error


def backup_of(path: Path, revision: int) -> Path:
    """Return the copy of a file before it was upgraded from a revision."""
    return path.with_name(f"{path.name}.revision-{revision}")


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster.
        if one(connection, "PRAGMA user_version") == 0:
            for statement in NEW_FILE.read_text("utf-8").split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {HEAD}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
