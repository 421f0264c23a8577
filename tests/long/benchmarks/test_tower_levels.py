"""Matches of levels in the physics simulation, with small samples."""

from __future__ import annotations

import runpy
import sys
from typing import Any

import pytest

import empile
from empile.bots import levels_of
from tests.conftest import ROOT


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The program's functions."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    return runpy.run_path(str(ROOT / "benchmarks" / "tower_levels.py"))


def test_a_game_is_played_to_its_end_by_hands(program: dict[str, Any]) -> None:
    found = program["play"](2, 2, 1, 0)
    assert found == program["play"](2, 2, 1, 0)
    assert found.score in {0.0, 0.5, 1.0}
    assert found.blocks >= 5  # few of seven cards are not blocks


def test_each_level_brings_its_own_hand(program: dict[str, Any]) -> None:
    game = empile.load("block-out")
    hands = [program["player"](game, level).hand for level in levels_of(game)]
    spreads = [hand.sigma_mm for hand in hands]
    assert spreads == sorted(spreads, reverse=True)
    assert len(set(spreads)) == len(spreads)


def test_neighbours_meet_and_the_strongest_the_weakest(program: dict[str, Any]) -> None:
    assert program["pairs"](5) == [(2, 1), (3, 2), (4, 3), (5, 4), (5, 1)]


def test_a_line_tells_score_lead_and_blocks(program: dict[str, Any]) -> None:
    played = program["Played"]
    levels = levels_of(empile.load("block-out"))
    games = [played(1.0, 10), played(1.0, 14), played(0.0, 12), played(1.0, 12)]
    line = program["row"](2, levels[1], levels[0], games)
    assert line.startswith("| 2 | casual | beginner | 4 | 0.750 ± 0.250 | +191 ")
    assert line.endswith("| 12.0 |")
