"""Puzzles as data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from empile.puzzles.puzzle import Puzzle, PuzzleError, short_options
from tests.puzzles.examples import mined


def test_a_puzzle_is_one_line_of_json() -> None:
    for puzzle in mined("block-ness", "ending", 1, 11):
        text = puzzle.to_json()
        assert "\n" not in text
        assert Puzzle.from_json(text) == puzzle
        assert Puzzle.from_json(text).id == puzzle.id


def test_the_id_depends_on_the_position_only() -> None:
    one = mined("block-ness", "ending", 1, 11)[0]
    other = mined("on-top", "points", 2, players=3)[0]
    assert replace(one, rating=one.rating + 100, themes=[]).id == one.id
    assert one.id != other.id


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": "block-ness"}'])
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        Puzzle.from_json(text)


def test_short_options_are_those_that_differ() -> None:
    game = mined("block-out", "cards", 2, players=3)[0].load_game()
    assert sorted(short_options(game)) == ["players", "referee", "turn_limit"]
    assert type(game)(**short_options(game)) == game
