"""The commands of `how-to/federation.md`, on a PostgreSQL server."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.docs.blocks import ROOT
from tests.docs.test_code import folder, run
from tests.support.postgres_server import PostgresServer, programs

PAGE = ROOT / "docs" / "how-to" / "federation.md"
URL = "postgresql://empile@db.example.org/empile"
BEFORE = ROOT / "tests" / "server" / "data" / "before.sql"

__all__ = ["folder"]


def test_blocks_run_one_after_the_other(folder: Path, postgres: PostgresServer) -> None:
    with closing(sqlite3.connect(folder / "here" / "tables.sqlite3")) as connection:
        connection.executescript(BEFORE.read_text("utf-8"))
    url = postgres.new_database().url
    found = re.findall(r"^```shell\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) == 4
    said = ""
    for block in found:
        code = block.replace(URL, f"'{url}'")
        done = run(["bash", "-euo", "pipefail", "-c", f"PATH=$PATH:{programs()}\n{code}"], folder)
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
    assert "nothing to do" in said
