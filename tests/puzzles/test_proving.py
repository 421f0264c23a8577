"""Proofs of puzzles, and puzzles that are wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from empile.puzzles.proving import prove
from empile.puzzles.puzzle import Puzzle, PuzzleError
from tests.puzzles.examples import mined


def puzzles() -> list[Puzzle]:
    return [
        *mined("block-ness", "ending", 1, 11),
        *mined("on-top", "points", 2, players=3),
        *mined("blox", "points", 1, players=3),
        *mined("block-out", "cards", 2, players=3),
    ]


def test_puzzles_that_were_found_are_proven() -> None:
    for puzzle in puzzles():
        prove(puzzle)


def test_another_move_is_refused() -> None:
    for puzzle in puzzles():
        other = next(text for text in puzzle.state().legal_texts() if text != puzzle.line[0])
        with pytest.raises(PuzzleError, match="is not the good move"):
            prove(replace(puzzle, line=[other]))


def test_another_value_is_refused() -> None:
    for puzzle in puzzles():
        with pytest.raises(PuzzleError, match="the next"):
            prove(replace(puzzle, next=puzzle.next - 0.1))


def test_other_themes_are_refused() -> None:
    for puzzle in puzzles():
        with pytest.raises(PuzzleError, match="other themes"):
            prove(replace(puzzle, themes=[*puzzle.themes, "nothing"]))


def test_an_illegal_line_and_an_unknown_kind_are_refused() -> None:
    puzzle = puzzles()[0]
    with pytest.raises(PuzzleError, match=puzzle.id):
        prove(replace(puzzle, line=["Ha1-a2^9"]))
    with pytest.raises(PuzzleError, match="no puzzles of the kind 'riddle'"):
        prove(replace(puzzle, kind="riddle"))


def test_a_position_without_a_single_good_move_is_refused() -> None:
    start = Puzzle("on-top", {"players": 2}, "points", {}, ["x"], 0, 0).load_game().new_state()
    start.apply_text("~BRWY")
    text = start.legal_texts()[0]
    puzzle = Puzzle("on-top", {"players": 2}, "points", start.position(), [text], 0, 0)
    with pytest.raises(PuzzleError, match="no single good move"):
        prove(puzzle)
