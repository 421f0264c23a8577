"""Servers on which people write to each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from empile.community import limits
from tests.server.serving import Serving, serving


@pytest.fixture(autouse=True)
def quick_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody write as much as they like."""
    monkeypatch.setitem(limits.LIMITS, "messages_of_member", limits.Limit(1000, 1))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path / "tables.sqlite3", accounts="open", talk="free") as running:
        yield running
