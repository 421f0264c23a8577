"""The store: appends succeed or fail as a whole, in order, durably."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from empile.server.store.interface import Append, CodeTakenError, Outcome, Row
from empile.server.store.sqlite import SQLiteStore
from tests.server.serving import perform


def rows(first: int, count: int = 1, text: bytes = b"{}") -> list[Row]:
    """Return rows with consecutive numbers."""
    return [Row(first + n, 5, text) for n in range(count)]


async def append(store: SQLiteStore, number: int, given: list[Row]) -> Outcome:
    """Append and wait for the outcome."""
    answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    store.append(Append(number, given), answer.set_result)
    return await answer


def test_append_is_read_back(tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "new folder" / "store.sqlite3"
        store = SQLiteStore(file)
        number = await store.create("t1", "CODE", 1, Row(1, 5, b"first"))
        assert await append(store, number, rows(2, 3, b"more")) == "kept"
        await store.close()

        store = SQLiteStore(file)
        assert await store.number_of("t1") == number
        assert await store.rows_after(number, 0, 2) == [Row(1, 5, b"first"), *rows(2, 1, b"more")]
        assert await store.rows_after(number, 2, 100) == rows(3, 2, b"more")
        assert await store.find_code("CODE") == "t1"
        assert await store.find_code("NONE") is None
        assert await store.number_of("t2") is None
        with pytest.raises(CodeTakenError):
            await store.create("t2", "CODE", 1, Row(1, 5, b""))
        await store.close()

    perform(scene())


def test_append_conflict_keeps_one_append_whole(tmp_path: Path) -> None:
    async def scene() -> None:
        store = SQLiteStore(tmp_path / "store.sqlite3")
        one = await store.create("t1", "A", 1, Row(1, 5, b""))
        two = await store.create("t2", "B", 1, Row(1, 5, b""))
        # All arrive in one iteration of the loop, so in one commit.
        outcomes = await asyncio.gather(
            append(store, one, rows(2, 2, b"x")),
            append(store, one, rows(2, 3, b"y")),
            append(store, two, rows(2, 1, b"z")),
            append(store, one, rows(4, 1, b"w")),
        )
        assert [*outcomes] == ["kept", "conflict", "kept", "kept"]
        assert [row.body for row in await store.rows_after(one, 1, 100)] == [b"x", b"x", b"w"]
        assert len(await store.rows_after(two, 1, 100)) == 1
        await store.close()

    perform(scene())


def test_appends_share_commits(tmp_path: Path) -> None:
    async def scene() -> None:
        commits: list[int] = []
        store = SQLiteStore(tmp_path / "store.sqlite3", lambda _, count: commits.append(count))
        number = await store.create("t1", "A", 1, Row(1, 5, b""))
        outcomes = await asyncio.gather(*(append(store, number, rows(n)) for n in range(2, 5002)))
        assert outcomes == ["kept"] * 5000
        assert sum(commits) == 5000
        assert len(commits) < 100
        await store.close()

    perform(scene())


def test_changed_elsewhere_reports_other_connections(tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "store.sqlite3"
        here, there = SQLiteStore(file), SQLiteStore(file)
        number = await here.create("t1", "A", 1, Row(1, 5, b""))
        assert await there.changed_elsewhere() == {number}
        assert await there.changed_elsewhere() == set()
        assert await here.changed_elsewhere() == set()
        assert await append(there, number, rows(2)) == "kept"
        assert await here.changed_elsewhere() == {number}
        assert await append(here, number, rows(2)) == "conflict"
        assert await append(here, number, rows(3)) == "kept"
        await here.close()
        await there.close()

    perform(scene())


def test_store_reports_failures_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        store = SQLiteStore(tmp_path / "store.sqlite3")
        number = await store.create("t1", "A", 1, Row(1, 5, b""))

        def fails(*_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(SQLiteStore, "_insert", fails)
            assert await append(store, number, rows(2)) == "failed"
        assert await append(store, number, rows(2)) == "kept"
        await store.close()

    perform(scene())


def test_commits_are_durable(tmp_path: Path) -> None:
    async def scene() -> None:
        store = SQLiteStore(tmp_path / "store.sqlite3")
        settings = [
            store._writer.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        ]
        assert settings == ["wal", 2]
        await store.close()

    perform(scene())
