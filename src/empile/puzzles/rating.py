"""How difficult a puzzle is: which bots find its first move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from empile.bots import choose, levels_of
from empile.engine.game import State
from empile.engine.random import Stream, split

LEVEL_RATINGS: Final = (700, 1000, 1300, 1600, 1900)
"""Ratings of the five levels as solvers, by convention."""
_TRIES: Final = 6
_LOWEST: Final = 500
_HIGHEST: Final = 2300
_STEP: Final = 25


def shares_of_levels(state: State, right: int, stream: Stream) -> list[float]:
    """Return the share of tries in which each level plays ``right``, the weakest first."""
    levels = levels_of(state.game)
    return [
        sum(
            choose(state, level, split(stream, _TRIES * level.number + attempt)) == right
            for attempt in range(_TRIES)
        )
        / _TRIES
        for level in levels
    ]


def rating_by_size(moves: int, line: int) -> int:
    """Return the rating of a puzzle that bots cannot play, since they do not know what it assumes.

    It grows with the legal ``moves`` and with the solver's moves in the ``line``.

    Example::

        >>> rating_by_size(4, 1), rating_by_size(10, 2)
        (1000, 1450)
    """
    return max(_LOWEST, min(_HIGHEST, 800 + 50 * moves + 150 * (line - 1)))


def rating_of(shares: Sequence[float]) -> int:
    """Return the rating that explains best which levels solve a puzzle: least squares, logistic.

    Example::

        >>> rating_of([0.5, 1, 1, 1, 1]) < rating_of([0, 0, 0.5, 1, 1]) < rating_of([0] * 5)
        True
    """

    def misfit(rating: int) -> float:
        return sum(
            (share - 1 / (1 + 10 ** ((rating - level) / 400))) ** 2
            for share, level in zip(shares, LEVEL_RATINGS, strict=True)
        )

    return min(range(_LOWEST, _HIGHEST + 1, _STEP), key=misfit)
