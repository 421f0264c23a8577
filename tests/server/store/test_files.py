"""Data files: upgrades, and what is refused."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from empile.server.store import database
from empile.server.store.backup import back_up
from empile.server.store.files import open_to_read
from empile.server.store.location import StoreError
from empile.server.store.revision import AHEAD, HEAD
from empile.server.store.schema import tables
from empile.server.store.upgrades import open_store, prepare

BEFORE = Path(__file__).parents[1] / "data" / "before.sql"
"""Written by revision 1."""


def write(file: Path, script: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)


def contents(connection: sqlite3.Connection) -> list[list[object]]:
    tables = ("tables", "log", "analyses")
    return [connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in tables]


def test_prepare_upgrades_revision_1_without_loss(tmp_path: Path) -> None:
    file = tmp_path / "before.sqlite3"
    write(file, BEFORE.read_text("utf-8"))
    with closing(sqlite3.connect(file)) as connection:
        before = contents(connection)
        (highest,) = connection.execute("SELECT max(number) FROM tables").fetchone()
    prepare(file)
    prepare(file)
    with closing(open_store(file)) as connection:
        assert contents(connection) == before
        assert connection.execute("PRAGMA user_version").fetchone() == (HEAD,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("DELETE FROM log WHERE number = ?", (highest,))
        connection.execute("DELETE FROM tables WHERE number = ?", (highest,))
        # Codes may be released, and the number of a deleted table is not used again.
        connection.execute("UPDATE tables SET code = NULL")
        made = connection.execute("INSERT INTO tables (id, made) VALUES ('new', 1)")
        assert made.lastrowid == highest + 1


def test_interrupted_upgrade_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "before.sqlite3"
    write(file, BEFORE.read_text("utf-8"))
    with monkeypatch.context() as broken:
        # The last revision runs, and what follows in the same transaction fails.
        broken.setattr("empile.server.store.migrations.upgrade.APPLICATION", "nothing")
        with pytest.raises(StoreError):
            prepare(file)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert len(connection.execute("SELECT code FROM tables").fetchall()) == 10
    prepare(file)


@pytest.mark.parametrize("as_new", [True, False])
def test_prepare_refuses_newer_files(tmp_path: Path, as_new: bool) -> None:
    file = tmp_path / "newer.sqlite3"
    if as_new:
        prepare(file)
        write(file, f"PRAGMA user_version = {HEAD + AHEAD + 1}")
    else:
        write(file, BEFORE.read_text("utf-8") + f"PRAGMA user_version = {HEAD + AHEAD + 1}")
    with pytest.raises(StoreError, match="newer version"):
        prepare(file)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE users (name TEXT)",
        "CREATE TABLE users (name TEXT); PRAGMA user_version = 1",
        "CREATE TABLE tables (id TEXT); CREATE TABLE log (line TEXT); PRAGMA user_version = 1",
        "PRAGMA application_id = 17",
        "CREATE TABLE tables (id TEXT); CREATE TABLE log (line TEXT)",
    ],
)
def test_prepare_refuses_and_keeps_databases_of_others(tmp_path: Path, script: str) -> None:
    file = tmp_path / "contacts.sqlite3"
    write(file, script)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        prepare(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_prepare_refuses_other_files(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, but long enough to be looked at " * 20)
    with pytest.raises(StoreError, match=r"notes\.txt cannot be used: it is not a database"):
        prepare(text)
    with pytest.raises(StoreError, match="it is not a file"):
        prepare(tmp_path)
    with pytest.raises(StoreError, match=r"notes\.txt"):
        prepare(text / "tables.sqlite3")


def test_prepare_refuses_a_locked_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("empile.server.store.upgrades._START_BUSY_SECONDS", 0.05)
    file = tmp_path / "tables.sqlite3"
    prepare(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="another program has locked it"):
            prepare(file)
    prepare(file)


@pytest.mark.parametrize(
    "name", ["dé à/ü.sqlite3", "q?mode=ro.sqlite3", "h#ash.sqlite3", "100%20.sqlite3", "o'neil.db"]
)
def test_names_of_files_are_no_addresses(tmp_path: Path, name: str) -> None:
    """Those who open files by an address of SQLite's own would lose a part of these names."""
    file, copy = tmp_path / name, tmp_path / f"copy of {name.replace('/', ' ')}"
    prepare(file)
    write(file, "INSERT INTO tables (id, made) VALUES ('t1', 1)")
    back_up(file, copy)

    def ids(connection: Connection) -> list[str]:
        return list(connection.scalars(select(tables.c.id)))

    for path in (file, copy):
        with closing(open_to_read(path)) as connection:
            assert connection.execute("SELECT id FROM tables").fetchall() == [("t1",)]
        assert database.read(path, ids) == ["t1"]
        assert database.write(path, ids) == ["t1"]
    files = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {file.name, copy.name}


@contextmanager
def unprivileged() -> Generator[None]:
    """Lose the right of root to write everywhere."""
    if not hasattr(os, "geteuid"):
        pytest.skip("needs file permissions")
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_prepare_refuses_a_read_only_file(tmp_path: Path, what: str) -> None:
    folder = tmp_path / "data"
    file = folder / "tables.sqlite3"
    prepare(file)
    for parent in (tmp_path, *tmp_path.parents):
        if parent == tmp_path or parent.name.startswith(("pytest", "popen")):
            parent.chmod(0o755)
    folder.chmod(0o777 if what == "file" else 0o555)
    file.chmod(0o444 if what == "file" else 0o666)
    try:
        with unprivileged():
            if not os.access(file, os.R_OK, effective_ids=True):
                pytest.skip("the folder of tests is closed to other users")
            with pytest.raises(StoreError, match="must be writable"):
                prepare(file)
            with closing(open_to_read(file)) as connection:
                assert contents(connection) == [[], [], []]
    finally:
        folder.chmod(0o755)
        file.chmod(0o644)


def test_open_to_read_refuses_missing_and_empty_files(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no data file"):
        open_to_read(tmp_path / "none.sqlite3")
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    with pytest.raises(StoreError, match="is empty"):
        open_to_read(empty)


def test_open_to_read_does_not_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "before.sqlite3"
    write(file, BEFORE.read_text("utf-8"))
    before = file.read_bytes()
    with closing(open_to_read(file)) as connection:
        assert len(contents(connection)[0]) == 10
    assert file.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "tables.sqlite3"
    before = os.umask(0o022)
    try:
        with closing(open_store(file)) as connection:
            connection.execute("DELETE FROM probes")
            modes = {path.name: path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(
        ["tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm"], 0o600
    )
    assert file.parent.stat().st_mode & 0o777 == 0o700
