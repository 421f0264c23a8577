"""The commands of `how-to/federation.md`, on a PostgreSQL server."""

from __future__ import annotations

import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Empile, empile_cli
from tests.docs.blocks import ROOT
from tests.support.postgres_server import PostgresServer

__all__ = ["empile_cli"]

PAGE = ROOT / "docs" / "how-to" / "federation.md"
URL = "postgresql://empile@db.example.org/empile"
BEFORE = ROOT / "tests" / "server" / "data" / "before.sql"
COMMANDS = 9


def test_commands_run_one_after_the_other(
    empile_cli: Empile,
    postgres: PostgresServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("tables.sqlite3")) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    url = postgres.new_database().url
    blocks = re.findall(r"^```shell\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    commands = [shlex.split(line) for line in "".join(blocks).splitlines()]
    assert len(commands) == COMMANDS
    for program, *arguments in commands:
        # The database server's user may not write here.
        words = [
            word.replace(URL, url).replace("empile.dump", str(postgres.folder / "s" / "dump"))
            for word in arguments
        ]
        if program == "empile":
            done = empile_cli(*words)
            assert done.status == 0, done.err
        else:
            postgres.call(program, *words)
    assert "nothing to do" in empile_cli("migrate", "--store", url).out
