"""The gateway to the tables of a store, of both kinds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from empile.community.database import Database, open_database
from empile.server.store.interface import Store
from empile.server.store.location import StoreLocation
from empile.server.store.postgres import connections
from empile.server.store.schema import attempts
from empile.server.wire.errors import CommandError
from tests.server.serving import perform
from tests.server.store.conftest import location as location
from tests.server.store.scenes import FIRST, append, opened, rows
from tests.support.patience import PATIENCE
from tests.support.postgres_server import PostgresServer


@asynccontextmanager
async def gateway(location: StoreLocation) -> AsyncGenerator[tuple[Database, Store]]:
    async with opened(location) as store:
        database = open_database(location, store)
        try:
            yield database, store
        finally:
            await database.close()


def add(connection: Connection, key: str) -> None:
    connection.execute(insert(attempts).values(key=key, count=1, since=2))


def keys(connection: Connection) -> list[str]:
    return list(connection.scalars(select(attempts.c.key).order_by(attempts.c.key)))


def test_write_is_committed_when_it_returns(location: StoreLocation) -> None:
    async def scene() -> None:
        async with gateway(location) as (database, _):
            await database.write(lambda connection: add(connection, "a"))
            assert await database.read(keys) == ["a"]
        async with gateway(location) as (database, _):
            assert await database.read(keys) == ["a"]

    perform(scene())


def test_write_rolls_back_if_the_work_fails(location: StoreLocation) -> None:
    def fail(connection: Connection) -> None:
        add(connection, "b")
        raise CommandError("stale", "changed meanwhile")

    async def scene() -> None:
        async with gateway(location) as (database, store):
            with pytest.raises(CommandError, match="changed meanwhile"):
                await database.write(fail)
            assert await database.read(keys) == []
            # The writer's connection has no transaction left.
            number = await store.create("t1", None, 1, FIRST)
            assert await append(store, number, rows(2)) == "kept"

    perform(scene())


def test_write_passes_conflicts_on(location: StoreLocation) -> None:
    def twice(connection: Connection) -> None:
        add(connection, "c")
        add(connection, "c")

    async def scene() -> None:
        async with gateway(location) as (database, _):
            with pytest.raises(IntegrityError):
                await database.write(twice)
            assert await database.read(keys) == []
            await database.write(lambda connection: add(connection, "d"))

    perform(scene())


def test_read_cannot_write(location: StoreLocation) -> None:
    async def scene() -> None:
        async with gateway(location) as (database, _):
            with pytest.raises((CommandError, OperationalError, ProgrammingError)):
                await database.read(lambda connection: add(connection, "e"))
            assert await database.read(keys) == []

    perform(scene())


def test_writes_of_many_tasks_are_all_applied(location: StoreLocation) -> None:
    def count(connection: Connection) -> None:
        connection.execute(text("UPDATE attempts SET count = count + 1 WHERE key = 'n'"))

    async def scene() -> None:
        async with gateway(location) as (database, _):
            await database.write(lambda connection: add(connection, "n"))
            await asyncio.gather(*(database.write(count) for _ in range(40)))
            found = await database.read(
                lambda connection: connection.scalar(select(func.max(attempts.c.count)))
            )
            assert found == 41

    perform(scene())


def test_lost_store_is_unavailable_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        async with gateway(file) as (database, _):
            with pytest.raises(CommandError) as failed:
                await database.write(lambda connection: connection.execute(text("SELECT * FROM x")))
            assert failed.value.code == "unavailable"
            await database.write(lambda connection: add(connection, "f"))
            assert await database.read(keys) == ["f"]

    perform(scene())


def test_lost_connections_to_postgres_are_replaced(postgres: PostgresServer) -> None:
    async def scene() -> None:
        async with gateway(postgres.new_store()) as (database, _):
            await database.write(lambda connection: add(connection, "g"))
            end = text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await database.read(lambda connection: connection.execute(end).all())
            assert await database.read(keys) == ["g"]
            await database.write(lambda connection: add(connection, "h"))
            assert await database.read(keys) == ["g", "h"]

    perform(scene())


def test_a_database_that_never_answers_is_closed(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: asyncpg.Connection, *, timeout: float | None = None) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.terminate()

    async def scene() -> None:
        async with opened(location := postgres.new_store()) as store:
            database = open_database(location, store)
            await database.write(lambda connection: add(connection, "a"))
            with monkeypatch.context() as patched:
                patched.setattr(connections, "ANSWER_SECONDS", 0.01)
                patched.setattr(asyncpg.Connection, "close", never)
                await asyncio.wait_for(database.close(), PATIENCE)

    perform(scene())
