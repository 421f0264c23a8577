"""The good moves of a position: what a puzzle's proof consists of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.game import State
from empile.engine.search.exhaustive import Budget, exact_moves
from empile.puzzles.searching import DEEPEST, compare

_CLOSE: Final = 1e-9
_SHALLOW_SHARE: Final = 0.75
"""Of the margin, that the short searches must find: a long search rarely adds to it."""


class Solved(NamedTuple):
    """The moves of a position by what they reach."""

    good: Sequence[int]
    """The moves within the margin of the best."""
    best: float
    """What the best move reaches: a return, or points."""
    next: float | None
    """What the best of all other moves reaches; None if all are good."""


def solve(state: State, kind: PuzzleKind, budget: Budget, *, deepest: float = DEEPEST) -> Solved:
    """Return the good moves of the seat to act.

    :param deepest: simulations of a proof by search, as a multiple of the strongest level's.
    :raises TooLargeError: the tree has more states than the budget.
    """
    if kind.proof == "search":
        return _by_search(state, kind.margin, deepest)
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


def _by_search(state: State, margin: float, deepest: float) -> Solved:
    """Return the one move that all searches prefer by the margin, or several moves."""
    needed = _SHALLOW_SHARE * margin
    found = compare(state, 1, least=needed)
    good = dict.fromkeys(found.best)
    if deepest > 1 and found.margin >= needed:
        needed = margin
        found = compare(state, deepest, least=needed)
        good |= dict.fromkeys(found.best)
    if len(good) == 1 and found.margin < needed:
        good[found.rival] = None
    return Solved(list(good), found.value, found.rival_value)


def is_puzzle(state: State, found: Solved, kind: PuzzleKind) -> bool:
    """Return whether a position with these good moves is one with one right move."""
    return (
        len(found.good) == 1
        and found.next is not None
        and len(state.legal_actions()) >= kind.least_moves
        and found.best >= kind.least_best
        and (kind.goal == "result" or found.next >= kind.least_next)
    )
