"""Self-play and its targets."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.search.batched import BatchedResult
from empile.networks import Network
from empile.training import replay, self_play
from empile.training.replay import Positions
from empile.training.self_play import SelfPlay
from tests.support.nim import Nim
from tests.support.training import SMALL, tiny_config

VALUES = 0.25
"""The value of the seat to act according to :class:`Scripted`."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("block-ness", {"players": 2}),
    ("block-ness", {"players": 3}),
    ("cairn", {"players": 3}),  # hidden stones, chance
    ("cairn", {"players": 4, "teams": True}),
    ("block-out", {"players": 2, "referee": "odds"}),
]


class Scripted:
    """Takes as much of a heap as it may; the shares of moves are 1 : 2 : 4."""

    def __init__(self, game: empile.Game, size: int, **settings: object) -> None:
        self._game = game

    def search(self, states: Any, evaluator: empile.Evaluator, simulations: int) -> BatchedResult:
        taken, seats = states["taken"].astype(np.int64), states["seat"].astype(np.int64)
        most = np.minimum(3, 7 - taken)
        columns = np.arange(3)[None, :]
        policy = np.where(columns < most[:, None], 2.0**columns, 0.0)
        policy /= policy.sum(axis=1, keepdims=True)
        values = np.full((len(taken), self._game.num_players), -VALUES, np.float32)
        values[np.arange(len(taken)), seats] = VALUES
        return BatchedResult(
            (most - 1).astype(np.int32),
            np.zeros(policy.shape, np.int32),
            policy.astype(np.float32),
            values,
        )


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "BatchedSearch", Scripted)


def no_network(observations: NDArray[np.float32], legal: NDArray[np.bool_]) -> tuple[Any, Any]:
    raise AssertionError("the search is scripted")


def played(game: empile.Game, **changes: Any) -> self_play.SelfPlayResult:
    return SelfPlay(game, tiny_config(**changes)).play(no_network, 1)


@pytest.mark.usefixtures("scripted")
@pytest.mark.parametrize("mix", [0.0, 0.5, 1.0])
def test_targets_of_a_game_of_nim(mix: float) -> None:
    """3, 3 and 1 of a heap of 7: seat 0 wins."""
    found = played(Nim(), games=1, steps=3, random_opening=0, value_mix=mix)
    positions = found.positions
    assert (found.games, found.moves, found.length) == (1, 3, 3.0)
    assert positions["count"].tolist() == [3, 3, 1]
    assert positions["columns"][:, 0].tolist() == [0, 0, 0]
    assert positions["shares"][:2] == pytest.approx(np.array([[1, 2, 4]] * 2) / 7, abs=1e-3)
    assert positions["shares"][2].tolist() == [1, 0, 0]
    # The seat to act first: the winner, the loser, the winner.
    first = [mix * VALUES + (1 - mix) * result for result in (1.0, -1.0, 1.0)]
    second = [mix * -VALUES + (1 - mix) * result for result in (-1.0, 1.0, -1.0)]
    assert positions["values"] == pytest.approx(np.array([first, second]).T, abs=1e-6)


@pytest.mark.usefixtures("scripted")
def test_values_are_rotated_to_the_seat_to_act() -> None:
    """3, 3 and 1 of a heap of 7: seat 2 of three wins."""
    positions = played(Nim(players=3), games=1, steps=3, random_opening=0, value_mix=0.0).positions
    won, lost = Nim(players=3).new_state(), 0.0
    for action in (2, 2, 0):
        won.apply_action(action)
    returns = won.returns()
    assert returns[2] > returns[0] == returns[1]
    lost = returns[0]
    wanted = [[lost, lost, returns[2]], [lost, returns[2], lost], [returns[2], lost, lost]]
    assert positions["values"] == pytest.approx(np.array(wanted), abs=1e-6)


@pytest.mark.usefixtures("scripted")
def test_positions_are_of_games_that_ended() -> None:
    player = SelfPlay(Nim(), tiny_config(games=5, steps=2, random_opening=0))
    found = [player.play(no_network, iteration) for iteration in range(6)]
    # Each game has three moves, an iteration two.
    assert [one.games for one in found] == [0, 5, 5, 0, 5, 5]
    assert [len(one.positions) for one in found] == [0, 15, 15, 0, 15, 15]
    assert [one.moves for one in found] == [10] * 6
    assert [one.length for one in found] == [0.0, 3.0, 3.0, 0.0, 3.0, 3.0]


@pytest.mark.usefixtures("scripted")
def test_random_openings_are_not_learned() -> None:
    found = played(Nim(), games=300, steps=6, random_opening=1)
    whole = played(Nim(), games=300, steps=6, random_opening=0)
    moves = round(found.games * found.length)
    assert len(whole.positions) == round(whole.games * whole.length)
    # Openings of 0, 1 and 2 moves are equally frequent.
    assert moves - len(found.positions) == pytest.approx(found.games, rel=0.15)


@pytest.mark.usefixtures("scripted")
def test_only_the_best_moves_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (replay, self_play):
        monkeypatch.setattr(module, "MOST_MOVES", 2)
    positions = played(Nim(), games=1, steps=3, random_opening=0).positions
    assert positions["count"].tolist() == [2, 2, 1]
    assert positions["columns"][0].tolist() == [2, 1]
    assert positions["shares"][0] == pytest.approx([4 / 7, 2 / 7], abs=1e-3)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_positions_of_games_with_chance_hidden_hands_and_teams(
    name: str, options: dict[str, Any]
) -> None:
    game = empile.load(name, **options)
    config = tiny_config(games=4, steps=60, simulations=2, value_mix=0.0)
    found = SelfPlay(game, config).play(Network.random(game, SMALL, 1), 1)
    positions = found.positions
    assert found.games > 0
    assert 0 < len(positions) <= round(found.games * found.length)
    assert found.simulations == 4 * 60 * 2
    check_moves(game, positions)
    state = game.new_state()
    assert positions["inputs"].shape[1] == len(state.observation(0))
    values = positions["values"]
    assert np.abs(values).max() <= 1.0
    assert np.ptp(values) > 0
    if game.num_players == 2:
        assert values[:, 0] == pytest.approx(-values[:, 1])
    if options.get("teams"):
        assert (values[:, 0] == values[:, 2]).all()
        assert (values[:, 1] == values[:, 3]).all()


def check_moves(game: empile.Game, positions: Positions) -> None:
    for position in positions:
        count = int(position["count"])
        columns = position["columns"][:count].tolist()
        assert count >= 1
        assert len(set(columns)) == count
        assert max(columns) < game.possible_actions.size
        assert position["shares"].sum() == pytest.approx(1.0, abs=0.01)
        assert (position["shares"] >= 0).all()
        assert not position["shares"][count:].any()


def test_memory_is_what_networks_with_memory_see() -> None:
    game = empile.load("on-top", players=2)
    shape = msgspec.structs.replace(SMALL, memory=True)
    config = tiny_config(shape=shape, games=2, steps=40, simulations=1)
    found = SelfPlay(game, config).play(Network.random(game, shape, 1), 1)
    assert found.games
    assert found.positions["inputs"].shape[1] == game.information_size


@pytest.mark.parametrize("seats", [2, 3])
def test_own_views_are_kept_with_values_and_without_moves(seats: int) -> None:
    game = empile.load("block-out", players=seats, referee="odds")
    shape = msgspec.structs.replace(SMALL, own_view=True)
    config = tiny_config(
        shape=shape, games=2, steps=80, simulations=2, value_mix=0.0, random_opening=0
    )
    found = SelfPlay(game, config).play(Network.random(game, shape, 1), 1)
    assert found.games
    moves, views = (
        found.positions[found.positions["count"] > 0],
        found.positions[found.positions["count"] == 0],
    )
    assert len(views) == (seats - 1) * len(moves)
    assert not views["shares"].any()
    # The results of a game, by seat: each view begins with those of another seat.
    by_turn = found.positions["values"].reshape(-1, seats, seats)
    for row in by_turn:
        for places in range(seats):
            assert np.roll(row[0], -places).tolist() == pytest.approx(row[places].tolist())
    inputs = found.positions["inputs"].reshape(len(by_turn), seats, -1)
    assert (inputs[:, 0] != inputs[:, 1]).any()


def test_pickled_games_continue_identically() -> None:
    game = empile.load("cairn", players=2)
    network = Network.random(game, SMALL, 1)
    first = SelfPlay(game, tiny_config())
    for iteration in range(3):
        first.play(network, iteration)
    second = pickle.loads(pickle.dumps(first))
    for iteration in range(3, 6):
        results = [player.play(network, iteration) for player in (first, second)]
        assert results[0].positions.tobytes() == results[1].positions.tobytes()
        assert results[0][1:] == results[1][1:]
        assert results[0].games


def test_games_depend_on_the_seed_the_actor_and_the_iteration() -> None:
    game = empile.load("cairn", players=2)
    network = Network.random(game, SMALL, 1)

    def bytes_of(seed: int, index: int, iteration: int) -> bytes:
        player = SelfPlay(game, tiny_config(seed=seed, steps=20), index=index)
        return player.play(network, iteration).positions.tobytes()

    assert bytes_of(1, 0, 1) == bytes_of(1, 0, 1)
    assert len({bytes_of(1, 0, 1), bytes_of(2, 0, 1), bytes_of(1, 1, 1), bytes_of(1, 0, 2)}) == 4


def test_long_games_keep_their_first_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "_LONGEST", 4)
    game = empile.load("block-ness", players=2)
    config = tiny_config(games=2, steps=40, simulations=1, random_opening=0)
    found = SelfPlay(game, config).play(Network.random(game, SMALL, 1), 1)
    assert found.length > 4
    assert len(found.positions) == 4 * found.games
