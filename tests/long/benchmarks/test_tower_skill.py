"""Building towers with all hand skills and counting the outcomes, with small samples."""

from __future__ import annotations

import runpy
from functools import cache
from typing import Any

import pytest

from empile.engine.random import new_stream
from empile.games.block_out.rules.components import BLOCKS
from tests.conftest import ROOT


@cache
def skill() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "benchmarks" / "tower_skill.py"))


def test_a_sure_hand_builds_higher_than_a_clumsy_one() -> None:
    sure = [skill()["build"](skill()["Hand"]("sure", 0.5), number) for number in (1, 2)]
    assert [tower.height for tower in sure] == [9, 9]
    clumsy = [skill()["build"](skill()["Hand"]("clumsy", 25.0), number) for number in (1, 2)]
    assert max(tower.height for tower in clumsy) < 6
    assert all(tower.answer.startswith("~falls") for tower in clumsy)


def test_a_tower_depends_on_its_number_alone() -> None:
    person = skill()["Hand"]("person", 8.0, person=True)
    assert skill()["build"](person, 3) == skill()["build"](person, 3)


def test_blocks_come_in_any_order() -> None:
    orders = {tuple(skill()["shuffled"](new_stream(number))) for number in range(20)}
    assert len(orders) == 20
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(BLOCKS))}


def test_the_tables_count_heights_and_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = skill()["Hand"]("adult", 5.0)
    towers = (
        [skill()["Built"](9, "")] * 2
        + [skill()["Built"](5, "~falls")] * 5
        + [skill()["Built"](1, "~falls-later")]
    )
    assert skill()["row"](hand, towers).split("|")[3:-1] == [
        *[" 88% "] * 4,
        *[" 25% "] * 4,
        " 5.5 ",
    ]
    cells = skill()["falls"](hand, towers).split("|")[3:-1]
    assert cells == [" 0% ", " 12% ", *[" - "] * 7]
    text = skill()["report"]([(hand, towers)])
    assert "Of 6 falls 1 came after the countdown." in text
    assert "| the odds | | 0% | 2% | 6% |" in text
