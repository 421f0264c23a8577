"""Grades of moves by the expected return that they cost."""

from __future__ import annotations

import pytest

import empile
from empile.engine.contracts.grades import GRADES, GradeThresholds


def test_grade_follows_the_thresholds() -> None:
    thresholds = GradeThresholds(0.1, 0.2, 0.4)
    losses = (-0.1, 0.0, 0.01, 0.09, 0.1, 0.19, 0.2, 0.39, 0.4, 2.0)
    grades = [thresholds.grade(loss) for loss in losses]
    assert grades == [grade for grade in GRADES[:-1] for _ in range(2)]


def test_accuracy_halves_with_each_mistake() -> None:
    thresholds = GradeThresholds(0.1, 0.2, 0.4)
    values = [thresholds.accuracy(loss) for loss in (-0.1, 0.0, 0.2, 0.4)]
    assert values == pytest.approx([100.0, 100.0, 50.0, 25.0])


@pytest.mark.parametrize("wrong", [(0.0, 0.1, 0.2), (0.2, 0.1, 0.3), (0.1, 0.2, 0.2), (0.1, 1, 3)])
def test_thresholds_must_increase(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="increase"):
        GradeThresholds(*wrong)


@pytest.mark.parametrize("name", empile.game_names())
def test_every_game_has_thresholds_and_a_budget(name: str) -> None:
    bots = empile.load(name).bots
    assert 0.0 < bots.grade_thresholds.inaccuracy <= 0.2
    assert bots.analysis_simulations >= bots.levels[-1].simulations
