"""Fixtures of the tests of the MCP server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from empile.bots import Level
from empile.engine.game import State
from empile.engine.random import Stream, below
from empile.mcp import local


def any_move(
    state: State, level: Level, stream: Stream, stop: Callable[[], bool] | None = None
) -> int:
    """Choose at random; bots are tested elsewhere."""
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move at once."""
    monkeypatch.setattr(local, "choose", any_move)
