"""Comparing two analyses of a game, with small samples."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

import empile
from empile.bots import analysis
from empile.bots.analysis import Depth
from tests.conftest import ROOT

noise: dict[str, Any] = runpy.run_path(str(ROOT / "benchmarks" / "analysis_noise.py"))


def test_the_spread_of_one_is_told_from_the_differences_of_two() -> None:
    assert noise["_spread"]([0.3, -0.3, 0.3, -0.3]) == "0.212"
    assert noise["_spread"]([]) == "-"


def test_a_row_counts_what_both_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        analysis.DEPTHS, "quick", Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    )
    row = noise["run"](empile.load("cairn", players=2), 0, 2, "quick")
    assert row.games == 2
    assert len(row.curve) == 2 * (row.events + row.games)
    for both, either in row.agreed.values():
        assert 0 <= both <= either
    assert str(row).count("|") == 11
