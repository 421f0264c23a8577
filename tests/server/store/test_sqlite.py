"""The store: appends succeed or fail as a whole, in order, durably."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from empile.server.store import sqlite
from empile.server.store.interface import (
    Append,
    CodeTakenError,
    Fault,
    Outcome,
    Row,
    StoreFailedError,
)
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
        assert await store.find("t1") == (number, "CODE")
        assert await store.rows_after(number, 0, 2) == [Row(1, 5, b"first"), *rows(2, 1, b"more")]
        assert await store.rows_after(number, 2, 100) == rows(3, 2, b"more")
        assert await store.find_code("CODE") == "t1"
        assert await store.find_code("NONE") is None
        assert await store.find("t2") is None
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

        async def changed(store: SQLiteStore) -> set[int]:
            return set((await store.changed_elsewhere()).appended)

        number = await here.create("t1", "A", 1, Row(1, 5, b""))
        assert await changed(there) == {number}
        assert await changed(there) == set()
        assert await changed(here) == set()
        assert await append(there, number, rows(2)) == "kept"
        assert await changed(here) == {number}
        assert await append(here, number, rows(2)) == "conflict"
        assert await append(here, number, rows(3)) == "kept"
        await here.close()
        await there.close()

    perform(scene())


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


def test_changed_elsewhere_misses_nothing_between_two_writers(tmp_path: Path) -> None:
    async def scene() -> None:
        file = tmp_path / "store.sqlite3"
        here, there = SQLiteStore(file), SQLiteStore(file)
        numbers = [await here.create(f"t{n}", f"C{n}", 1, Row(1, 5, b"")) for n in range(40)]
        own = await there.create("own", "OWN", 1, Row(1, 5, b""))
        heard: set[int] = set()
        await there.changed_elsewhere()

        async def play() -> None:
            for number in numbers:
                assert await append(here, number, rows(2)) == "kept"

        async def play_too() -> None:
            for seq in range(2, 42):
                assert await append(there, own, rows(seq)) == "kept"

        playing = asyncio.gather(play(), play_too())
        while not playing.done():
            heard |= (await there.changed_elsewhere()).appended.keys()
        await playing
        heard |= (await there.changed_elsewhere()).appended.keys()
        assert heard >= set(numbers)
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
        monkeypatch.setattr(sqlite, "_PROBE_SECONDS", 0.0)
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
        await append(store, number, rows(2, 2000, b"x" * 40))
        await store.close()
        return number

    number = perform(write())
    damage(file)

    async def read() -> None:
        faults: list[Fault] = []
        store = SQLiteStore(file, failed=faults.append)
        with pytest.raises(StoreFailedError, match="damaged"):
            await store.rows_after(number, 0, 3000)
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
