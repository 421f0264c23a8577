"""Gradient steps."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np
import pytest

import empile
from empile.networks import Network, NetworkShape
from empile.training.replay import ReplayBuffer
from empile.training.self_play import SelfPlay
from tests.support.training import SMALL, tiny_config

two_seats = cache(lambda: empile.load("block-ness", players=2))


def filled(config: Any, game: empile.Game | None = None) -> ReplayBuffer:
    """Return a buffer with positions of self-play."""
    game = game or two_seats()
    player = SelfPlay(game, config)
    buffer = ReplayBuffer(player.dtype, config.buffer)
    while buffer.size < config.buffer:
        buffer.add(player.play(Network.random(game, config.shape, 1), 1).positions)
    return buffer


@pytest.mark.parametrize("name", ["legal", "rank", "three-seats"])
@pytest.mark.usefixtures("torch")
def test_learner_fits_positions(name: str) -> None:
    from empile.training.learner import Learner

    shapes = {
        "legal": (2, NetworkShape(width=64, blocks=1, legal=True)),
        "rank": (2, NetworkShape(width=64, blocks=1, rank=16)),
        "three-seats": (3, NetworkShape(width=64, blocks=1)),
    }
    players, shape = shapes[name]
    game = empile.load("block-ness", players=players)
    config = tiny_config(shape=shape, buffer=64, batch=64, learning_rate=0.01, steps=32)
    learner, buffer = Learner(game, config), filled(config, game)
    rng = np.random.default_rng(1)
    first = learner.learn(buffer, 1, rng)
    learner.learn(buffer, 150, rng)
    last = learner.learn(buffer, 10, rng)
    assert 0 < last.policy < 0.6 * first.policy
    assert 0 < last.value < 0.3 * first.value
    assert learner.steps == 161


@pytest.mark.usefixtures("torch")
def test_learning_continues_from_its_state() -> None:
    import torch  # type: ignore[import-not-found, unused-ignore]

    from empile.training.learner import Learner

    config = tiny_config()
    buffer = filled(config)
    first, second = Learner(two_seats(), config), Learner(two_seats(), config)
    first.learn(buffer, 5, np.random.default_rng(1))
    stored = io.BytesIO()
    torch.save(first.state(), stored)
    second.restore(torch.load(io.BytesIO(stored.getvalue()), weights_only=True))
    for learner in (first, second):
        learner.learn(buffer, 5, np.random.default_rng(2))
    weights = [learner.network().weights for learner in (first, second)]
    assert all((weights[0][name] == weights[1][name]).all() for name in weights[0])
    assert first.steps == second.steps == 10
    other = Learner(two_seats(), tiny_config(shape=NetworkShape(width=8)))
    with pytest.raises(RuntimeError):
        other.restore(first.state())


@pytest.mark.usefixtures("torch")
def test_the_network_that_plays_is_a_moving_average() -> None:
    from empile.training.learner import Learner

    config = tiny_config(average=0.5)
    learner, buffer = Learner(two_seats(), config), filled(config)
    mean = learner.network().weights
    for step in range(1, 4):
        learner.learn(buffer, 1, np.random.default_rng(step))
        decay = min(0.5, (1 + step) / (10 + step))
        new = learner.model.weights()
        mean = {name: decay * mean[name] + (1 - decay) * new[name] for name in mean}
    found = learner.network().weights
    assert all(found[name] == pytest.approx(mean[name], abs=1e-6) for name in mean)
    assert (found["input.weight"] != learner.model.weights()["input.weight"]).any()


@pytest.mark.usefixtures("torch")
def test_learning_begins_with_the_random_network_of_the_seed() -> None:
    from empile.training.learner import Learner

    network = Learner(two_seats(), tiny_config(seed=9)).network()
    wanted = Network.random(two_seats(), SMALL, 9)
    assert all((network.weights[name] == wanted.weights[name]).all() for name in wanted.weights)
