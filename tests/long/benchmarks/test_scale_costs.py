"""Costs of moves: the program measures, and counts what it measures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.bots import levels_of
from tests.long.benchmarks.conftest import Program
from tests.support.postgres_server import PostgresServer
from tests.support.redis_server import RedisServer


@pytest.fixture(scope="module")
def costs(program: Program) -> Any:
    """The program."""
    return program("scale.costs")


def test_measure_two_processes(costs: Any, postgres: PostgresServer, tmp_path: Path) -> None:
    redis = RedisServer(tmp_path)
    redis.start()
    try:
        way = costs.WAYS[2]
        assert way.processes == 2
        store = postgres.new_store().url
        measuring = costs.measure(way, store, postgres, redis, 4, 0.05, 2.0)
        found = asyncio.run(measuring)
    finally:
        redis.stop()
    assert found["moves a second"] > 4
    assert 0 < found["web"] < 1e5
    assert 20 < found["MiB empty"] <= found["MiB"]


def test_bot_game_measures_each_move(costs: Any) -> None:
    game = empile.load("block-ness")
    times = costs.bot_game(game, levels_of(game)[0], 1)
    assert len(times) > 4
    assert all(time >= 0 for time in times)


def test_means_of_groups_have_the_mean_of_all(costs: Any) -> None:
    assert costs._means([5.0, 1.0, 3.0]) == [1.0, 3.0, 5.0]
    means = costs._means(list(map(float, range(1000))))
    assert len(means) == 20
    assert sum(means) / 20 == pytest.approx(499.5)
