"""Comparing frameworks: our Connect Four has the same rules, with small samples."""

from __future__ import annotations

from typing import Any

import pytest

from empile.engine.game import Game
from empile.engine.perft import perft
from empile.engine.random import below, new_stream
from tests.long.benchmarks.conftest import Program
from tests.support.lazy_modules import lazy_module

pyspiel = lazy_module("pyspiel")


@pytest.fixture(scope="module", autouse=True)
def _needs_open_spiel() -> None:
    pytest.importorskip("pyspiel")


@pytest.fixture(scope="module")
def field(program: Program) -> Any:
    return program("frameworks")


@pytest.fixture(scope="module")
def connect_four(field: Any) -> Game:
    game: Game = field.ConnectFour()
    return game


def lines(state: Any, depth: int) -> int:
    """Count the leaves below a state, ours or OpenSpiel's."""
    if state.is_terminal():
        return 0
    legal = state.legal_actions()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = state.clone()
        after.apply_action(action)
        count += lines(after, depth - 1)
    return count


def test_connect_four_has_the_lines_that_open_spiel_counts(connect_four: Game) -> None:
    start = pyspiel.load_game("connect_four").new_initial_state()
    for depth in range(1, 6):
        assert perft(connect_four, depth) == lines(start, depth)
    assert perft(connect_four, 8) == 5_673_234  # includes full columns and finished games


@pytest.mark.parametrize("moves", [12, 24, 32])
def test_it_has_them_further_on_too(field: Any, connect_four: Game, moves: int) -> None:
    for seed in range(5):
        ours, made = field.opening(connect_four, moves, seed)
        theirs = pyspiel.load_game("connect_four").new_initial_state()
        for move in made:
            theirs.apply_action(move)
        assert lines(ours, 4) == lines(theirs, 4)


def test_random_games_of_connect_four_go_as_in_open_spiel(connect_four: Game) -> None:
    stream = new_stream(4)
    ends: set[tuple[float, ...]] = set()
    for _ in range(300):
        ours, theirs = (
            connect_four.new_state(),
            pyspiel.load_game("connect_four").new_initial_state(),
        )
        while not theirs.is_terminal():
            assert ours.current_player() == theirs.current_player()
            legal = ours.legal_actions()
            assert legal == theirs.legal_actions()
            move = legal[below(stream, len(legal))]
            ours.apply_action(move)
            theirs.apply_action(move)
        assert ours.is_terminal()
        assert ours.returns() == theirs.returns()
        ends.add(tuple(theirs.returns()))
    assert ends == {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_all_three_tables_come_of_one_run(field: Any) -> None:
    found = field.measure(rounds=5, seconds=0.02, simulations=1000, others=False)
    print(field.report(found, 1))
    games, connect_four, python_game = found.values()
    assert {row.who for row in games} == {"Empile", "OpenSpiel"}
    assert [row.what for row in games if row.ratio] == ["connect_four"]
    for row in [*games, *connect_four, *python_game]:
        assert row.a_second > 0
    # Far below the measured ratio, far above any effect of load.
    assert all(row.ratio > 1 for row in [*games, *connect_four, *python_game] if row.ratio)
    assert len(field.report(found, 1).splitlines()) > len(games) + 10
