"""Load test of a server with placements by hand, with few tables."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.support.patience import slowness


@pytest.fixture
def tower_tables(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The program's functions."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    return runpy.run_path(str(ROOT / "benchmarks" / "tower_tables.py"))


@pytest.mark.alone
def test_hands_work_at_several_tables_at_once(tower_tables: dict[str, Any], tmp_path: Path) -> None:
    seconds = 15.0 * slowness()
    found = tower_tables["measure"](tables=4, seconds=seconds, settle=0.0, folder=tmp_path)
    assert found["placed"] > 0
    assert found["frames_per_second"] > 5 / slowness()
    # The server and a spectator may see one placement of each table in different periods.
    assert sum(found["answers"].values()) == pytest.approx(found["placed"], abs=4)
    assert (found["faults"], found["frozen"], found["connections_lost"]) == (0, 0, 0)
    assert found["troubles"] == []
    assert 0 < found["late_p50_ms"] <= 200.0 * slowness(), "half of the frames are seen in time"


def test_the_figures_are_those_of_the_time_between(tower_tables: dict[str, Any]) -> None:
    made = tower_tables["Figures"]
    first = made(10.0, 2.0, 100.0, {0.01: 5.0, 0.1: 10.0}, {"empile_placed_total": 3.0})
    last = made(70.0, 8.0, 130.0, {0.01: 95.0, 0.1: 110.0}, {"empile_placed_total": 9.0})
    seen = tower_tables["Seen"](gaps=[0.03] * 99 + [0.5])
    found = tower_tables["summary"](
        2, seen, first, last, [100.0, 100.0, 110.0, 120.0, 130.0, 130.0], 1
    )
    assert found["placed"] == 6
    assert found["frames_per_second"] == pytest.approx(100 / 60, abs=0.1)
    assert (found["late_p50_ms"], found["late_p99_ms"]) == (10.0, 100.0)
    assert (found["gap_p50_ms"], found["gap_p99_ms"]) == (30.0, 500.0)
    assert found["server_processor_share"] == pytest.approx(0.1)
    # The growth is measured from the middle third to the last; before that caches fill.
    assert found["memory_drift_mb_a_minute"] == pytest.approx(15 * 3)
    assert found["memory_mb"] == [100, 100, 110, 120, 130, 130]
    assert found["connections_lost"] == 1
