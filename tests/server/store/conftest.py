"""Stores of all kinds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from empile.server.store.location import StoreLocation
from tests.support.postgres_server import PostgresServer

KINDS = ("sqlite", "postgres")


@pytest.fixture(params=KINDS)
def location(request: pytest.FixtureRequest, tmp_path: Path) -> StoreLocation:
    """A new store of each kind."""
    if request.param == "sqlite":
        return tmp_path / "new folder" / "tables.sqlite3"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_store()


@pytest.fixture
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], StoreLocation]:
    """Create further stores by kind."""
    made = 0

    def create(kind: str) -> StoreLocation:
        nonlocal made
        made += 1
        if kind == "sqlite":
            return tmp_path / f"tables-{made}.sqlite3"
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.new_store()

    return create
