"""Tests of the bot levels of On Top."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import empile
from empile.bots import levels_of
from empile.bots.sprt import duel, level_player
from empile.engine.compiled.jit import jit_is_on


@pytest.mark.skipif(not jit_is_on(), reason="whole games of searches take too long")
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "teams": True}], ids=str)
def test_levels_beat_much_lower_ones(options: dict[str, Any]) -> None:
    """In short; every number of seats is measured by ``benchmarks/levels.py``."""
    game = empile.load("on-top", **options)
    beginner, _, regular, _, master = levels_of(game)
    quick = replace(master, simulations=1_000)
    for better, worse in ((regular, beginner), (quick, regular)):
        match = duel(game, level_player(better), level_player(worse), seed=1, games=30, threads=2)
        assert match.verdict == "proved"
