"""Tournaments on a Ray cluster."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.arena import ArenaError, open_results, plan_of, read_results, run_tournament
from empile.arena.ray_cluster import run_on_ray
from tests.long.arena.test_workers import outcome

ENTRANTS = ["random", "level:1", "python:their_bots:last"]
SCENE = f"""
import os
from pathlib import Path
import empile
from empile.arena import open_results, plan_of
from empile.arena.ray_cluster import run_on_ray

plan = plan_of(empile.load("block-ness"), {ENTRANTS}, seed=4)
with open_results(plan, Path("results.jsonl")) as results:
    run_on_ray(results, processes=2, on_game=lambda played: print(played.game))
assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"  # nobody elsewhere is told
"""


def test_run_on_ray_gives_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a subprocess with warnings as errors: Ray stays loaded until its process ends."""
    pytest.importorskip("ray")
    code = "def last(state, stream):\n    return state.legal_actions()[-1]\n"
    (tmp_path / "their_bots.py").write_text(code, "utf-8")
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCENE], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(map(int, done.stdout.split())) == [*range(6)]
    plan = plan_of(empile.load("block-ness"), ENTRANTS, seed=4)
    with open_results(plan) as results:
        run_tournament(results, processes=1)
        here = outcome(results.in_order())
    assert outcome(read_results(tmp_path / "results.jsonl").in_order()) == here
    assert all(played.fault is None for played in results.in_order())


def test_run_on_ray_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert importlib.import_module("empile.arena.ray_cluster")
    plan = plan_of(empile.load("cairn"), ["random", "level:1"])
    with (
        open_results(plan) as results,
        pytest.raises(ArenaError, match=r"empile-engine\[cluster\]"),
    ):
        run_on_ray(results)
