"""What a network sees: observations, and windows around pieces."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.network import CentredView
from empile.engine.game import Game
from empile.engine.planes import offsets
from empile.networks.kernel import WindowArrays


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

    def for_kernel(self, weights: NDArray[np.float32]) -> WindowArrays:
        """Return what the compiled forward pass needs; ``weights`` are the windows' rows."""
        cells, size, width = self.cells, self.size, weights.shape[1]
        offsets = np.full((cells, cells), -1, np.int64)
        outside = np.zeros((len(self.pieces), cells, width), np.float32)
        by_window = weights.reshape(len(self.pieces), size, width)
        for place in range(cells):
            window = self.indices[place]
            inside = np.flatnonzero(window < cells)
            offsets[place, window[inside]] = inside
            outside[:, place] = self.closed * by_window[:, window == cells].sum(axis=1)
        return WindowArrays(
            np.array(self.pieces, np.int64),
            np.array(self.obstacles, np.int64),
            self.of,
            cells,
            self.closed,
            offsets,
            size,
            outside,
        )


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
