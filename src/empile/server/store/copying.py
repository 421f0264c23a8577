"""Copies a store to another of any kind, exactly.

The source is read in one snapshot, also while servers use it. The target is compared with it row by
row, and only rows that differ are changed, in small commits, so that a copy that was interrupted
can be continued. In the end both have the same numbers of rows with the same hashes.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Executable,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from empile.server.store import database
from empile.server.store.location import PostgresUrl, StoreError, StoreLocation
from empile.server.store.migrations.upgrade import stored_revision
from empile.server.store.postgres.preparation import MARK
from empile.server.store.revision import HEAD
from empile.server.store.schema import metadata, tables
from empile.server.store.upgrades import open_store

_ROWS_AT_ONCE: Final = 1000
_NUMBERED: Final = tuple(
    table for table in metadata.sorted_tables if table.autoincrement_column is not None
)
"""Tables whose key is a number that is not used again."""
Row = tuple[Any, ...]
Key = tuple[Any, ...]


class Copied(NamedTuple):
    """A table that is the same in both stores."""

    name: str
    rows: int
    digest: str
    """SHA-256 of all rows in the order of their keys."""


def copy(
    source: StoreLocation,
    target: StoreLocation,
    *,
    replace: bool = False,
    progress: Callable[[str, int], None] = lambda name, rows: None,
) -> list[Copied]:
    """Make ``target`` a copy of ``source``; return what both contain.

    ``progress`` gets the name of a table and the number of its rows that are compared. A target
    that is neither new nor that of an unfinished copy needs ``replace``. Raises
    :class:`StoreError`.
    """
    if isinstance(target, Path):
        if target.exists() and not replace:
            raise StoreError(f"{target} exists already; --replace overwrites it")
        part = target.with_name(f"{target.name}.part")
        copied = _copy(source, part, progress)
        part.replace(target)
        return copied
    database.migrate(target)
    _mark(target, replace=replace)
    copied = _copy(source, target, progress)
    with _opened(target, to_read=False) as end:
        end.execute(text(f"DROP TABLE {MARK}"))
        end.commit()
    return copied


def copy_to_file(source: StoreLocation, part: Path) -> int:
    """Write a file that needs no other; return its number of tables. Raises :class:`StoreError`."""
    copied = _copy(source, part, lambda name, rows: None)
    connection = open_store(part)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()
    return next(one.rows for one in copied if one.name == tables.name)


def _mark(target: PostgresUrl, *, replace: bool) -> None:
    """Let no server use the target before the copy is complete."""
    with _opened(target, to_read=False) as end:
        marked = end.execute(text("SELECT to_regclass(:name)::text"), {"name": MARK}).scalar()
        if marked is not None:
            return
        if not replace and end.execute(select(tables.c.number).limit(1)).first() is not None:
            raise StoreError(f"{target} has tables already; --replace overwrites them")
        end.execute(text(f"CREATE TABLE {MARK} ()"))
        end.commit()


def _copy(
    source: StoreLocation, target: StoreLocation, progress: Callable[[str, int], None]
) -> list[Copied]:
    with _opened(source, to_read=True) as here, _opened(target, to_read=False) as there:
        for location, end in ((source, here), (target, there)):
            revision = end.revision
            if revision != HEAD:
                raise StoreError(
                    f"{location} is of revision {revision}, not {HEAD}: run `empile migrate`"
                )
        counted = [_bring(here, there, table, progress) for table in metadata.sorted_tables]
        for table in reversed(metadata.sorted_tables):
            _remove_others(here, there, table)
        for table in _NUMBERED:
            there.continue_numbers(table, here.last_number(table))
        there.commit()
        for copied in counted:
            found = _counted(there, metadata.tables[copied.name])
            if found != copied:
                raise StoreError(
                    f"the copy differs: {copied.name} has {copied.rows} rows in {source} and"
                    f" {found.rows} in {target}, or others. Is a server using {target}?"
                )
        return counted


class _End:
    """A connection to one of the stores. ``run`` runs calls of a connection to completion."""

    def __init__(self, connection: Any, run: Callable[[Any], Any], *, is_file: bool) -> None:
        self._connection = connection
        self._run = run
        self.is_file = is_file

    def execute(self, statement: Executable, values: Any = None) -> Any:
        return self._run(self._connection.execute(statement, values))

    def commit(self) -> None:
        self._run(self._connection.commit())

    @property
    def revision(self) -> int:
        if self.is_file:
            return int(self.execute(text("PRAGMA user_version")).scalar())
        return int(self._run(self._connection.run_sync(stored_revision)))

    def last_number(self, table: Table) -> int:
        """Return the last number that was used for a row of a table, also of deleted ones."""
        (key,) = table.primary_key.columns
        last = int(self.execute(select(func.max(key))).scalar() or 0)
        if not self.is_file:
            used = text(f"SELECT last_value FROM {_sequence(table)}")
            return max(last, int(self.execute(used).scalar()))
        if not table.dialect_kwargs.get("sqlite_autoincrement"):
            return last
        used = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return max(last, int(self.execute(used, {"name": table.name}).scalar() or 0))

    def continue_numbers(self, table: Table, last: int) -> None:
        """Let the next row of a table get a higher number than ``last``."""
        if not self.is_file:
            if last:
                self.execute(text(f"SELECT setval('{_sequence(table)}', :last)"), {"last": last})
        elif table.dialect_kwargs.get("sqlite_autoincrement"):
            values = {"name": table.name, "last": last}
            self.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
            self.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), values)


def _sequence(table: Table) -> str:
    (key,) = table.primary_key.columns
    return f"{table.name}_{key.name}_seq"


@contextmanager
def _opened(location: StoreLocation, *, to_read: bool) -> Generator[_End]:
    """Connect to a store, to read from one snapshot. Raises :class:`StoreError`."""
    with database.errors_of(location):
        if isinstance(location, Path):
            with database.opened_file(location, to_read=to_read) as connection:
                if to_read:
                    connection.exec_driver_sql("BEGIN")
                yield _End(connection, lambda found: found, is_file=True)
            return
        engine = database.server_engine(location, to_read=to_read)
        # Both stores may be servers: each has an event loop, which runs only during calls.
        with asyncio.Runner() as runner:
            server = runner.run(_connect(engine))
            try:
                yield _End(server, runner.run, is_file=False)
            finally:
                runner.run(_disconnect(server, engine))


async def _connect(engine: AsyncEngine) -> AsyncConnection:
    return await engine.connect()


async def _disconnect(connection: AsyncConnection, engine: AsyncEngine) -> None:
    await connection.close()
    await engine.dispose()


def _bring(here: _End, there: _End, table: Table, progress: Callable[[str, int], None]) -> Copied:
    """Insert and update rows of the target; return what the source has."""
    hashed = _Hash()
    after: Key | None = None
    for rows in _slices(here, table):
        last = _key(table, rows[-1])
        old = {_key(table, row): row for row in _between(there, table, after, last)}
        missing = [row for row in rows if _key(table, row) not in old]
        changed = [row for row in rows if old.get(_key(table, row), row) != row]
        if missing:
            there.execute(insert(table), _named(table, missing))
        if changed:
            there.execute(_update(table), _named(table, changed))
        if missing or changed:
            there.commit()
        hashed.add(rows)
        after = last
        progress(table.name, hashed.rows)
    return hashed.of(table)


def _remove_others(here: _End, there: _End, table: Table) -> None:
    """Delete rows of the target that the source does not have."""
    count = select(func.count()).select_from(table)
    if here.execute(count).scalar() == there.execute(count).scalar():
        return
    for rows in _slices(there, table):
        first, last = _key(table, rows[0]), _key(table, rows[-1])
        known = {_key(table, row) for row in _between(here, table, first, last)} | {
            key for key in [first] if _has(here, table, key)
        }
        others = [row for row in rows if _key(table, row) not in known]
        if others:
            there.execute(delete(table).where(*_same_key(table)), _named(table, others))
            there.commit()


def _slices(end: _End, table: Table) -> Iterator[list[Row]]:
    """Yield the rows of a table in the order of their keys, in lists that are not empty."""
    after: Key | None = None
    while rows := _between(end, table, after, None, _ROWS_AT_ONCE):
        yield rows
        after = _key(table, rows[-1])


def _between(
    end: _End, table: Table, after: Key | None, last: Key | None, most: int | None = None
) -> list[Row]:
    """Return rows after one key, up to another."""
    columns = list(table.primary_key.columns)
    found = select(table).order_by(*columns).limit(most)
    key = tuple_(*columns)
    if after is not None:
        found = found.where(key > after)
    if last is not None:
        found = found.where(key <= last)
    return [tuple(row) for row in end.execute(found).all()]


def _has(end: _End, table: Table, key: Key) -> bool:
    same = zip(table.primary_key.columns, key, strict=True)
    found = select(table).where(*(column == value for column, value in same))
    return end.execute(found).first() is not None


def _key(table: Table, row: Row) -> Key:
    return tuple(
        value for column, value in zip(table.columns, row, strict=True) if column.primary_key
    )


def _named(table: Table, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return rows by the names of columns, keys also as ``old_`` names."""
    names = [column.name for column in table.columns]
    keys = [f"old_{column.name}" for column in table.primary_key.columns]
    return [
        dict(zip(names, row, strict=True)) | dict(zip(keys, _key(table, row), strict=True))
        for row in rows
    ]


def _same_key(table: Table) -> list[ColumnElement[bool]]:
    return [column == bindparam(f"old_{column.name}") for column in table.primary_key.columns]


def _update(table: Table) -> Any:
    return (
        update(table)
        .where(*_same_key(table))
        .values({c.name: bindparam(c.name) for c in table.columns if not c.primary_key})
    )


def _counted(end: _End, table: Table) -> Copied:
    hashed = _Hash()
    for rows in _slices(end, table):
        hashed.add(rows)
    return hashed.of(table)


class _Hash:
    """The hash of rows, equal for equal rows of any store."""

    def __init__(self) -> None:
        self.rows = 0
        self._digest = hashlib.sha256()

    def add(self, rows: Sequence[Row]) -> None:
        self.rows += len(rows)
        for row in rows:
            self._digest.update(b"(")
            for value in row:
                kind, content = _encoded(value)
                self._digest.update(b"%s%d:" % (kind, len(content)))
                self._digest.update(content)

    def of(self, table: Table) -> Copied:
        return Copied(table.name, self.rows, self._digest.hexdigest())


def _encoded(value: Any) -> tuple[bytes, bytes]:
    match value:
        case None:
            return b"n", b""
        case bytes():
            return b"b", value
        case str():
            return b"s", value.encode()
        case int():
            return b"i", b"%d" % value
        case _:
            raise TypeError(f"values of {type(value).__name__} cannot be copied")
