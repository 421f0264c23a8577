"""Players of evaluation games."""

from __future__ import annotations

from functools import cache

import pytest

import empile
from empile.bots.policy import choose, levels_of
from empile.engine.game import State
from empile.engine.random import Stream, new_stream, split
from empile.networks import Network
from empile.training.players import LevelPlayer, NetworkPlayer, RandomPlayer
from tests.support.training import SMALL

two_seats = cache(lambda: empile.load("block-ness", players=2))
cairn = cache(lambda: empile.load("cairn", players=3))


def streams_of(seed: int, count: int) -> list[Stream]:
    return [split(new_stream(seed), number) for number in range(count)]


def states_of(game: empile.Game, count: int) -> list[State]:
    batch = empile.Batch(game, count, seed=3)
    for _ in range(4):
        batch.step(batch.random_actions())
    return [batch.state(i) for i in range(count)]


@pytest.mark.parametrize("threads", [1, 3])
def test_level_players_choose_as_bots(threads: int) -> None:
    level = levels_of(two_seats())[0]
    states = states_of(two_seats(), 4)
    player = LevelPlayer(level, threads=threads)
    found = player.choose(states, streams_of(6, 4))
    assert found == [
        choose(*pair[:1], level, pair[1]) for pair in zip(states, streams_of(6, 4), strict=True)
    ]
    assert (player.name, player.moves) == ("level:1", 4)
    assert player.seconds > 0


def test_random_players_choose_uniformly() -> None:
    states = states_of(cairn(), 1) * 300
    found = RandomPlayer().choose(states, streams_of(2, 300))
    assert set(found) == set(states[0].legal_actions())
    assert found == RandomPlayer().choose(states, streams_of(2, 300))


def test_network_players_choose_for_all_games_at_once() -> None:
    network, sizes = Network.random(two_seats(), SMALL, 1), list[int]()

    def evaluator(observations: object, legal: object) -> tuple[object, object]:
        sizes.append(len(observations))  # type: ignore[arg-type]
        return network(observations, legal)  # type: ignore[arg-type]

    player = NetworkPlayer("best", two_seats(), evaluator, simulations=12, seed=1)
    states = states_of(two_seats(), 5)
    together = player.choose(states, streams_of(1, 5))
    assert max(sizes) == 5
    assert all(move in state.legal_actions() for move, state in zip(together, states, strict=True))
    alone = [player.choose([state], streams_of(1, 1))[0] for state in states]
    assert alone == together
    assert (player.name, player.moves) == ("best", 10)


def test_network_players_play_games_with_chance_and_hidden_hands() -> None:
    player = NetworkPlayer(
        "best", cairn(), Network.random(cairn(), SMALL, 1), simulations=6, seed=1
    )
    states = states_of(cairn(), 3)
    found = player.choose(states, streams_of(1, 3))
    assert all(move in state.legal_actions() for move, state in zip(found, states, strict=True))
