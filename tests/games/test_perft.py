"""Perft, beyond the tables that the suite checks."""

from __future__ import annotations

import pytest

from empile.engine.perft import perft
from tests.support.games import Variant, random_match


def test_perft_ignores_lines_that_end_early() -> None:
    game = Variant("block-ness", "pond").game()
    longest = 2 * len(game.presenter.board_setup()["rings"][0])
    assert perft(game, 5) > 0
    # No line is longer than all rings together, and the count of such lines is reached by walking.
    match = random_match(game, 1)
    assert len(match.events) <= longest


def test_perft_rejects_negative_depth() -> None:
    with pytest.raises(ValueError, match="depth"):
        perft(Variant("block-ness", "pond").game(), -1)
