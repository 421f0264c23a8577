"""Positions that ``web/position/tower-positions.test.ts`` builds: the engine reads them."""

from __future__ import annotations

import pytest

from tests.support.built_positions import BuiltPositions

BUILT = BuiltPositions("block-out", __file__)


@pytest.mark.parametrize("number", BUILT.numbers(good=True))
def test_built_positions_begin_games(number: int) -> None:
    BUILT.expect_game(number)


@pytest.mark.parametrize("number", BUILT.numbers(good=False))
def test_unfinished_positions_are_refused_with_a_reason(number: int) -> None:
    BUILT.expect_reason(number)
