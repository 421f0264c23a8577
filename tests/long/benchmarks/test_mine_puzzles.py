"""The search for the puzzles that are shipped: it goes on, and keeps a variety."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from empile.puzzles.library import read_puzzles
from tests.long.benchmarks.conftest import Program
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
    assert found.takes(puzzle, {})
    assert not found.takes(puzzle, {puzzle.themes[0]: 125}), "its theme is frequent"
    found.puzzles.append(puzzle)
    assert not found.takes(puzzle, {}), "it is there already"
    other = replace(puzzle, start=puzzle.load_game().new_state().position())
    assert found.takes(other, {})


def test_rows_have_a_cell_for_each_column(program: Program) -> None:
    module = program("mine_puzzles")
    wanted = module.Wanted("on-top", "points", {"players": 3}, 10)
    columns = module._HEAD.splitlines()[-1].count("|")
    found = module.Mined(
        games=4,
        found=2,
        seconds=3.0,
        counted=2,
        positions=60,
        candidates=3,
        puzzles=[*mined("on-top", "points", 2, players=3)],
    )
    row = module._row(wanted, found)
    assert row.startswith("| on-top | 3 | points | 4 | 30.0 | 1.5 | 0.50 |")
    assert row.count("|") == module._row(wanted, module.Mined()).count("|") == columns
