"""The search for the puzzles that are shipped: it goes on, and keeps a variety."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from empile.puzzles.library import read_puzzles
from tests.benchmarks.conftest import Program
from tests.puzzles.examples import mined

QUIET = Console(quiet=True)


def test_digging_goes_on_where_it_stopped(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = program("mine_puzzles")

    def file_of(game: str) -> Path:
        return tmp_path / f"{game}.jsonl"

    monkeypatch.setattr(module, "file_of", file_of)
    monkeypatch.setattr(module, "_COUNTS", tmp_path / "counts.json")
    wanted = module.Wanted("on-top", "points", {"players": 3}, 10)
    one = module.dig(wanted, 1, QUIET)
    assert [*read_puzzles(file_of("on-top"))] == one.puzzles
    two = module.dig(wanted, 2, QUIET)
    assert two.games > one.games
    assert {*map(str, one.puzzles)} < {*map(str, two.puzzles)}
    assert len([*read_puzzles(file_of("on-top"))]) == 2
    again = module.dig(wanted, 2, QUIET)
    assert (again.games, again.puzzles) == (two.games, [*read_puzzles(file_of("on-top"))])


def test_near_duplicates_and_frequent_themes_are_not_taken(program: Program) -> None:
    found = program("mine_puzzles").Mined()
    puzzle = mined("on-top", "points", 2, players=3)[0]
    assert found.takes(puzzle, 10)
    found.puzzles.append(puzzle)
    assert not found.takes(puzzle, 10), "it is there already"
    other = replace(puzzle, start=puzzle.load_game().new_state().position())
    assert found.takes(other, 10)
    assert not found.takes(other, 2), "its theme is there already"
