"""Access to the store of a server, for ``empile members``."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from empile.server.store.location import StoreLocation

Found = TypeVar("Found")


def for_account(
    store: StoreLocation, login: str, work: Callable[[Connection, int], Found]
) -> Found:
    """Return what ``work`` returns for the account of a login."""
    from empile.community import accounts

    return write(store, lambda connection: work(connection, accounts.find_login(connection, login)))


def read(store: StoreLocation, work: Callable[[Connection], Found]) -> Found:
    from empile.server.store import database

    return database.read(store, work)


def write(store: StoreLocation, work: Callable[[Connection], Found]) -> Found:
    from empile.server.store import database

    # A mistyped name must not create a file.
    database.read(store, lambda _: None)

    def commit(connection: Connection) -> Found:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found = work(connection)
        connection.commit()
        return found

    return database.write(store, commit)


def now() -> int:
    return time.time_ns() // 1_000_000


def time_text(ms: int | None) -> str:
    return "-" if ms is None else f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M}"
