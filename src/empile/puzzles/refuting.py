"""What a move of a puzzle reaches, and the best replies to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.game import Event, State
from empile.engine.search.exhaustive import Budget, TooLargeError, exact_value
from empile.puzzles.lines import best_replies
from empile.puzzles.puzzle import Puzzle, PuzzleError, kind_of
from empile.puzzles.searching import value_of


class Tried(NamedTuple):
    """A move that was tried."""

    is_right: bool
    value: float | None
    """What it reaches: a return from -1 to 1, or points; None if the tree is too large."""
    replies: Sequence[Event]
    """The best replies, until the solver acts again."""


def try_move(puzzle: Puzzle, moves: Sequence[str], *, nodes: int | None = None) -> Tried:
    """Return what the last of ``moves`` reaches; the others are the beginning of the line.

    :param nodes: states that may be visited; default: ten times as many as by a proof

    Raises ``PuzzleError`` for other moves, ``NotationError`` or ``IllegalActionError`` for a last one
    that cannot be played.

    Example: ``try_move(puzzle, [puzzle.line[0]]).is_right``.
    """
    before, last = list(moves[:-1]), "".join(moves[-1:])
    if not moves or before != list(puzzle.line[: len(before)]) or len(before) >= len(puzzle.line):
        raise PuzzleError("only the last move may differ from the line")
    state = puzzle.state()
    solver, kind = state.current_player(), kind_of(puzzle)
    for text in before:
        state.apply_text(text)
    if state.current_player() != solver:
        raise PuzzleError("the line goes on with a reply, not with a move of the solver")
    event = state.read_text(last)
    after = state.clone()
    after.apply_event(event)
    budget = Budget(10 * kind.nodes if nodes is None else nodes)
    value: float | None
    replies: Sequence[Event] = []
    if kind.goal == "points":
        value = float(state.gain(event.actions[0]))
    else:
        try:
            value = _value(state, event, after, kind, budget)
            replies = best_replies(after, solver, kind, budget)
        except TooLargeError:
            value = None
    return Tried(last == puzzle.line[len(before)], value, replies)


def _value(state: State, event: Event, after: State, kind: PuzzleKind, budget: Budget) -> float:
    if kind.proof == "search":
        return value_of(state, event.actions[0])
    solver = state.current_player()
    return exact_value(after, solver, one_outcome=kind.every_block_stands, budget=budget)
