"""Training the value network of Block Ness, with small samples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import empile
from empile.games.block_ness.rules import core, value_network
from empile.games.block_ness.rules.state import NEURONS, TRAITS
from tests.long.benchmarks.conftest import Program, check_gradient


@pytest.fixture(scope="module")
def training(program: Program) -> Any:
    return program("train_block_ness")


def kept_network(training: Any) -> Any:
    """Return the game's network."""
    by_trait, bias, by_neuron = (np.array(part) for part in value_network.load_weights())
    parts = (by_trait[:, :NEURONS], by_trait[:, NEURONS:], bias, by_neuron)
    return training.Network(*parts)


@pytest.mark.parametrize("players", [2, 3])
def test_trained_network_matches_the_game(players: int, training: Any) -> None:
    game = empile.load("block-ness", players=players)
    match = empile.Match(game)
    for _ in range(8):
        match.play_action(match.state.legal_actions()[5])
        known = np.zeros((1, core.MAX_SEATS, TRAITS))
        training._write_traits(game.params_array, match.state.array, known)
        out = np.zeros(core.MAX_SEATS)
        game.compiled.simulation.estimate(game.params_array, match.state.array, 0, out)
        found = training.expected(kept_network(training), known[:, :players])
        assert found[0] == pytest.approx(out[:players], abs=1e-12)


def test_the_gradient_is_that_of_the_error(training: Any) -> None:
    generator = np.random.default_rng(1)
    network = kept_network(training)
    traits = generator.random((5, 3, TRAITS))
    returns = generator.random((5, 3))

    def error() -> float:
        return float(((training.expected(network, traits) - returns) ** 2).mean())

    check_gradient(network, training.gradient(network, traits, returns), error)


def test_a_few_games_teach_something_and_the_same_again(training: Any, tmp_path: Path) -> None:
    game = empile.load("block-ness", players=2)
    lessons = training.play(game, 500, 200, 1)
    assert lessons.traits.shape == (len(lessons.games), 2, TRAITS)
    assert np.all(np.abs(lessons.returns) <= 1.0)
    network = training.teach([lessons], 20, 1)
    assert training.explained(network, lessons) > 0.3
    training.write(network, tmp_path / "one.json")
    again = training.teach([training.play(game, 500, 200, 1)], 20, 1)
    training.write(again, tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_held_out_games_are_other_games(training: Any) -> None:
    game = empile.load("block-ness", players=2)
    lessons = training.play(game, 900, 100, 2)
    load_weights, back = training.shared_out(lessons)
    assert len(load_weights.games) + len(back.games) == len(lessons.games)
    assert back.games.size
    assert not set(load_weights.games) & set(back.games)


def test_what_the_game_knows_holds_for_new_games(training: Any) -> None:
    game = empile.load("block-ness", players=2)
    assert training.explained(kept_network(training), training.play(game, 500, 400, 99)) > 0.4
