"""The store in a SQLite file: its errors, its settings, and other programs that use the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from empile.server.store import shared
from empile.server.store.interface import Fault, Row, StoreFailedError
from empile.server.store.sqlite import SQLiteStore
from tests.server.serving import perform
from tests.server.store.scenes import append, rows


@pytest.mark.parametrize("statement", range(8))
def test_changed_elsewhere_finds_commits_between_its_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: int
) -> None:
    file = tmp_path / "store.sqlite3"

    async def scene() -> None:
        here, there = SQLiteStore(file), SQLiteStore(file)
        number = await here.create("t1", "A", 1, Row(1, 5, b""))
        await there.changed_elsewhere()
        other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        done = 0

        class Interrupted:
            """The connection of `there`, with a commit of another before one statement."""

            def __init__(self, connection: sqlite3.Connection) -> None:
                self._connection = connection

            def execute(self, text: str, *values: Any) -> sqlite3.Cursor:
                nonlocal done
                if done == statement:
                    other.execute("INSERT INTO log VALUES (NULL, ?, 2, 5, x'')", (number,))
                done += 1
                return self._connection.execute(text, *values)

            def __getattr__(self, name: str) -> Any:
                return getattr(self._connection, name)

        with monkeypatch.context() as patched:
            patched.setattr(there, "_writer", Interrupted(there._writer))
            looks = [await there.changed_elsewhere() for _ in range(4)]
        assert done > statement
        assert [number] in [sorted(look.appended) for look in looks]
        other.close()
        await here.close()
        await there.close()

    perform(scene())


def fill_up(store: SQLiteStore) -> None:
    """Leave the file no page to grow by."""
    pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
    store._writer.execute(f"PRAGMA max_page_count = {pages}")


def make_room(store: SQLiteStore) -> None:
    store._writer.execute("PRAGMA max_page_count = 1000000")


def test_full_store_fails_and_recovers(tmp_path: Path) -> None:
    async def scene() -> None:
        faults: list[Fault] = []
        store = SQLiteStore(tmp_path / "store.sqlite3", failed=faults.append)
        number = await store.create("t1", "A", 1, Row(1, 5, b""))
        large = bytes(100_000)
        fill_up(store)
        assert await append(store, number, rows(2, 1, large)) == "failed"
        with pytest.raises(StoreFailedError, match="full"):
            await store.create("t2", "B", 1, Row(1, 5, large))
        with pytest.raises(StoreFailedError, match="full"):
            await store.keep_analysis("a", large)
        assert faults == ["full"] * 3
        assert len(await store.rows_after(number, 0, 10)) == 1
        assert await store.find("t2") is None

        make_room(store)
        assert await append(store, number, rows(2, 1, large)) == "kept"
        assert await store.create("t2", "B", 1, Row(1, 5, large)) == number + 1
        await store.close()

    perform(scene())


def test_accepts_writes_tries_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store = SQLiteStore(tmp_path / "store.sqlite3")
        assert await store.accepts_writes()
        number = await store.create("t1", "A", 1, Row(1, 5, b""))
        fill_up(store)
        seq = 2
        while await append(store, number, rows(seq, 1, bytes(2_000))) == "kept":
            seq += 1
        assert await store.accepts_writes(), "the result is reused for a second"
        monkeypatch.setattr(shared, "_PROBE_SECONDS", 0.0)
        assert not await store.accepts_writes()
        make_room(store)
        assert await store.accepts_writes()
        await store.close()

    perform(scene())


def test_damaged_page_fails_with_its_table(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite3"

    async def write() -> int:
        store = SQLiteStore(file)
        number = await store.create("t1", "A", 1, Row(1, 5, b""))
        await append(store, number, rows(2, 16_000, b"x" * 40))
        await store.close()
        return number

    number = perform(write())
    damage(file)

    async def read() -> None:
        faults: list[Fault] = []
        store = SQLiteStore(file, failed=faults.append)
        with pytest.raises(StoreFailedError, match="damaged"):
            await store.rows_after(number, 0, 17_000)
        assert await store.find_code("A") == "t1"
        assert faults == ["damaged"]
        await store.close()

    perform(read())


def damage(file: Path) -> None:
    """Overwrite the pages of the middle of a file."""
    with file.open("r+b") as data:
        size = data.seek(0, 2)
        data.seek(size // 2 // 4096 * 4096)
        data.write(b"\xff" * 4096 * 4)


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
