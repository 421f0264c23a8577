"""Steps of tests of stores."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from empile.server.store import database, opening
from empile.server.store.interface import Append, Outcome, Row, Store
from empile.server.store.location import StoreLocation

FIRST = Row(1, 5, b'{"kind":"created"}')


def rows(first: int, count: int = 1, text: bytes = b"{}") -> list[Row]:
    """Return rows with consecutive numbers."""
    return [Row(first + n, 5, text) for n in range(count)]


async def append(store: Store, number: int, given: list[Row]) -> Outcome:
    """Append and wait for the outcome."""
    answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    store.append(Append(number, given), answer.set_result)
    return await answer


@asynccontextmanager
async def opened(
    location: StoreLocation, committed: Callable[[float, int], None] | None = None, **more: Any
) -> AsyncGenerator[Store]:
    """Open a store, and close it."""
    store = opening.connect(location, committed, **more)
    try:
        yield store
    finally:
        await store.close()


EXPANSION = (
    "CREATE TABLE seasons (number INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "ALTER TABLE tables ADD COLUMN season INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE log ADD COLUMN member INTEGER",
    "ALTER TABLE deletions ADD COLUMN reason TEXT",
)
"""What a next revision may do, while this code runs."""


def expand(location: StoreLocation, revision: int) -> None:
    """Bring a store to a revision that this code does not have."""

    def run(connection: Connection) -> None:
        for statement in EXPANSION:
            connection.exec_driver_sql(statement)
        connection.execute(
            text("UPDATE alembic_version SET version_num = :n"), {"n": f"{revision:04}"}
        )
        if isinstance(location, Path):
            connection.exec_driver_sql(f"PRAGMA user_version = {revision}")
            connection.commit()

    if isinstance(location, Path):
        database.write(location, run)
    else:
        database.change_schema(location, run)
