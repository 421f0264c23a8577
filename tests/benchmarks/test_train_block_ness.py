"""Teaching the network of Block Ness (the short form)."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import empile
from empile.games.block_ness import judging, rules
from empile.games.block_ness.memory import NEURONS, TRAITS
from tests.conftest import ROOT

benchmark: dict[str, Any] = runpy.run_path(str(ROOT / "benchmarks" / "train_block_ness.py"))


def kept_network() -> Any:
    """Return the network that the game has."""
    by_trait, bias, by_neuron = (np.array(part) for part in judging.learnt())
    parts = (by_trait[:, :NEURONS], by_trait[:, NEURONS:], bias, by_neuron)
    return benchmark["Network"](*parts)


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_learnt_is_what_the_game_computes(players: int) -> None:
    game = empile.load("block-ness", players=players)
    match = empile.Match(game)
    for _ in range(8):
        match.play_action(match.state.legal_actions()[5])
        known = np.zeros((1, rules.MAX_SEATS, TRAITS))
        benchmark["_write_traits"](game.boxes, match.state.array, known)
        out = np.zeros(rules.MAX_SEATS)
        game.compiled.simulation.estimate(game.boxes, match.state.array, 0, out)
        found = benchmark["expected"](kept_network(), known[:, :players])
        assert found[0] == pytest.approx(out[:players], abs=1e-12)


def test_the_gradient_is_that_of_the_error() -> None:
    generator = np.random.default_rng(1)
    network = kept_network()
    traits = generator.random((5, 3, TRAITS))
    returns = generator.random((5, 3))

    def error() -> float:
        return float(((benchmark["expected"](network, traits) - returns) ** 2).mean())

    for part, slopes in zip(network, benchmark["gradient"](network, traits, returns), strict=True):
        assert np.any(slopes)
        for at in list(np.ndindex(part.shape))[:: max(1, part.size // 7)]:
            part[at] += 1e-6
            more = error()
            part[at] -= 2e-6
            assert (more - error()) / 2e-6 == pytest.approx(slopes[at], abs=1e-5)
            part[at] += 1e-6


def test_a_few_games_teach_something_and_the_same_again(tmp_path: Path) -> None:
    game = empile.load("block-ness", players=2)
    lessons = benchmark["play"](game, 500, 200, 1)
    assert lessons.traits.shape == (len(lessons.games), 2, TRAITS)
    assert np.all(np.abs(lessons.returns) <= 1.0)
    network = benchmark["teach"]([lessons], 20, 1)
    assert benchmark["explained"](network, lessons) > 0.3
    benchmark["write"](network, tmp_path / "one.json")
    again = benchmark["teach"]([benchmark["play"](game, 500, 200, 1)], 20, 1)
    benchmark["write"](again, tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_what_is_kept_back_is_of_other_games() -> None:
    game = empile.load("block-ness", players=2)
    lessons = benchmark["play"](game, 900, 100, 2)
    learnt, back = benchmark["shared_out"](lessons)
    assert len(learnt.games) + len(back.games) == len(lessons.games)
    assert back.games.size
    assert not set(learnt.games) & set(back.games)


def test_what_the_game_knows_holds_for_new_games() -> None:
    game = empile.load("block-ness", players=2)
    assert benchmark["explained"](kept_network(), benchmark["play"](game, 500, 400, 99)) > 0.4
