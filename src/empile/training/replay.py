"""Positions to learn from."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.game import Game

MOST_MOVES = 256
"""Legal moves that are kept of a position: those with the highest shares."""

Positions: TypeAlias = NDArray[Any]
"""Positions with their targets, shape (P,), of the ``position_dtype`` of a game."""


def position_dtype(game: Game, length: int) -> np.dtype[np.void]:
    """Return the dtype of positions; ``length`` is that of an observation.

    ``inputs``: what a seat sees, usually the seat to act; ``columns``: legal moves as columns of
    ``game.possible_actions``, ``count`` of them; ``shares``: their target probabilities;
    ``values``: expected returns, that seat first, then clockwise.
    """
    moves = min(MOST_MOVES, game.compiled.max_legal)
    return np.dtype(
        [
            ("inputs", np.float16, length),
            ("columns", np.uint16, moves),
            ("shares", np.float16, moves),
            ("count", np.int32),
            ("values", np.float32, game.num_players),
        ]
    )


class ReplayBuffer:
    """The last ``capacity`` positions: a circular buffer.

    Example: ``buffer.add(positions); batch = buffer.sample(rng, 512)``.
    """

    def __init__(self, dtype: np.dtype[np.void], capacity: int) -> None:
        self.capacity = capacity
        self._kept: Positions = np.zeros(capacity, dtype)
        self._next = 0
        self.size = 0
        """Positions in the buffer."""

    def add(self, positions: Positions) -> None:
        """Add positions; the oldest are dropped."""
        positions = positions[-self.capacity :]
        self._kept[(self._next + np.arange(len(positions))) % self.capacity] = positions
        self._next = (self._next + len(positions)) % self.capacity
        self.size = min(self.capacity, self.size + len(positions))

    def sample(self, rng: np.random.Generator, count: int) -> Positions:
        """Return random positions, which may repeat."""
        found: Positions = self._kept[rng.integers(self.size, size=count)]
        return found

    def contents(self) -> tuple[Positions, int]:
        """Return all positions by place, and the place of the next one."""
        return self._kept[: self.size], self._next

    def restore(self, positions: Positions, place: int) -> None:
        """Continue with ``contents()``. Raises ``ValueError`` for positions of another game."""
        if positions.dtype != self._kept.dtype or len(positions) > self.capacity:
            raise ValueError("the positions do not fit the game and the buffer")
        self._kept[: len(positions)] = positions
        self.size, self._next = len(positions), place
