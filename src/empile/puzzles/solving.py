"""The good moves of a position: what a puzzle's proof consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.game import State
from empile.engine.search.exhaustive import Budget, exact_moves

_CLOSE: Final = 1e-9


class Solved(NamedTuple):
    """The moves of a position by what they reach."""

    good: Sequence[int]
    """The moves within the margin of the best."""
    best: float
    """What the best move reaches: a return, or points."""
    next: float | None
    """What the best of all other moves reaches; None if all are good."""


def solve(state: State, kind: PuzzleKind, budget: Budget) -> Solved:
    """Return the good moves of the seat to act.

    Raises :class:`~empile.engine.search.exhaustive.TooLargeError`.
    """
    if kind.goal == "points":
        values = {action: float(state.gain(action)) for action in state.legal_actions()}
    else:
        moves = exact_moves(
            state, margin=kind.margin, one_outcome=kind.every_block_stands, budget=budget
        )
        values = {move.action: move.value for move in moves}
    best = max(values.values())
    good = [action for action, value in values.items() if value > best - kind.margin + _CLOSE]
    others = [value for action, value in values.items() if action not in good]
    return Solved(good, best, max(others, default=None))


def is_puzzle(state: State, found: Solved, kind: PuzzleKind) -> bool:
    """Return whether a position with these good moves is one with one right move."""
    return (
        len(found.good) == 1
        and found.next is not None
        and len(state.legal_actions()) >= kind.least_moves
        and found.best >= kind.least_points
        and (kind.goal == "result" or found.next >= kind.least_next)
    )
