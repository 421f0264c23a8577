"""The solo levels as puzzles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from empile.engine.contracts.solo import Solo
from empile.engine.errors import Reason
from empile.engine.game import Game, State
from empile.games.block_ness.solo.levels import Level, load_levels
from empile.games.block_ness.solo.search import solving


class BlockNessSolo(Solo):
    """Two solutions differ if their sets of rings differ in shape, place or height, not in order."""

    solver = solving
    clue_parts = ("end", "ring", "near", "far")

    def levels(self) -> Sequence[Level]:
        return load_levels()

    def grade_name(self, grade: int) -> Reason:
        return Reason(f"solo.grade.{grade}")


def share_estimate(state: State, plays: int) -> float:
    """Return the share of ``plays`` random plays that solve a position; always the same.

    Example: ``share_estimate(state, 1000)``.
    """
    search = np.empty(1, solving.SEARCH)
    return solving.share_of_plays(state.game.params_array, state.array, search, plays)


def warm(game: Game) -> None:
    """Compile or load the solver; ``game`` is of any options."""
    state = type(game)(players=1).state_from_position(_SMALL)
    BlockNessSolo().solve(state)


_SMALL = {
    "stage": "play",
    "seat": 0,
    "zone": ["a1", "f1"],
    "rings": [{"seat": 0, "feet": ["a1", "b1"], "height": 1}],
    "heads": ["b1"],
    "tails": ["a1"],
    "reserves": [["1.1", "1.1"]],
}
"""A start with one solution."""
