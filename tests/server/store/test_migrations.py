"""Revisions of the schema, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, select, text
from sqlalchemy.pool import StaticPool

from empile.server.store import database, opening
from empile.server.store.files import open_to_read
from empile.server.store.interface import Row
from empile.server.store.location import PostgresUrl, StoreError, StoreLocation
from empile.server.store.migrations.upgrade import newest_revision, upgrade, upgrade_sqlite
from empile.server.store.revision import HEAD
from empile.server.store.schema import metadata
from empile.server.store.upgrades import NEW_FILE, backup_of, open_store
from tests.server.serving import perform
from tests.server.store.scenes import FIRST, append, expand, opened, rows
from tests.support.postgres_server import PostgresServer

BEFORE = Path(__file__).parents[1] / "data" / "before.sql"
"""A file of revision 1, with ten tables."""


def shape(connection: sqlite3.Connection) -> dict[str, object]:
    """Return the columns and indexes of all tables."""
    named = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return {
        name: (
            [
                # A primary key is never NULL.
                (row[1], row[2], row[3] or row[5])
                for row in connection.execute(f"PRAGMA table_info({name})")
            ],
            connection.execute(f"PRAGMA foreign_key_list({name})").fetchall(),
            sorted(
                [row[2] for row in connection.execute(f"PRAGMA index_info({index[1]})")]
                for index in connection.execute(f"PRAGMA index_list({name})")
            ),
        )
        for (name,) in named.fetchall()
    }


def script_of(connection: sqlite3.Connection) -> str:
    """Return statements that create the schema of a file."""
    found = connection.execute(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        " ORDER BY rowid"
    )
    schema = [sql.replace("\t", "    ").replace(" \n", "\n") for (sql,) in found]
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return ";\n".join([*schema, f"INSERT INTO alembic_version VALUES ('{revision}')\n"])


def as_file(path: Path) -> Path:
    """Write a file of revision 1."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    return path


def test_head_is_the_newest_revision() -> None:
    assert newest_revision() == HEAD


def test_new_file_is_what_the_revisions_create(write_golden: bool) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        upgrade_sqlite(connection)
        if write_golden:
            NEW_FILE.write_text(script_of(connection), "utf-8")
        assert NEW_FILE.read_text("utf-8") == script_of(connection)


def test_upgraded_file_has_the_schema_of_a_new_one(tmp_path: Path) -> None:
    old, new = as_file(tmp_path / "old.sqlite3"), tmp_path / "new.sqlite3"
    with closing(open_store(old)) as upgraded, closing(open_store(new)) as created:
        assert shape(upgraded) == shape(created)
        for pragma in ("user_version", "application_id"):
            expected = created.execute(f"PRAGMA {pragma}").fetchone()
            assert upgraded.execute(f"PRAGMA {pragma}").fetchone() == expected
        assert created.execute("PRAGMA user_version").fetchone() == (HEAD,)
        assert created.execute("SELECT * FROM alembic_version").fetchall() == [(f"{HEAD:04}",)]


def test_open_store_upgrades_a_file_of_the_revision_before(tmp_path: Path) -> None:
    file = as_file(tmp_path / "tables.sqlite3")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        upgrade_sqlite(connection, HEAD - 1)
    with closing(open_store(file)) as upgraded, closing(sqlite3.connect(":memory:")) as new:
        new.executescript(NEW_FILE.read_text("utf-8"))
        assert shape(upgraded) == shape(new)
        assert upgraded.execute("PRAGMA user_version").fetchone() == (HEAD,)


def test_upgrade_of_a_file_leaves_a_backup_beside_it(tmp_path: Path) -> None:
    file = as_file(tmp_path / "tables.sqlite3")
    open_store(file).close()
    open_store(file).close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "tables.sqlite3",
        "tables.sqlite3.revision-1",
    ]
    with closing(sqlite3.connect(file)) as new, closing(open_to_read(backup_of(file, 1))) as old:
        assert old.execute("PRAGMA user_version").fetchone() == (1,)
        for table in ("tables", "log", "analyses"):
            statement = f"SELECT * FROM {table} ORDER BY 1"
            assert old.execute(statement).fetchall() == new.execute(statement).fetchall()


def test_upgrade_without_a_backup_changes_nothing(tmp_path: Path) -> None:
    file = as_file(tmp_path / "tables.sqlite3")
    backup_of(file, 1).mkdir()
    with pytest.raises(StoreError):
        open_store(file)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


@pytest.mark.filterwarnings("ignore:Did not recognize type 'xid8'")
def test_metadata_describes_the_migrated_schema(location: StoreLocation) -> None:
    def compare(connection: Connection) -> None:
        found = inspect(connection)
        for table in metadata.sorted_tables:
            columns = {column["name"]: column for column in found.get_columns(table.name)}
            for column in table.columns:
                if not column.primary_key:
                    assert columns[column.name]["nullable"] == column.nullable, column
            # In PostgreSQL a row has two more columns, in SQLite one.
            extra = columns.keys() - table.columns.keys()
            assert extra <= {"place", "append", "tx"}
            connection.execute(select(table)).all()

    database.write(location, compare)


def test_migrate_creates_and_repeats(postgres: PostgresServer, tmp_path: Path) -> None:
    for location in (postgres.new_database(), tmp_path / "new.sqlite3"):
        assert database.migrate(location) == (0, HEAD)
        assert database.migrate(location) == (HEAD, HEAD)
        opening.prepare(location)


def test_migrate_keeps_rows_of_revision_1(postgres: PostgresServer) -> None:
    location = postgres.new_database()

    def fill(connection: Connection) -> None:
        upgrade(connection, 0, 1)
        connection.execute(text("INSERT INTO tables (id, code, made) VALUES ('t1', 'CODE', 7)"))
        connection.execute(
            text("INSERT INTO log (number, seq, at, body) VALUES (1, 1, 5, :body)"),
            {"body": FIRST.body},
        )
        connection.commit()

    database._with_server(location, fill, to_read=False)
    with pytest.raises(StoreError, match=r"older .* `empile migrate"):
        opening.prepare(location)
    assert database.migrate(location) == (1, HEAD)

    async def scene() -> None:
        async with opened(location) as store:
            assert await store.find("t1") == (1, "CODE")
            assert await store.rows_after(1, 0, 10) == [FIRST]
            assert await append(store, 1, rows(2)) == "kept"

    perform(scene())


def test_prepare_refuses_a_database_without_schema(postgres: PostgresServer) -> None:
    with pytest.raises(StoreError, match="empile migrate"):
        opening.prepare(postgres.new_database())


def test_prepare_refuses_a_server_that_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"postgresql://me@/db cannot be used"):
        opening.prepare(PostgresUrl(f"postgresql://me:secret@/db?host={tmp_path}"))


def test_store_works_on_with_a_schema_that_is_one_revision_newer(location: StoreLocation) -> None:
    """So processes of both versions serve while one after the other is replaced."""

    async def scene() -> None:
        async with opened(location) as store:
            number = await store.create("t1", "A", 1, FIRST)
            assert await append(store, number, rows(2)) == "kept"
            await asyncio.to_thread(expand, location, HEAD + 1)
            assert await append(store, number, rows(3)) == "kept"
            assert await store.create("t2", "B", 1, FIRST) > number
        await asyncio.to_thread(opening.prepare, location)
        async with opened(location) as store:
            assert await store.rows_after(number, 0, 10) == [FIRST, *rows(2, 2)]
            assert await append(store, number, [Row(4, 6, b"{}")]) == "kept"
            await store.keep_analysis("a", b"1")
            assert await store.prune(1, 1) == 2

    perform(scene())
    assert database.migrate(location) == (HEAD + 1, HEAD + 1)


def test_prepare_refuses_a_schema_that_is_two_revisions_newer(location: StoreLocation) -> None:
    database.write(location, lambda _: None)
    expand(location, HEAD + 2)
    with pytest.raises(StoreError, match="newer version"):
        opening.prepare(location)


def test_revisions_run_in_one_transaction() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    with engine.connect() as wrapped:
        wrapped.exec_driver_sql("BEGIN")
        upgrade(wrapped, 0)
        wrapped.rollback()
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()


def test_prepare_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    location = PostgresUrl("postgresql://me@db.example.org/db")
    for act in (opening.prepare, database.migrate):
        with pytest.raises(StoreError, match=r"pip install 'empile\[postgres\]'"):
            act(location)
