"""Measurement of delays under load, in short form."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.support.patience import PATIENCE, slowness


@pytest.fixture
def stalls(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The program's functions."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    functions = runpy.run_path(str(ROOT / "benchmarks" / "stalls.py"))
    functions["measure"].__globals__["_WARM_SECONDS"] = 0.0
    return functions


def test_moves_are_measured_while_other_work_runs(stalls: dict[str, Any], tmp_path: Path) -> None:
    def measured(seconds: float) -> Any:
        folder = tmp_path / f"{seconds:.0f}"
        folder.mkdir()
        return stalls["measure"](seconds=seconds, folder=folder, bots=1, towers=0, pause=0.0)

    seconds = 1.5 * slowness()
    delays = measured(seconds)
    while not delays.counts["empile_bot_seconds_count"]:  # until a bot has moved meanwhile
        assert seconds < PATIENCE
        seconds *= 2
        delays = measured(seconds)
    assert delays.idle.moves > 0
    assert delays.loaded.moves > 0
    assert 0 < delays.loaded.median <= delays.loaded.p99 <= delays.loaded.longest
    text = stalls["report"](delays, 1, 0)
    assert f"| under load | {delays.loaded.moves} |" in text


def test_the_record_to_replay_is_long(stalls: dict[str, Any]) -> None:
    assert len(stalls["long_record"]()["events"]) == 1459


def test_delays_are_in_milliseconds(stalls: dict[str, Any]) -> None:
    delays = stalls["delays_of"]([0.001 * number for number in range(1, 101)], queued=0.5)
    assert delays == stalls["Delays"](
        moves=100,
        median=pytest.approx(50.5),
        p99=pytest.approx(99.0),
        longest=pytest.approx(100.0),
        queued=pytest.approx(5.0),
    )
    idle, loaded = (stalls["Delays"](1, median, 1.0, 1.0, 0.0) for median in (2.0, 3.0))
    assert stalls["Stalls"](idle, loaded, {}).ratio == pytest.approx(1.5)
