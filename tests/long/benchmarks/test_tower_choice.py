"""Placing offered blocks and counting the outcomes, with small samples."""

from __future__ import annotations

import runpy
import sys
from typing import Any

import pytest

from tests.conftest import ROOT


@pytest.fixture
def choice(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The program's functions."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    return runpy.run_path(str(ROOT / "benchmarks" / "tower_choice.py"))


def test_blocks_are_put_on_the_same_tower_each_in_a_world_of_its_own(
    choice: dict[str, Any],
) -> None:
    found = choice["placings"](2)
    for height in range(found[-1].height + 1):
        offered = [one for one in found if one.height == height]
        assert len({one.block for one in offered}) == len(offered) <= choice["OFFERED"]
        assert all(0 <= one.chance <= 1 for one in offered)
        assert height == found[-1].height or any(one.stood for one in offered)
    assert all(one.stood for one in found if one.height == 0)


def test_the_tables_count_what_stood(choice: dict[str, Any]) -> None:
    placing = choice["Placing"]
    found = [
        placing(1, 3, "kS", 0.9, True),
        placing(1, 3, "kM", 0.7, False),
        placing(1, 3, "kL", 0.3, False),
        placing(2, 3, "nS", 0.85, False),
        placing(2, 3, "nM", 0.8, True),
    ]
    assert choice["by_choice"](found, 3) == ("42% (2)", "50% (2)")
    assert choice["by_chance"](found).split("\n") == [
        "| 30% | 0% (1) |",
        "| 70% | 0% (1) |",
        "| 85% | 67% (3) |",
    ]
    text = choice["report"](found)
    assert "5 blocks placed on 2 towers" in text
    assert "| 3 | 50% (2) | 50% (2) | 0% (1) |" in text
