"""Measurements of solo levels, with small samples."""

from __future__ import annotations

from dataclasses import replace

from empile.engine.random import new_stream
from empile.games.block_ness.solo.levels import load_levels
from tests.long.benchmarks.conftest import Program


def test_bots_solve_an_easy_level_but_not_a_hard_one(program: Program) -> None:
    levels = load_levels()
    tried = program("solo_levels").is_solved_by
    assert tried(levels[0], 500, new_stream(1))
    assert not tried(levels[-1], 5, new_stream(1))


def test_measured_levels_are_compared_with_the_stored_ones(program: Program) -> None:
    measure = program("solo_levels").measure
    level = load_levels()[3]
    found = measure(level, {5: 2})
    assert found.is_as_stored
    assert set(found.solved) == {5}
    assert found.solved[5] in {0.0, 0.5, 1.0}
    assert not measure(replace(level, solutions=level.solutions + 1), {5: 1}).is_as_stored


def test_table_has_a_row_for_each_grade_and_variant(program: Program) -> None:
    levels = [load_levels()[0], load_levels()[49], load_levels()[50]]
    module = program("solo_levels")
    text = module.table([module.measure(level, {5: 1}) for level in levels])
    rows = [row.split("|")[1:3] for row in text.splitlines()[2:]]
    assert [(grade.strip(), variant.strip()) for grade, variant in rows] == [
        ("1", "base"),
        ("1", "expert"),
        ("2", "base"),
    ]
