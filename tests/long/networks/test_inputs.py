"""Windows around pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.planes import split_planes
from empile.networks import CentredView, Network, NetworkShape
from empile.networks.inputs import Windows
from tests.support.training import positions_of

VIEWS = [
    CentredView(("heads", "tails"), "top", ("heads", "tails"), radius=5),
    CentredView(("tails",), "top", ("heads",), closed=0.5, radius=1),
    CentredView(("heads",), "top", radius=9),
]


def plain(game: empile.Game, view: CentredView, seen: NDArray[np.float32]) -> list[float]:
    """Return the windows of an observation, cell by cell."""
    planes = split_planes(game.observation_planes, seen)
    rows, columns = planes[view.of].shape[-2:]
    board = planes[view.of].reshape(rows, columns).tolist()
    for name in view.obstacles:
        for channel in planes[name].reshape(-1, rows, columns):
            for row, column in np.argwhere(channel != 0).tolist():
                board[row][column] += view.closed * channel[row, column]
    found: list[float] = []
    for name in view.around:
        for channel in planes[name].reshape(-1, rows, columns):
            places = np.argwhere(channel > 0).tolist()
            for down in range(-view.radius, view.radius + 1):
                for right in range(-view.radius, view.radius + 1):
                    if not places:
                        found.append(0.0)
                        continue
                    row, column = places[0][0] + down, places[0][1] + right
                    inside = 0 <= row < rows and 0 <= column < columns
                    found.append(board[row][column] if inside else view.closed)
    return found


def gathered(game: empile.Game, view: CentredView, seen: NDArray[np.float32]) -> Any:
    """Return the windows of observations as the first layer sees them."""
    length, actions = Windows(game, view).length, game.possible_actions.size
    shape = NetworkShape(width=length, blocks=0, view=view)
    weights = dict(Network.random(game, shape, 1).weights)
    weights["input.weight"] = np.zeros_like(weights["input.weight"])
    weights["input.weight"][-length:] = np.eye(length, dtype=np.float32)
    parts: list[NDArray[np.float32]] = []
    for begin in range(0, length, actions):  # a unit for each move
        weights["policy.weight"] = np.eye(length, actions, -begin, dtype=np.float32)
        network = Network(game, shape, weights)
        logits, _ = network(seen, np.ones((len(seen), actions), np.bool_))
        parts.append(logits.copy())
    return np.concatenate(parts, axis=1)[:, :length]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("view", VIEWS)
def test_windows_equal_plain_ones(players: int, view: CentredView) -> None:
    game = empile.load("block-ness", players=players)
    seen, _ = positions_of(game, 12)
    windows = Windows(game, view)
    found = gathered(game, view, seen)
    assert found.shape == (12, windows.length)
    assert found == pytest.approx(np.array([plain(game, view, row) for row in seen]), abs=1e-6)
    assert (found[0] != found[6]).any()


def test_windows_without_pieces_are_empty() -> None:
    game = empile.load("block-ness", players=2)
    start = game.new_state().observation(0)[None, :].astype(np.float32)
    assert not gathered(game, VIEWS[0], start).any()
