"""Opens the store at a location."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from empile.server.store import upgrades
from empile.server.store.interface import Fault, Store
from empile.server.store.location import MISSING_PACKAGES, StoreError, StoreLocation
from empile.server.store.sqlite import SQLiteStore


def prepare(location: StoreLocation) -> None:
    """Check that a store can be written; create or upgrade a file. Blocks.

    Raises :class:`StoreError`.
    """
    if isinstance(location, Path):
        upgrades.prepare(location)
        return
    from empile.server.store import database
    from empile.server.store.postgres.preparation import check

    database.write(location, check)


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
