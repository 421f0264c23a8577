"""Games between bots and their records agree, with small samples."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from empile.engine.random import new_stream
from tests.conftest import ROOT

GAMES = 30
SIMULATIONS = 6

bot_games: dict[str, Any] = runpy.run_path(str(ROOT / "benchmarks" / "bot_games.py"))


def _tables() -> list[Any]:
    return [
        pytest.param(name, players, id=f"{name} {players}")
        for name in empile.game_names()
        for option in game_class(name).options_offered
        if option.name == "players"
        for players in option.values
    ]


@pytest.mark.parametrize(("name", "players"), _tables())
def test_nothing_differs_between_record_replay_and_result(name: str, players: int) -> None:
    game = empile.load(name, players=players)
    found, ends, moves = bot_games["run"](game, GAMES, SIMULATIONS, seed=players)
    assert found == []
    assert ends.total() == GAMES
    assert set(ends) <= set(game.reasons)
    assert moves > GAMES * players


def test_what_differs_is_found() -> None:
    game = empile.load("blox", round_limit=2)
    choosers = bot_games["players"](game, SIMULATIONS)
    match = bot_games["play"](game, choosers, new_stream(7))
    assert bot_games["differences"](match) == []
    match._states[4] = match._states[5]
    assert bot_games["differences"](match) == ["the position after 4 events is another"]
    match._states[-1] = match._states[0]
    [told] = bot_games["differences"](match)
    assert told.startswith("the record's result is null but")
