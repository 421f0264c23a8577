"""What a network sees: observations, and windows around pieces."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.network import CentredView
from empile.engine.game import Game
from empile.engine.planes import offsets


class Windows:
    """Indices with which the windows of a ``CentredView`` are gathered.

    Exported networks gather by the same arrays.
    """

    def __init__(self, game: Game, view: CentredView) -> None:
        planes = game.observation_planes
        starts = dict(zip((plane.name for plane in planes), offsets(planes), strict=True))
        shapes = {plane.name: plane.shape for plane in planes}
        rows, columns = shapes[view.of][-2:]
        self.cells = rows * columns
        self.pieces = [
            starts[name] + self.cells * channel
            for name in view.around
            for channel in range(prod(shapes[name][:-2]))
        ]
        """The beginnings of planes of one piece each."""
        self.of = starts[view.of]
        self.obstacles = [
            starts[name] + self.cells * channel
            for name in view.obstacles
            for channel in range(prod(shapes[name][:-2]))
        ]
        self.closed = view.closed
        self.size = (2 * view.radius + 1) ** 2
        self.indices = _window_indices(rows, columns, view.radius)
        """Shape (cells + 1, size): cells of the window around each cell, ``cells`` if outside,
        ``cells + 1`` in the last row: no piece.
        """

    @property
    def length(self) -> int:
        """How many numbers they add to the inputs."""
        return len(self.pieces) * self.size

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Shape (cells, cells): the place in a window of each cell, -1 if outside, by the piece's cell."""
        found = np.full((self.cells, self.cells), -1, np.int64)
        for place in range(self.cells):
            window = self.indices[place]
            inside = np.flatnonzero(window < self.cells)
            found[place, window[inside]] = inside
        return found

    def outside(self, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what cells outside of the board add to the first layer, by piece and its cell.

        ``weights`` are the windows' rows of that layer.
        """
        by_window = weights.reshape(len(self.pieces), self.size, weights.shape[1])
        is_outside = (self.indices[: self.cells] == self.cells).astype(np.float32)
        found: NDArray[np.float32] = np.einsum("cs,psw->pcw", is_outside, by_window)
        return found * np.float32(self.closed)


def _window_indices(rows: int, columns: int, radius: int) -> NDArray[np.int64]:
    cells = rows * columns
    found = np.full((cells + 1, (2 * radius + 1) ** 2), cells, np.int64)
    steps = np.arange(-radius, radius + 1)
    for cell in range(cells):
        row, column = divmod(cell, columns)
        y, x = (row + steps)[:, None], (column + steps)[None, :]
        inside = (y >= 0) & (y < rows) & (x >= 0) & (x < columns)
        found[cell] = np.where(inside, y * columns + x, cells).ravel()
    found[cells] = cells + 1
    return found
