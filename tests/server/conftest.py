"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from empile.bots import Level
from empile.engine.game import State
from empile.engine.random import Stream, below
from empile.server import bots

from .serving import Serving, serving


def any_move(
    state: State, level: Level, stream: Stream, bonus: Mapping[int, float] | None = None
) -> int:
    """Choose at random: what bots think is tested elsewhere."""
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move at once."""
    monkeypatch.setattr(bots, "choose", any_move)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """Serve tables for this test alone."""
    with serving(tmp_path / "tables.sqlite3") as found:
        yield found
