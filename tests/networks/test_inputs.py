"""Windows around pieces."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.engine.planes import split_planes
from empile.networks import CentredView
from empile.networks.inputs import Windows
from empile.networks.kernel import add_windows
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


def gathered(windows: Windows, seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the windows of observations as the first layer sees them."""
    identity = np.eye(windows.length, dtype=np.float32)
    arrays = windows.for_kernel(identity)
    found = np.zeros((len(seen), windows.length), np.float32)
    for observation, sums in zip(seen, found, strict=True):
        add_windows(observation, arrays, identity, 0, np.zeros(windows.cells, np.float32), sums)
    return found


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("view", VIEWS)
def test_windows_equal_plain_ones(players: int, view: CentredView) -> None:
    game = empile.load("block-ness", players=players)
    seen, _ = positions_of(game, 12)
    windows = Windows(game, view)
    found = gathered(windows, seen)
    assert found.shape == (12, windows.length)
    assert found == pytest.approx(np.array([plain(game, view, row) for row in seen]), abs=1e-6)
    assert (found[0] != found[6]).any()


def test_windows_without_pieces_are_empty() -> None:
    game = empile.load("block-ness", players=2)
    windows = Windows(game, VIEWS[0])
    start = game.new_state().observation(0)[None, :].astype(np.float32)
    assert not gathered(windows, start).any()
