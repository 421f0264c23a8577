"""Commands for stores, on a PostgreSQL database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from empile.server.store.revision import HEAD
from tests.cli.conftest import Empile
from tests.support.postgres_server import PostgresServer

BEFORE = Path(__file__).parents[1] / "server" / "data" / "before.sql"
TABLES = 10


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A data file of revision 1, with ten tables."""
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    return file


def test_a_file_moves_to_postgresql_and_back(
    empile_cli: Empile, file: Path, postgres: PostgresServer, tmp_path: Path
) -> None:
    url = postgres.new_database().url
    empile_cli("tables", "list", "--store", url).refused("empile migrate")
    empile_cli("copy", file, url).refused("empile migrate")
    assert f"revision 1 -> {HEAD}" in empile_cli("migrate", "--store", file).out
    assert f"nothing to do, revision {HEAD}" in empile_cli("migrate", "--store", file).out
    assert "is a copy of" in empile_cli("copy", file, url).out
    empile_cli("copy", file, url).refused("--replace")

    assert f"no problems in {TABLES} tables" in empile_cli("doctor", "--store", url).out
    listed = empile_cli("tables", "list", "--json", "--store", url).out
    assert listed == empile_cli("tables", "list", "--json", "--store", file).out
    names = [json.loads(line)["id"] for line in listed.splitlines()]
    exported = empile_cli("tables", "export", "--store", url, "--", *names).out
    assert exported == empile_cli("tables", "export", "--store", file, "--", *names).out

    backup = tmp_path / "backup.sqlite3"
    assert f"{TABLES} tables" in empile_cli("backup", backup, "--store", url).out
    empile_cli("backup", backup, "--store", url).refused("--replace")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "backup.sqlite3",
        "tables.sqlite3",
        "tables.sqlite3.revision-1",
    ]
    assert f"no problems in {TABLES} tables" in empile_cli("doctor", "--store", backup).out
    assert empile_cli("tables", "list", "--json", "--store", backup).out == listed
    empile_cli("restore", backup, "--store", url).refused("empile copy")


def test_tables_are_deleted_in_postgresql(
    empile_cli: Empile, file: Path, postgres: PostgresServer
) -> None:
    url = postgres.new_database().url
    empile_cli("migrate", "--store", file)
    empile_cli("copy", file, url)
    shown = empile_cli("tables", "list", "--json", "--store", url).out.splitlines()
    name = json.loads(shown[0])["id"]
    assert empile_cli("tables", "delete", "--store", url, "--", name).out == f"deleted {name}\n"
    empile_cli("tables", "show", "--store", url, "--", name).refused(name)
    prune = ("tables", "prune", "--older-than", "1h", "--store", url)
    assert empile_cli(*prune, "--dry-run").out.count("would delete") == TABLES - 1
    assert empile_cli(*prune).out.count("deleted ") == TABLES - 1
    assert empile_cli("tables", "list", "--json", "--store", url).out == ""
    assert "no problems in 0 tables" in empile_cli("doctor", "--store", url).out


def test_serve_refuses_a_database_without_schema(
    empile_cli: Empile, postgres: PostgresServer
) -> None:
    url = postgres.new_database().url
    empile_cli("serve", "--port", "0", "--store", url).refused("empile migrate")
    empile_cli("serve", "--port", "0", "--store", "mysql://x/y").refused("postgresql://")
