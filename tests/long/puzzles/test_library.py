"""Files of puzzles, and near-duplicates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import empile
from empile.puzzles.library import load_puzzles, near, read_puzzles, write_puzzles
from empile.puzzles.puzzle import PuzzleError
from tests.puzzles.examples import mined


def test_a_file_has_the_easiest_puzzles_first(tmp_path: Path) -> None:
    found = [*mined("block-ness", "ending", 1, 11), *mined("on-top", "points", 2, players=3)]
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(path, found)
    read = [*read_puzzles(path)]
    assert sorted(read, key=lambda puzzle: puzzle.id) == sorted(found, key=lambda one: one.id)
    assert [puzzle.rating for puzzle in read] == sorted(puzzle.rating for puzzle in read)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(f"{mined('block-ness', 'ending', 1, 11)[0].to_json()}\n[]\n", "utf-8")
    with pytest.raises(PuzzleError, match="line 2"):
        list(read_puzzles(path))


def test_a_position_with_one_other_fact_is_a_near_duplicate() -> None:
    puzzle = mined("on-top", "points", 2, players=3)[0]
    moved = replace(puzzle, start={**puzzle.start, "reserve": 1})
    assert near(puzzle, moved)
    assert not near(puzzle, replace(moved, start=puzzle.state().game.new_state().position()))
    assert not near(puzzle, replace(moved, kind="ending"))


@pytest.mark.parametrize("name", empile.game_names())
def test_a_game_without_a_file_has_no_puzzles(name: str) -> None:
    assert all(puzzle.game == name for puzzle in load_puzzles(name))
