"""Tests of the generator of levels."""

from __future__ import annotations

import pytest

from empile.games.block_ness.solo.contract import BlockNessSolo
from empile.games.block_ness.solo.generator import GRADES, arrange, generate_level
from empile.games.block_ness.solo.levels import load_levels


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("grade", [1, 2, 3, 4])
def test_levels_are_within_the_bounds_of_their_grade(grade: int, variant: str) -> None:
    bounds = GRADES[grade]
    for number in range(1, 4):
        level = generate_level(grade, variant, number, seed=5)
        assert level.id == f"{grade}-{number:02}"
        solved = BlockNessSolo().solve(level.state())
        assert solved.is_exact
        assert (solved.solutions, solved.share) == (level.solutions, level.share)
        assert 0 < solved.solutions <= bounds.most_solutions
        assert bounds.share[0] <= solved.share < bounds.share[1]
        assert bounds.nodes[0] <= solved.nodes <= bounds.nodes[1]
        hand = level.position["reserves"][0]
        assert bounds.hand[0] <= len(hand) <= bounds.hand[1]
        assert BlockNessSolo().solution(level.state()) is not None


def test_small_changes_make_levels_harder() -> None:
    level = generate_level(5, "expert", 1, seed=5)
    assert GRADES[5].share[0] <= level.share < GRADES[5].share[1]


def test_generation_is_reproducible() -> None:
    first = [generate_level(2, "base", number, seed=3) for number in range(1, 4)]
    assert first == [generate_level(2, "base", number, seed=3) for number in range(1, 4)]
    assert first[0] != generate_level(2, "base", 1, seed=4)
    assert len({level.start for level in first}) == 3


def test_levels_are_arranged_without_twins() -> None:
    levels = [
        generate_level(grade, variant, number, seed=3)
        for grade in (2, 1)
        for variant in ("expert", "base")
        for number in (1, 2)
    ]
    arranged = arrange([*levels, levels[0]])
    assert [level.id for level in arranged] == [f"{g}-{n:02}" for g in (1, 2) for n in range(1, 5)]
    assert [level.variant for level in arranged[:4]] == ["base", "base", "expert", "expert"]
    assert arranged[0].share >= arranged[1].share
    assert {level.start for level in arranged} == {level.start for level in levels}


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_stored_levels_are_those_of_the_generator(variant: str) -> None:
    stored = {level.start for level in load_levels()}
    for grade in (1, 2, 3):
        for number in (1, 15):
            assert generate_level(grade, variant, number, seed=1).start in stored
