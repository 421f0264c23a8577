"""The store in PostgreSQL: lost connections, lost answers, other transactions."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from empile.server.store import opening
from empile.server.store.database import migrate
from empile.server.store.interface import Fault, StoreFailedError
from empile.server.store.location import PostgresUrl
from empile.server.store.postgres import connections, writer
from empile.server.store.postgres.store import PostgresStore
from tests.server.serving import perform
from tests.server.store.scenes import FIRST, append, rows
from tests.support.postgres_server import PostgresServer, postgres_server


@pytest.fixture(scope="module")
def durable(postgres: PostgresServer) -> Generator[PostgresServer]:
    """A server that survives crashes, and that tests may stop."""
    assert postgres
    with postgres_server("fsync=on") as server:
        yield server


@pytest.fixture
def url(durable: PostgresServer) -> PostgresUrl:
    location = durable.new_database()
    migrate(location)
    return location


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "_LONGEST_PAUSE", 0.1)


@asynccontextmanager
async def opened(
    location: PostgresUrl, faults: list[Fault] | None = None
) -> AsyncGenerator[PostgresStore]:
    """Open a store with a connection, and close it."""
    store = PostgresStore(location, failed=None if faults is None else faults.append)
    while store._writer._connection is None:
        await asyncio.sleep(0.005)
    try:
        yield store
    finally:
        await store.close()


async def append_until_kept(store: PostgresStore, number: int, seq: int) -> None:
    """Append a row as soon as the store takes it."""
    while await append(store, number, rows(seq)) != "kept":
        await asyncio.sleep(0.02)


def test_store_works_on_after_a_crash_of_the_database(
    durable: PostgresServer, url: PostgresUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_DOUBT_SECONDS", 0.2)

    async def scene() -> None:
        faults: list[Fault] = []
        async with opened(url, faults) as store:
            number = await store.create("t1", "A", 1, FIRST)
            assert await append(store, number, rows(2)) == "kept"
            await asyncio.to_thread(durable.stop)
            assert await append(store, number, rows(3)) in ("failed", "unknown")
            assert await append(store, number, rows(3)) == "failed"
            with pytest.raises(StoreFailedError, match="unreachable"):
                await store.rows_after(number, 0, 10)
            with pytest.raises(StoreFailedError, match="unreachable"):
                await store.create("t2", None, 1, FIRST)
            assert not await store.accepts_writes()
            assert set(faults) == {"unreachable"}
            await asyncio.to_thread(durable.start)
            await append_until_kept(store, number, 3)
            assert await store.rows_after(number, 0, 10) == [FIRST, *rows(2, 2)]
            assert await store.create("t2", None, 1, FIRST) > number

    perform(scene())


def name_of(url: PostgresUrl) -> str:
    return url.url.partition("@/")[2].partition("?")[0]


class Cut:
    """A connection that is lost during the next INSERT, before or after it is committed."""

    def __init__(self, connection: asyncpg.Connection, *, committed: bool) -> None:
        self._connection = connection
        self._committed = committed

    async def execute(self, query: str, *args: Any, timeout: float | None = None) -> str:
        assert query.strip().startswith("INSERT INTO log")
        if self._committed:
            await self._connection.execute(query, *args, timeout=timeout)
        self._connection.terminate()
        raise ConnectionResetError

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def cut(store: PostgresStore, *, committed: bool) -> None:
    """Lose the connection of the writer during its next INSERT."""
    connection = store._writer._connection
    assert connection is not None
    store._writer._connection = Cut(connection, committed=committed)  # type: ignore[assignment]  # pyright: ignore


@pytest.mark.parametrize("committed", [True, False])
def test_append_is_kept_once_although_its_answer_is_lost(url: PostgresUrl, committed: bool) -> None:
    async def scene() -> None:
        async with opened(url) as store:
            one = await store.create("t1", "A", 1, FIRST)
            two = await store.create("t2", "B", 1, FIRST)
            cut(store, committed=committed)
            outcomes = await asyncio.gather(
                append(store, one, rows(2, 2)), append(store, two, rows(2))
            )
            assert [*outcomes] == ["kept", "kept"]
            assert await store.rows_after(one, 1, 10) == rows(2, 2)
            assert await store.rows_after(two, 1, 10) == rows(2)

    perform(scene())


def test_append_conflicts_with_equal_rows_of_another_although_its_answer_is_lost(
    url: PostgresUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with opened(url) as store, opened(url) as other:
            number = await store.create("t1", "A", 1, FIRST)
            open_connection = connections.open_connection

            async def first_the_other(address: str) -> asyncpg.Connection:
                assert await append(other, number, rows(2)) == "kept"
                return await open_connection(address)

            cut(store, committed=False)
            monkeypatch.setattr(writer, "open_connection", first_the_other)
            assert await append(store, number, rows(2)) == "conflict"
            assert await store.rows_after(number, 1, 10) == rows(2)

    perform(scene())


def test_append_is_unknown_if_the_database_does_not_return(
    durable: PostgresServer, url: PostgresUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_DOUBT_SECONDS", 0.2)

    async def scene() -> None:
        async with opened(url) as store:
            number = await store.create("t1", "A", 1, FIRST)
            cut(store, committed=True)
            stopping = asyncio.create_task(asyncio.to_thread(durable.stop))
            monkeypatch.setattr(writer, "open_connection", unreachable)
            assert await append(store, number, rows(2)) == "unknown"
            await stopping
            monkeypatch.setattr(writer, "open_connection", connections.open_connection)
            await asyncio.to_thread(durable.start)
            while await append(store, number, rows(2)) == "failed":
                await asyncio.sleep(0.02)
            assert len(await store.rows_after(number, 1, 10)) == 1

    perform(scene())


async def unreachable(_: str) -> asyncpg.Connection:
    raise ConnectionRefusedError


def test_append_to_a_database_that_stands_still_answers_in_time(
    durable: PostgresServer, url: PostgresUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with opened(url) as store:
            number = await store.create("t1", "A", 1, FIRST)
            processes = processes_of(durable)
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            try:
                with monkeypatch.context() as short:
                    short.setattr(writer, "ANSWER_SECONDS", 0.2)
                    short.setattr(writer, "_DOUBT_SECONDS", 0.3)
                    short.setattr(connections, "CONNECT_SECONDS", 0.2)
                    assert await append(store, number, rows(2)) == "unknown"
                    assert await append(store, number, rows(2)) == "failed"
            finally:
                for process in processes:
                    os.kill(process, signal.SIGCONT)
            while await append(store, number, rows(2)) == "failed":
                await asyncio.sleep(0.02)
            assert await store.rows_after(number, 1, 10) == rows(2)

    perform(scene())


def processes_of(server: PostgresServer) -> list[int]:
    """Return the processes of a server."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children")
    return [server.process, *map(int, children.read_text().split())]


def test_changed_elsewhere_finds_transactions_that_commit_late(url: PostgresUrl) -> None:
    insert = "INSERT INTO log (number, seq, at, body) VALUES ($1, $2, 5, '')"

    async def scene() -> None:
        async with opened(url) as store:
            numbers = [await store.create(f"t{n}", None, 1, FIRST) for n in range(3)]
            await store.changed_elsewhere()
            early = await asyncpg.connect(url.url)
            late = await asyncpg.connect(url.url)
            transaction = early.transaction()
            await transaction.__aenter__()
            await early.execute(insert, numbers[0], 2)
            await late.execute(insert, numbers[1], 2)
            assert (await store.changed_elsewhere()).appended == {numbers[1]: 2}
            await late.execute(insert, numbers[2], 2)
            assert (await store.changed_elsewhere()).appended == {numbers[2]: 2}
            await transaction.__aexit__(None, None, None)
            assert (await store.changed_elsewhere()).appended == {numbers[0]: 2}
            assert (await store.changed_elsewhere()).appended == {}
            await early.close()
            await late.close()

    perform(scene())


def test_commits_are_durable(durable: PostgresServer, url: PostgresUrl) -> None:
    async def scene() -> None:
        await asyncio.to_thread(
            durable.sql, f"ALTER DATABASE {name_of(url)} SET synchronous_commit = 'off'"
        )
        async with opened(url) as store:
            connection = store._writer._connection
            assert connection is not None
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
            assert await connection.fetchval("SHOW fsync") == "on"

    perform(scene())


def test_store_works_in_a_dump_restored_to_another_cluster(
    durable: PostgresServer, postgres: PostgresServer, url: PostgresUrl
) -> None:
    """Transactions of the dump may have numbers that the new cluster has not reached."""

    async def write() -> None:
        async with opened(url) as store:
            number = await store.create("t1", "A", 1, FIRST)
            assert await append(store, number, rows(2, 3)) == "kept"

    async def play() -> None:
        async with opened(restored) as store, opened(restored) as other:
            assert await store.find("t1") == (1, "A")
            assert (await store.changed_elsewhere()) == ({}, set())
            assert (await store.changed_elsewhere()) == ({}, set())
            assert await append(other, 1, rows(5)) == "kept"
            assert (await store.changed_elsewhere()) == ({1: 5}, set())

    perform(write())
    durable.sql("UPDATE log SET tx = '123456789'", name_of(url))
    dump = durable.call("pg_dump", "--inserts", url.url)
    restored = postgres.new_database()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dump.sql"
        file.write_text(dump)
        file.chmod(0o644)
        Path(folder).chmod(0o755)
        postgres.call("psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(file), restored.url)
    opening.prepare(restored)
    perform(play())
