"""Access to the relational tables of the store, without blocking the event loop.

Example::

    database = open_database(location, store)
    found = await database.read(lambda connection: connection.scalars(select(members.c.id)).all())
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Engine, QueuePool, StaticPool, create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from empile.server.store.files import fault_of, open_to_read
from empile.server.store.interface import Store
from empile.server.store.location import MISSING_PACKAGES, PostgresUrl, StoreError, StoreLocation
from empile.server.store.sqlite import SQLiteStore
from empile.server.tables.store_errors import store_error, store_errors

Found = TypeVar("Found")
Work = Callable[[Connection], Found]
"""What is done with a connection, in one transaction that it neither begins nor ends."""

_READERS: Final = 4
"""Threads that read from a SQLite file."""
_CONNECTIONS: Final = 1
"""Connections to PostgreSQL; twice as many for a moment. More slow moves down: each request needs the
processor as well (`benchmarks/results/people_speed.md`)."""
_TRIES: Final = 3

log = logging.getLogger("empile.community")


class Database(Protocol):
    """A gateway to the tables of :mod:`empile.server.store.schema`.

    Both methods raise ``CommandError`` if the store fails, as moves do. :func:`open_database`
    creates one.
    """

    async def read(self, work: Work[Found]) -> Found:
        """Return what ``work`` returns for one snapshot of the store."""
        ...

    async def write(self, work: Work[Found]) -> Found:
        """Return what ``work`` returns, once it is committed durably.

        An exception of ``work`` rolls back. Other processes may write at the same time: check what
        must hold in the statement that writes, or catch ``IntegrityError``, which passes. ``work``
        may be called again if it could not be committed.
        """
        ...

    async def close(self) -> None: ...


def open_database(location: StoreLocation, store: Store) -> Database:
    """Return the gateway to a store that is open. Call it on the event loop."""
    if isinstance(store, SQLiteStore):
        assert isinstance(location, Path)
        return SQLiteDatabase(location, store)
    assert isinstance(location, PostgresUrl)
    return PostgresDatabase(location)


class SQLiteDatabase:
    """Writes in the thread of the store, reads in threads with connections of their own."""

    def __init__(self, path: Path, store: SQLiteStore) -> None:
        self._store = store
        self._writer: Engine | None = None
        self._threads = ThreadPoolExecutor(_READERS, "community-reader")
        self._readers = create_engine(
            "sqlite://",
            creator=lambda: open_to_read(path),
            poolclass=QueuePool,
            pool_size=_READERS,
            max_overflow=0,
        )

    async def read(self, work: Work[Found]) -> Found:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._read, work)

    def _read(self, work: Work[Found]) -> Found:
        try:
            with self._readers.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                return work(connection)
        except StoreError as error:
            log.error("the store cannot be read: %s", error)
            raise store_error() from error
        except DBAPIError as error:
            if not isinstance(error.orig, sqlite3.Error):
                raise
            log.error("the store cannot be read", exc_info=error)
            raise store_error(fault_of(error.orig)) from error

    async def write(self, work: Work[Found]) -> Found:
        with store_errors():
            return await self._store.in_writer(lambda connection: self._write(connection, work))

    def _write(self, connection: sqlite3.Connection, work: Work[Found]) -> Found:
        if self._writer is None:
            self._writer = create_engine(
                "sqlite://", creator=lambda: connection, poolclass=StaticPool
            )
        try:
            with self._writer.connect() as wrapped:
                wrapped.exec_driver_sql("BEGIN IMMEDIATE")
                # Leaving the block without a commit rolls back.
                found = work(wrapped)
                wrapped.commit()
                return found
        except IntegrityError:
            raise
        except DBAPIError as error:
            # The store reports errors of SQLite.
            raise error.orig or error from error

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._readers.dispose()


class PostgresDatabase:
    """A small pool of connections."""

    def __init__(self, location: PostgresUrl) -> None:
        try:
            from sqlalchemy.ext.asyncio import create_async_engine

            from empile.server.store.postgres import connections
        except ImportError as error:
            raise StoreError(MISSING_PACKAGES) from error
        self._errors = connections
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: connections.open_connection(location.url),
            pool_size=_CONNECTIONS,
            max_overflow=_CONNECTIONS,
        )
        self._snapshots = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    async def read(self, work: Work[Found]) -> Found:
        async def read() -> Found:
            async with self._snapshots.connect() as connection:
                return await connection.run_sync(work)

        return await self._retried(read)

    async def write(self, work: Work[Found]) -> Found:
        async def write() -> Found:
            async with self._engine.connect() as connection:
                found = await connection.run_sync(work)
                try:
                    await connection.commit()
                except (DBAPIError, *self._errors.ERRORS) as error:
                    if self._errors.is_lost(_driver_error(error)):
                        log.error("the store was lost during a commit", exc_info=error)
                        raise store_error("unknown") from error
                    raise
                return found

        return await self._retried(write)

    async def _retried(self, act: Callable[[], Awaitable[Found]]) -> Found:
        """Call ``act``, again after a deadlock or with another connection if one was lost."""
        tries = 0
        while True:
            tries += 1
            try:
                return await act()
            except IntegrityError:
                raise
            except (DBAPIError, *self._errors.ERRORS) as error:
                cause = _driver_error(error)
                if not isinstance(cause, self._errors.ERRORS):
                    raise
                again = self._errors.is_lost(cause) or self._errors.is_rolled_back(cause)
                if not again or tries == _TRIES:
                    fault = self._errors.fault_of(cause)
                    log.error("the store failed (%s): %s", fault, cause or type(cause).__name__)
                    raise store_error(fault) from error

    async def close(self) -> None:
        try:
            async with asyncio.timeout(self._errors.ANSWER_SECONDS):
                await self._engine.dispose()
        except TimeoutError:  # else a server that cannot be reached would never stop
            log.warning("the store did not answer when its connections were closed")


def overwrite_deleted(connection: Connection) -> None:
    """Let what a transaction deletes be overwritten in a SQLite file, not only marked as free."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


def _driver_error(error: BaseException) -> BaseException:
    """Return the error of the driver, which SQLAlchemy and its dialect wrap."""
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "__cause__", None) or cause or error
