"""Backups of files in use, and their restoration."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from empile.server.store import backup
from empile.server.store.backup import back_up, restore
from empile.server.store.interface import Row
from empile.server.store.location import StoreError
from empile.server.store.sqlite import SQLiteStore
from empile.server.store.upgrades import prepare
from tests.server.serving import perform
from tests.server.store.scenes import append, rows
from tests.server.store.test_sqlite import damage

TABLES = 8
BEFORE = Path(__file__).parents[1] / "data" / "before.sql"


def logs(file: Path) -> dict[int, list[int]]:
    """Return the numbers of the events of each table."""
    found: dict[int, list[int]] = {}
    with closing(sqlite3.connect(file)) as connection:
        for number, seq in connection.execute("SELECT number, seq FROM log ORDER BY number, seq"):
            found.setdefault(number, []).append(seq)
    return found


def test_restored_backup_has_all_that_was_stored_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has everything acknowledged before it began, and of each table a prefix."""
    monkeypatch.setattr(backup, "_PAGES", 1)
    store_file, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    restored = tmp_path / "restored.sqlite3"

    async def scene() -> tuple[dict[int, int], dict[int, int]]:
        store = SQLiteStore(store_file)
        numbers = [await store.create(f"t{n}", f"C{n}", 1, Row(1, 5, b"")) for n in range(TABLES)]
        acknowledged = dict.fromkeys(numbers, 1)
        stop = asyncio.Event()

        async def play(number: int) -> None:
            while not stop.is_set():
                seq = acknowledged[number] + 1
                assert await append(store, number, rows(seq, 1, bytes(1000))) == "kept"
                acknowledged[number] = seq

        playing = [asyncio.create_task(play(number)) for number in numbers]
        while min(acknowledged.values()) < 20:
            await asyncio.sleep(0)
        before = dict(acknowledged)
        assert await asyncio.to_thread(back_up, store_file, file) == TABLES
        after = dict(acknowledged)
        stop.set()
        await asyncio.gather(*playing)
        await store.close()
        return before, after

    before, after = perform(scene())
    assert restore(file, restored) == TABLES
    found = logs(restored)
    assert found.keys() == before.keys()
    for number, seqs in found.items():
        assert seqs == list(range(1, len(seqs) + 1))
        assert before[number] <= len(seqs) <= after[number] + 1
    assert max(after.values()) > max(before.values()), "the server was not stopped by the backup"
    prepare(restored)


def test_backup_refuses_to_overwrite(tmp_path: Path) -> None:
    store, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    prepare(store)
    file.write_text("precious")
    with pytest.raises(StoreError, match="--replace"):
        back_up(store, file)
    assert file.read_text() == "precious"
    assert back_up(store, file, replace=True) == 0
    with pytest.raises(StoreError, match="no data file"):
        back_up(tmp_path / "none", tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.sqlite3", "tables.sqlite3"]


def test_restore_refuses_the_file_of_a_running_server(tmp_path: Path) -> None:
    store_file, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    prepare(file)

    async def scene() -> None:
        store = SQLiteStore(store_file)
        number = await store.create("t1", "A", 1, Row(1, 5, b""))
        with pytest.raises(StoreError, match="a server uses"):
            await asyncio.to_thread(restore, file, store_file, replace=True)
        assert await append(store, number, rows(2)) == "kept"
        await store.close()

    perform(scene())
    assert logs(store_file) == {1: [1, 2]}
    with pytest.raises(StoreError, match="--replace"):
        restore(file, store_file)
    assert restore(file, store_file, replace=True) == 0
    assert logs(store_file) == {}


def test_restore_refuses_damaged_and_foreign_backups(tmp_path: Path) -> None:
    store, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    with closing(sqlite3.connect(store)) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    before = store.read_bytes()
    back_up(store, file)
    damage(file)
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        restore(file, store, replace=True)
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, but long enough to be looked at " * 20)
    with pytest.raises(StoreError, match="not a database"):
        restore(text, store, replace=True)
    assert store.read_bytes() == before
    assert not store.with_name(store.name + ".part").exists()


def test_restore_replaces_a_damaged_file(tmp_path: Path) -> None:
    store, file = tmp_path / "tables.sqlite3", tmp_path / "backup.sqlite3"
    prepare(file)
    store.write_bytes(b"\xff" * 10_000)
    store.with_name(store.name + "-wal").write_bytes(b"old")
    assert restore(file, store, replace=True) == 0
    prepare(store)


def test_restored_backup_is_not_changed_by_the_log_of_the_file_before(tmp_path: Path) -> None:
    """The server was killed, and its data file damaged: what it had not written back is left."""
    running, file = tmp_path / "running.sqlite3", tmp_path / "backup.sqlite3"
    store_file = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        store = SQLiteStore(running)
        number = await store.create("t1", "A", 1, Row(1, 5, b""))
        await store.close()
        back_up(running, file)
        store = SQLiteStore(running)
        assert await append(store, number, rows(2, 3)) == "kept"
        store_file.write_bytes(b"\xff" * 10_000)
        for ending in ("-wal", "-shm"):
            shutil.copy(f"{running}{ending}", f"{store_file}{ending}")
        await store.close()

    perform(scene())
    assert restore(file, store_file, replace=True) == 1

    async def restart() -> None:
        store = SQLiteStore(store_file)  # turns the write-ahead log on again
        assert await append(store, 1, rows(2)) == "kept"
        await store.close()

    perform(restart())
    assert logs(store_file) == {1: [1, 2]}


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_a_backup_is_its_owners_and_of_the_group_that_was_let_in(tmp_path: Path) -> None:
    store, file = tmp_path / "tables.sqlite3", tmp_path / "backups" / "backup.sqlite3"
    before = os.umask(0o022)
    try:
        prepare(store)
        back_up(store, file)
        assert file.parent.stat().st_mode & 0o777 == 0o700
        assert file.stat().st_mode & 0o777 == 0o600
        for mode, kept in ((0o640, 0o640), (0o644, 0o640)):
            file.chmod(mode)
            back_up(store, file, replace=True)
            assert file.stat().st_mode & 0o777 == kept
        restore(file, tmp_path / "restored.sqlite3")
        assert (tmp_path / "restored.sqlite3").stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
