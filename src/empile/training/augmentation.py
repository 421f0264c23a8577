"""Images of positions under the symmetries of a board, for learning."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.contracts.network import NetworkShape
from empile.engine.game import Game


class Augmentation:
    """The symmetries of a game; with information states only the identity.

    Example: ``inputs, columns = augmentation.image(inputs, columns, symmetry=3)``.
    """

    def __init__(self, game: Game, shape: NetworkShape) -> None:
        # The rest of an information state, e.g. past moves, has no images.
        usable = game.symmetries[:1] if shape.memory else game.symmetries
        self._orders = [np.asarray(one.observation, np.int64) for one in usable]
        self._columns = [np.argsort(one.actions).astype(np.int64) for one in usable]

    def __len__(self) -> int:
        return len(self._orders)

    def image(
        self, inputs: NDArray[np.float32], columns: NDArray[np.int64], symmetry: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return the images of inputs, shape (B, length), and of moves, shape (B, moves).

        Moves are columns of ``game.possible_actions``, as in ``position_dtype``.
        """
        if symmetry == 0:
            return inputs, columns
        return inputs[:, self._orders[symmetry]], self._columns[symmetry][columns]
