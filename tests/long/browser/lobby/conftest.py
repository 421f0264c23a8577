"""Two servers with a lobby, on one store and one Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Serving, serving
from tests.support.redis_server import RedisServer


@pytest.fixture(scope="package")
def both(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[list[Serving]]:
    """Two server processes, as behind a proxy."""
    redis = RedisServer(tmp_path_factory.mktemp("redis"))
    redis.start()
    data = tmp_path_factory.mktemp("lobby") / "tables.sqlite3"
    with (
        serving(data, pages, bus=redis.url, lobby=True) as one,
        serving(data, pages, bus=redis.url, lobby=True) as other,
    ):
        yield [one, other]
    redis.stop()


@pytest.fixture(scope="package")
def site(both: list[Serving]) -> Serving:
    """The server on which people are."""
    return both[0]
