"""Fixtures of the server tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from empile.bots import Level
from empile.engine.game import State
from empile.engine.random import Stream, below
from empile.server.background import bots
from empile.server.tables import loaded_games
from tests.server.serving import Serving, serving
from tests.support.redis_server import RedisServer


def any_move(
    state: State,
    level: Level,
    stream: Stream,
    bonus: Mapping[int, float] | None = None,
    stop: Callable[[], bool] | None = None,
) -> int:
    """Choose at random; bots are tested elsewhere."""
    moves = state.legal_actions()
    return moves[below(stream, len(moves))]


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move at once."""
    monkeypatch.setattr(bots, "choose", any_move)


@pytest.fixture(autouse=True)
def no_loaded_games() -> None:
    """Forget games of earlier tests, which may have changed their class."""
    loaded_games._loaded.cache_clear()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    """A server for one test."""
    with serving(tmp_path / "tables.sqlite3") as found:
        yield found


@pytest.fixture
def killable_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis server that the test may kill."""
    found = RedisServer(tmp_path_factory.mktemp("redis"))
    found.start()
    yield found
    found.resume()
    found.stop()
