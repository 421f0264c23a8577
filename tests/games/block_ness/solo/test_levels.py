"""Tests of the stored levels."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import empile
from empile.engine.errors import Reason
from empile.games.block_ness.rules.components import read_hole
from empile.games.block_ness.solo.contract import BlockNessSolo
from empile.games.block_ness.solo.generator import canonical
from empile.games.block_ness.solo.levels import (
    GRADES,
    load_levels,
    read_start,
    write_levels,
    write_start,
)
from tests.conftest import ROOT
from tests.games.block_ness.reference import Reference

DATA = ROOT / "src" / "empile" / "games" / "block_ness" / "data" / "solo.json"
SOLVED_HERE = 4
"""One of so many levels of the two hardest grades is solved here, all by the benchmark."""


def test_there_are_fifty_levels_in_each_grade() -> None:
    levels = load_levels()
    assert Counter(level.grade for level in levels) == dict.fromkeys(GRADES, 50)
    assert [level.id for level in levels] == [f"{g}-{n:02}" for g in GRADES for n in range(1, 51)]
    for grade in GRADES:
        variants = Counter(level.variant for level in levels if level.grade == grade)
        assert variants == {"base": 35, "expert": 15}


@pytest.mark.parametrize("grade", GRADES)
def test_levels_have_the_stored_solutions(grade: int) -> None:
    levels = [level for level in load_levels() if level.grade == grade]
    for level in levels[:: SOLVED_HERE if grade > 4 else 1]:
        solved = BlockNessSolo().solve(level.state())
        assert solved.is_complete
        assert solved.is_exact
        assert solved.solutions == level.solutions > 0
        assert solved.share == level.share > 0


def test_levels_are_no_twins() -> None:
    keys = Counter((level.variant, canonical(level.position)) for level in load_levels())
    assert keys.most_common(1)[0][1] == 1


def test_canonical_form_is_that_of_twins() -> None:
    start: dict[str, Any] = read_start("c3-g6; *f5-f3^3 d4-d6^1; d6 d4; 2.2 4.2")
    twins = [
        "c3-g6; *f5-f3^3 d4-d6^1; d4 d6; 4.2 2.2",  # ends swapped
        "d5-h8; *g7-g5^3 e6-e8^1; e8 e6; 2.2 4.2",  # moved
        "c3-g6; *d5-d3^3 f4-f6^1; f6 f4; 2.2 4.2",  # mirrored
        "c3-f7; *e6-c6^3 d4-f4^1; f4 d4; 2.2 4.2",  # turned
        "c3-g6; d6-d4^1 f3-f5^3; d6 d4; 2.2 4.2",  # other colours, order and feet
    ]
    for twin in twins:
        assert canonical(read_start(twin)) == canonical(start), twin
    others = [
        "c3-g6; *f5-f3^3 d4-d6^1; d6 d4; 2.2 4.3",
        "c3-g6; *f5-f3^2 d4-d6^1; d6 d4; 2.2 4.2",
        "c3-g7; *f5-f3^3 d4-d6^1; d6 d4; 2.2 4.2",
        "c3-g6; *f6-f4^3 d4-d6^1; d6 d4; 2.2 4.2",
    ]
    for other in others:
        assert canonical(read_start(other)) != canonical(start), other


def test_starts_are_exact_positions() -> None:
    for level in load_levels():
        position = level.position
        assert level.state().position() == position
        assert write_start(position) == level.start
        assert position["reserves"][0] == sorted(position["reserves"][0])
        options = {"lake": "house", "variant": level.variant}
        assert Reference.of_solo(options, position).position() == position


def test_levels_vary() -> None:
    levels = load_levels()
    zones: set[tuple[int, int]] = set()
    for level in levels:
        low, high = (read_hole(corner) for corner in level.position["zone"])
        assert low is not None
        assert high is not None
        zones.add((high.column - low.column + 1, high.row - low.row + 1))
    assert len(zones) > 12
    assert {len(level.position["reserves"][0]) for level in levels} >= set(range(2, 12))
    heights = {ring["height"] for level in levels for ring in level.position["rings"]}
    assert heights >= {1, 2, 3, 4, 5}


def test_grades_become_harder() -> None:
    """Each grade has smaller shares than the one before, and more rings in hand."""
    shares = [[one.share for one in load_levels() if one.grade == grade] for grade in GRADES]
    for easier, harder in pairwise(shares):
        assert min(easier) >= max(harder)
    hands = [
        [len(one.position["reserves"][0]) for one in load_levels() if one.grade == grade]
        for grade in GRADES
    ]
    means = [sum(hand) / len(hand) for hand in hands]
    assert means == sorted(means)
    assert max(hands[0]) <= 3
    assert min(hands[-1]) >= 8
    assert max(shares[-1]) < 1e-6


def test_levels_get_harder_within_a_grade() -> None:
    for grade in GRADES:
        for variant in ("base", "expert"):
            found = [
                one.share for one in load_levels() if (one.grade, one.variant) == (grade, variant)
            ]
            assert found == sorted(found, reverse=True)


def test_file_is_small_with_a_level_in_each_line(tmp_path: Any) -> None:
    assert DATA.stat().st_size < 100_000
    write_levels(load_levels(), tmp_path / "levels.json")
    assert (tmp_path / "levels.json").read_bytes() == DATA.read_bytes()
    assert len(DATA.read_text("utf-8").splitlines()) == len(load_levels()) + 2


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_grades_have_names(language: str) -> None:
    solo = empile.load("block-ness").solo
    assert solo is not None
    catalogue = empile.load("block-ness").presenter.catalogue
    keys = [solo.grade_name(grade) for grade in GRADES]
    names = [catalogue.format(language, Reason(key.key)) for key in keys]
    assert len(set(names)) == len(GRADES)
    assert not {key.key for key in keys} & set(names)
