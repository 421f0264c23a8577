"""Thresholds of grades: how they are fitted, and what is published."""

from __future__ import annotations

import json
import runpy
import sys
from typing import Any

import pytest

import empile
from empile.bots import analysis
from empile.bots.analysis import Depth
from empile.engine.contracts.grades import GradeThresholds
from tests.conftest import ROOT

RESULTS = ROOT / "benchmarks" / "results" / "analysis-grades.json"
PUBLISHED: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The program's functions."""
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    return runpy.run_path(str(ROOT / "benchmarks" / "analysis_grades.py"))


def test_fit_gives_a_beginner_many_mistakes_and_a_master_few(program: dict[str, Any]) -> None:
    fit = program["fit"]
    beginner = [number / 400 for number in range(100)]
    master = [number / 4000 for number in range(100)]
    fitted = fit(beginner, master)
    assert (fitted.inaccuracy, fitted.mistake) == (0.12, 0.18)
    assert fitted.blunder == pytest.approx(0.28, abs=0.01)
    noisy = fit(beginner, [number / 400 for number in range(100)])
    assert noisy.inaccuracy > fitted.inaccuracy, "what a Master loses is noise"
    tiny = fit([0.001] * 100, [0.0] * 100)
    assert tiny.inaccuracy >= 0.02
    huge = fit([2.0] * 100, [0.0] * 100)
    assert huge.blunder <= 0.5


def test_row_of_counts_grades(program: dict[str, Any]) -> None:
    row = program["row_of"]([0.0, 0.05, 0.15, 0.25, 0.6], GradeThresholds(0.1, 0.2, 0.5))
    assert row["moves"] == 5
    shares = [row[grade] for grade in ("best", "good", "inaccuracy", "mistake", "blunder")]
    assert shares == [20.0] * 5
    assert 0 < row["accuracy"] < 100


def test_run_grades_each_level(program: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = Depth(0.02, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    monkeypatch.setitem(analysis.DEPTHS, "quick", tiny)
    game = empile.load("on-top", players=2)
    monkeypatch.setattr(type(game.bots), "levels", game.bots.levels[:2])
    found = program["run"](game, 1)
    assert [row["level"] for row in found["rows"]] == ["Beginner", "Casual"]
    assert len(found["thresholds"]) == 3


@pytest.mark.parametrize("key", sorted(PUBLISHED))
def test_published_thresholds_are_those_of_the_game(key: str) -> None:
    name, seats = key.split()
    thresholds = empile.load(name, players=int(seats)).bots.grade_thresholds
    published = PUBLISHED[key]["thresholds"]
    assert published == [thresholds.inaccuracy, thresholds.mistake, thresholds.blunder]


@pytest.mark.parametrize("name", ["block-ness", "block-out", "blox", "on-top"])
def test_every_number_of_seats_is_published(name: str) -> None:
    players = next(
        option for option in empile.game_class(name).options_offered if option.name == "players"
    )
    seats = {int(key.split()[1]) for key in PUBLISHED if key.split()[0] == name}
    assert seats == set(players.values) - {1}


@pytest.mark.parametrize("key", sorted(PUBLISHED))
def test_published_grades_tell_levels_apart(key: str) -> None:
    beginner, *_, master = PUBLISHED[key]["rows"]
    assert (beginner["level"], master["level"]) == ("Beginner", "Master")
    worse = ("inaccuracy", "mistake", "blunder")
    bad, few = (sum(row[grade] for grade in worse) for row in (beginner, master))
    assert bad > 20
    assert few < 10
    assert bad > 2.5 * few
    assert master["mistake"] + master["blunder"] < 4
    assert master["accuracy"] - beginner["accuracy"] > 10
    assert max(beginner[grade] for grade in ("best", "good", *worse)) < 65, "no grade is nearly all"


def test_published_table_is_up_to_date(program: dict[str, Any]) -> None:
    assert RESULTS.with_suffix(".md").read_text("utf-8") == program["table_of"](PUBLISHED)
