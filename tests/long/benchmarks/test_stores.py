"""The cost of a move on SQLite and PostgreSQL, in short form."""

from __future__ import annotations

from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program
from tests.support.postgres_server import PostgresServer


@pytest.fixture(scope="module")
def stores(program: Program) -> Any:
    """The program."""
    return program("stores")


def test_both_stores_are_measured_and_reported(stores: Any, postgres: PostgresServer) -> None:
    found = [
        figures
        for name in stores.NAMES
        for figures in stores.measured(name, postgres, "block-ness", [2], 0.5)
    ]
    assert [one.server for one in found] == ["SQLite", "PostgreSQL"]
    assert all(one.moves > 0 for one in found)
    file, database = stores.report(found, 1).splitlines()[-2:]
    assert file.startswith("| block-ness | 2 | SQLite |")
    assert database.startswith("| block-ness | 2 | PostgreSQL |")
    assert f"| {found[1].server_us_per_move / found[0].server_us_per_move:.2f} |" in database
