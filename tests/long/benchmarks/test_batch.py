"""Measuring batches in all variants, with small samples."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.patience import PATIENCE


def run(program: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "benchmarks" / program), *arguments],
        env={**os.environ, "COLUMNS": "200", **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_every_way_makes_moves(tmp_path: Path) -> None:
    rows = tmp_path / "rows.json"
    done = run(
        "batch.py",
        *["--game", "cairn", "--games", "100", "--threads", "1", "2", "--rounds", "1", "--json"],
        str(rows),
    )
    assert done.returncode == 0, done.stderr
    found = {row["way"] for row in json.loads(rows.read_text())}
    assert {"step", "step, legal_mask", "rollouts", "loop over State", "random_games"} <= found
    assert {"random_step, observations, out", "SeatVectorEnv", "SyncVectorEnv"} <= found
    assert all(way in done.stdout for way in found)


def test_a_device_is_held_against_the_processor_and_measured() -> None:
    simulator = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    code = f"""
import runpy, empile
gpu = runpy.run_path({str(ROOT / "benchmarks" / "gpu.py")!r})
gpu["hold"].__globals__["HELD"] = 3
game = empile.load("cairn")
gpu["hold"](game, moves=4)
row = gpu["on_device"](game, 3, 1, moves=2)
print(row.games, row.steps > 0, row.rollouts > 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **simulator},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout == "3 True True\n", done.stderr


@pytest.mark.parametrize("hidden", ["-1", ""])
def test_without_a_device_it_says_so(hidden: str) -> None:
    done = run("gpu.py", CUDA_VISIBLE_DEVICES=hidden)
    assert done.returncode == 1
    assert done.stdout == ""
    assert (
        done.stderr == "gpu.py: no CUDA device was found: an NVIDIA GPU and its driver are needed\n"
    )
