"""Ratings of synthetic players: soon in the right order, and at least as good as pairs."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.conftest import ROOT

GAMES = 50


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import rating_simulation  # type: ignore[import-not-found, unused-ignore]

    yield rating_simulation
    for name in ("rating_simulation", "rating_baselines"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("name", "most"),
    # Up to three times the minimum of TrueSkill's documentation.
    [("2 seats", 36), ("4 seats", 15)],
)
def test_order_is_right_soon(simulation: Any, name: str, most: int) -> None:
    (setting,) = [one for one in simulation.SETTINGS if one.name == name]
    found = simulation.simulate(setting, 1, GAMES)
    ours = found["Plackett-Luce"]
    assert ours.until_right() <= most
    best = found["known strengths"].loss_per_prediction(0, GAMES)
    assert ours.loss_per_prediction(0, GAMES) < best + 0.08
    assert ours.loss_per_prediction(0, GAMES) < found["Elo by pairs"].loss_per_prediction(0, GAMES)


def test_seats_in_the_model_predict_better(simulation: Any) -> None:
    (setting,) = [one for one in simulation.SETTINGS if one.name.startswith("2 seats, the first")]
    found = simulation.simulate(setting, 2, 30)
    with_seats = found["Plackett-Luce"].loss_per_prediction(0, 30)
    assert with_seats < found["Plackett-Luce without seats"].loss_per_prediction(0, 30)


def test_teams_are_rated_better_than_by_pairs(simulation: Any) -> None:
    (setting,) = [one for one in simulation.SETTINGS if one.name == "2 teams of 4"]
    found = simulation.simulate(setting, 1, GAMES)
    ours, elo = (
        found[name].loss_per_prediction(20, GAMES) for name in ("Plackett-Luce", "Elo by pairs")
    )
    assert ours < elo - 0.05


def test_published_table_has_every_system(simulation: Any) -> None:
    published = (ROOT / "benchmarks" / "results" / "ratings.md").read_text("utf-8")
    for setting in simulation.SETTINGS:
        for system in ("Plackett-Luce", "Elo by pairs", "Glicko-2 by pairs", "known strengths"):
            assert f"| {setting.name} | {system} |" in published
