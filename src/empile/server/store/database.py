"""Blocking access to any store with SQLAlchemy, for commands and maintenance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from sqlalchemy import Connection, NullPool, StaticPool, create_engine
from sqlalchemy.exc import DBAPIError

from empile.server.store.files import open_to_read, sqlite_errors
from empile.server.store.location import MISSING_PACKAGES, PostgresUrl, StoreError, StoreLocation
from empile.server.store.revision import AHEAD, HEAD
from empile.server.store.upgrades import open_store

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

Found = TypeVar("Found")

_CONNECT_SECONDS: Final = 10.0
_LOCK: Final = 0x456D7069
"""PostgreSQL's advisory lock of migrations."""
_TRIALS: Final = 20
"""How often a change of the schema is tried while moves are in its way."""


def read(location: StoreLocation, work: Callable[[Connection], Found]) -> Found:
    """Return what ``work`` returns for a connection that only reads. Raises :class:`StoreError`.

    SQLite files may be of any known revision.
    """
    if isinstance(location, Path):
        return _with_file(location, work, to_read=True)
    return _with_server(location, _checked(location, work), to_read=True)


def write(location: StoreLocation, work: Callable[[Connection], Found]) -> Found:
    """Return what ``work`` returns for a connection to a store, created or upgraded if a file.

    ``work`` commits. Raises :class:`StoreError`.
    """
    if isinstance(location, Path):
        return _with_file(location, work, to_read=False)
    return _with_server(location, _checked(location, work), to_read=False)


def _with_file(path: Path, work: Callable[[Connection], Found], *, to_read: bool) -> Found:
    with errors_of(path), opened_file(path, to_read=to_read) as connection:
        return work(connection)


def _with_server(
    location: PostgresUrl, work: Callable[[Connection], Found], *, to_read: bool
) -> Found:
    async def run() -> Found:
        engine = server_engine(location, to_read=to_read)
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    with errors_of(location):
        return asyncio.run(run())


@contextmanager
def opened_file(path: Path, *, to_read: bool) -> Generator[Connection]:
    """Open a file. Raises :class:`StoreError`."""
    opened = open_to_read(path) if to_read else open_store(path)
    engine = create_engine("sqlite://", creator=lambda: opened, poolclass=StaticPool)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
        opened.close()


def server_engine(location: PostgresUrl, *, to_read: bool) -> AsyncEngine:
    """Return an engine without a pool. To read, each connection has one snapshot.

    Raises :class:`StoreError`.
    """
    try:
        import asyncpg
        from sqlalchemy.ext.asyncio import create_async_engine
    except ImportError as error:
        raise StoreError(MISSING_PACKAGES) from error
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(location.url, timeout=_CONNECT_SECONDS),
        poolclass=NullPool,
        isolation_level="REPEATABLE READ" if to_read else "READ COMMITTED",
    )


@contextmanager
def errors_of(location: StoreLocation) -> Generator[None]:
    """Turn errors of a store into :class:`StoreError`."""
    if isinstance(location, Path):
        with sqlite_errors(location), _driver_errors():
            yield
        return
    try:
        from asyncpg import InterfaceError, PostgresError
    except ImportError as error:
        raise StoreError(MISSING_PACKAGES) from error
    try:
        with _driver_errors():
            yield
    except (OSError, TimeoutError, PostgresError, InterfaceError) as error:
        raise StoreError(f"{location} cannot be used: {error or type(error).__name__}") from error


@contextmanager
def _driver_errors() -> Generator[None]:
    """Raise the error of the driver instead of the one that wraps it."""
    try:
        yield
    except DBAPIError as error:
        cause = error.orig or error
        # The dialect for asyncpg wraps it again.
        raise (cause.__cause__ or cause) from error


def _checked(
    location: PostgresUrl, work: Callable[[Connection], Found]
) -> Callable[[Connection], Found]:
    def checked(connection: Connection) -> Found:
        from empile.server.store.migrations.upgrade import stored_revision

        require_known(location, stored_revision(connection))
        return work(connection)

    return checked


def require_known(location: StoreLocation, revision: int) -> None:
    """Raise :class:`StoreError` unless this code works with a database of a revision."""
    if revision == 0:
        raise StoreError(f"{location} has no tables of Empile: run `empile migrate --store URL`")
    if revision < HEAD:
        raise StoreError(
            f"the schema of {location} is older than this version of Empile (revision {revision},"
            f" needed {HEAD}): run `empile migrate --store URL`"
        )
    if revision > HEAD + AHEAD:
        raise StoreError(
            f"the schema of {location} is of a newer version of Empile (revision {revision}, known"
            f" {HEAD + AHEAD}): update Empile"
        )


def migrate(location: StoreLocation) -> tuple[int, int]:
    """Upgrade a store to the revision of this code; return its revisions before and after.

    Never goes back. Raises :class:`StoreError`.
    """
    if isinstance(location, Path):
        before = _revision_of_file(location)
        open_store(location).close()
        return before, max(before, HEAD)
    return change_schema(location, _migrate_server)


def _revision_of_file(path: Path) -> int:
    if not path.exists() or not path.stat().st_size:
        return 0
    connection = open_to_read(path)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def _migrate_server(connection: Connection) -> tuple[int, int]:
    from empile.server.store.migrations.upgrade import stored_revision, upgrade

    before = stored_revision(connection)
    if before < HEAD:
        upgrade(connection, before)
    return before, max(before, HEAD)


def change_schema(location: PostgresUrl, change: Callable[[Connection], Found]) -> Found:
    """Return what ``change`` returns for a connection, in a transaction that is then committed.

    It is tried again when moves were in its way. Raises :class:`StoreError`.
    """

    def run(connection: Connection) -> Found:
        # One at a time; and moves do not wait long behind a change that waits for them.
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        connection.exec_driver_sql("SET LOCAL lock_timeout = '3s'")
        result = change(connection)
        connection.commit()
        return result

    for _ in range(_TRIALS - 1):
        try:
            return _with_server(location, run, to_read=False)
        except StoreError as error:
            if not _moves_were_in_the_way(error):
                raise
    return _with_server(location, run, to_read=False)


def _moves_were_in_the_way(error: StoreError) -> bool:
    # A deadlock, and the time that a lock was waited for.
    return getattr(error.__cause__, "sqlstate", None) in ("40P01", "55P03")
