"""Wrong arguments of bots, hints, lines, analyses and duels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import empile
from empile.bots.lines import best_lines
from empile.bots.policy import any_move
from empile.engine.state import State


@pytest.fixture
def state() -> State:
    return empile.load("block-ness", players=2).new_state()


@pytest.mark.parametrize("level", [1, 0, "level.casual", None], ids=repr)
def test_levels_are_objects(state: State, level: Any) -> None:
    with pytest.raises(
        empile.ArgumentError, match=r"one of empile.levels_of\(game\), or a Level, not"
    ):
        empile.choose(state, level, empile.new_stream(1))


def test_bots_move_only_if_a_seat_acts(state: State) -> None:
    over, chance = state.clone(), empile.load("blox").new_state()
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    level, stream = empile.levels_of(state.game)[0], empile.new_stream(1)
    for other, why in ((over, "the game is over"), (chance, "a chance event comes next")):
        with pytest.raises(empile.ArgumentError, match=f"a seat is to act: {why}"):
            empile.choose(other, level, stream)
        with pytest.raises(empile.ArgumentError, match=f"a seat is to act: {why}"):
            any_move(other, stream)
        with pytest.raises(empile.ArgumentError, match=f"a seat is to act: {why}"):
            best_lines(other, stream=stream, simulations=9)


@pytest.mark.parametrize(
    "stream", [5, None, np.random.default_rng(1)], ids=["number", "none", "generator"]
)
def test_bots_need_a_stream(state: State, stream: Any) -> None:
    level = empile.levels_of(state.game)[0]
    with pytest.raises(empile.ArgumentError, match="a random stream is what"):
        empile.choose(state, level, stream)
    with pytest.raises(empile.ArgumentError, match="a random stream is what"):
        any_move(state, stream)
    with pytest.raises(empile.ArgumentError, match="a random stream is what"):
        best_lines(state, stream=stream, simulations=9)


@pytest.mark.parametrize("number", [0, -1, 1.5, True], ids=repr)
def test_numbers(state: State, number: Any) -> None:
    stream, player = empile.new_stream(1), empile.level_player(empile.levels_of(state.game)[0])
    record = empile.Match(state.game).record()
    uses = (
        lambda: best_lines(state, stream=stream, simulations=number),
        lambda: best_lines(state, stream=stream, simulations=9, count=number),
        lambda: empile.advise(state, stream=stream, simulations=number),
        lambda: empile.duel(state.game, player, player, seed=1, games=number),
        lambda: empile.duel(state.game, player, player, seed=1, games=1, threads=number),
        lambda: empile.analyse(record, threads=number),
    )
    for use in uses:
        with pytest.raises(empile.ArgumentError, match="must be a whole number of at least 1, not"):
            use()


def test_depths_of_analyses_are_named(state: State) -> None:
    depth: Any = "deepest"
    with pytest.raises(
        empile.ArgumentError, match="depth must be one of quick, deep, not 'deepest'"
    ):
        empile.analyse(empile.Match(state.game).record(), depth=depth)
