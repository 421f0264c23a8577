"""Ratings of puzzles by the levels that solve them."""

from __future__ import annotations

import pytest

from empile.engine.random import new_stream
from empile.puzzles.rating import LEVEL_RATINGS, rating_by_size, rating_of, shares_of_levels
from tests.puzzles.examples import mined


def test_a_puzzle_that_a_level_solves_half_the_time_has_its_rating() -> None:
    for number, rating in enumerate(LEVEL_RATINGS):
        shares = [0.0] * number + [0.5] + [1.0] * (len(LEVEL_RATINGS) - number - 1)
        assert rating_of(shares) == pytest.approx(rating, abs=60)


def test_shares_are_those_of_six_tries_of_each_level() -> None:
    puzzle = mined("block-ness", "ending", 1, 11)[0]
    state = puzzle.state()
    right = state.text_to_action(puzzle.line[0])
    shares = shares_of_levels(state, right, new_stream(1))
    assert len(shares) == len(LEVEL_RATINGS)
    assert all(share * 6 == pytest.approx(round(share * 6)) for share in shares)
    assert shares == shares_of_levels(state, right, new_stream(1))


def test_a_puzzle_of_open_cards_is_rated_by_its_size() -> None:
    assert rating_by_size(3, 1) < rating_by_size(6, 1) < rating_by_size(6, 2)
    puzzle = mined("block-out", "cards", 2, players=3)[0]
    assert puzzle.rating == rating_by_size(len(puzzle.state().legal_actions()), 1)
