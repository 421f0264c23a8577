"""Benchmarks of a game, with progress reports."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import empile
from empile.engine.bench import bench, random_speed, start_time
from empile.engine.playouts import cores


def test_bench_of_a_game_with_chance() -> None:
    steps: list[str] = []
    found = bench(
        empile.load("cairn", players=3), seconds=0.05, with_starts=False, on_step=steps.append
    )
    assert found.game == "cairn"
    assert found.options["players"] == 3
    assert [speed.threads for speed in found.random] == sorted({1, cores()})
    for speed in found.random:
        # Each game has at least one action per dealt card.
        assert speed.actions_per_second > 9 * speed.games_per_second > 0
    assert found.simulations_per_second > 0
    assert (found.cold_start, found.warm_start) == (0.0, 0.0)
    assert steps[-1] == "search"


def test_random_speed_with_more_players() -> None:
    lengths: list[float] = []
    for players in (2, 4):
        speed = random_speed(empile.load("block-ness", players=players), 1, 0.05)
        lengths.append(speed.actions_per_second / speed.games_per_second)
    assert 12 < lengths[0] < 20 < lengths[1] < 40


def test_start_time_uses_its_own_cache(tmp_path: Path) -> None:
    seconds = start_time(empile.load("block-ness"), str(tmp_path))
    assert seconds > 0.05
    compiled = list(tmp_path.rglob("*.code"))
    assert compiled, "the machine code was made in the cache that was given"


def test_start_time_raises_if_the_start_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = empile.load("block-ness")
    monkeypatch.setattr(type(game), "name", "nowhere")
    with pytest.raises(subprocess.CalledProcessError):
        start_time(game, str(tmp_path))
