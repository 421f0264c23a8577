"""Opens the store at a location."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from empile.server.store import upgrades
from empile.server.store.interface import Fault, Store
from empile.server.store.location import MISSING_PACKAGES, StoreError, StoreLocation
from empile.server.store.sqlite import SQLiteStore

if TYPE_CHECKING:
    from sqlalchemy import Connection


def prepare(location: StoreLocation) -> None:
    """Check that a store can be written; create or upgrade a file. Blocks.

    Raises :class:`StoreError`.
    """
    if isinstance(location, Path):
        upgrades.prepare(location)
        return
    from empile.server.store import database

    database.write(location, _try_write)


def _try_write(connection: Connection) -> None:
    marked = connection.exec_driver_sql("SELECT to_regclass('copy_in_progress')::text").scalar()
    if marked is not None:
        raise StoreError(
            "the database is the target of an unfinished copy: run `empile copy` again"
        )
    connection.exec_driver_sql("INSERT INTO probes (body) VALUES ('')")
    connection.exec_driver_sql("DELETE FROM probes")
    connection.commit()


def connect(
    location: StoreLocation,
    committed: Callable[[float, int], None] | None = None,
    failed: Callable[[Fault], None] | None = None,
    delivering: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Store:
    """Return the store at a location that is prepared. Call it on the event loop.

    ``committed`` is called after each commit with its seconds and number of appends, ``failed``
    with the kind of each failure, possibly in another thread. ``delivering()`` is entered while the
    outcomes of a commit are delivered. Raises :class:`StoreError`.
    """
    if isinstance(location, Path):
        return SQLiteStore(location, committed, failed, delivering)
    try:
        from empile.server.store.postgres.store import PostgresStore
    except ImportError as error:
        raise StoreError(MISSING_PACKAGES) from error
    return PostgresStore(location, committed, failed, delivering)
