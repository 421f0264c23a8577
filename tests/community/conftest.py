"""Servers with accounts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import Parameters, Type

from empile.community.passwords import hasher
from tests.server.conftest import no_loaded_games as no_loaded_games
from tests.server.conftest import quick_bots as quick_bots
from tests.server.serving import Serving, serving


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with little memory."""
    quick = Parameters(Type.ID, 19, 16, 32, time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(hasher, "PARAMETERS", quick)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """A server on which everyone may make an account."""
    with serving(tmp_path / "tables.sqlite3", accounts="open") as running:
        yield running
