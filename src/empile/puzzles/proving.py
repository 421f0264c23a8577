"""Proves puzzles again: the right move of each is the only one, by the stated margin."""

from __future__ import annotations

from typing import Final

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.errors import EmpileError
from empile.engine.game import Event, State
from empile.engine.search.exhaustive import Budget, TooLargeError
from empile.puzzles.mining import themes_of
from empile.puzzles.puzzle import Puzzle, PuzzleError, kind_of
from empile.puzzles.searching import DEEPEST
from empile.puzzles.solving import Solved, is_puzzle, solve

_CLOSE: Final = 1e-3
"""Values are stored with four digits."""
_CLOSE_BY_SEARCH: Final = 0.05
"""Other processors round otherwise, and searches then take other ways."""


def prove(puzzle: Puzzle, *, deepest: float = DEEPEST) -> None:
    """Raise ``PuzzleError`` unless every move of the line is the only good one, as stored.

    ``deepest`` limits the simulations of a proof by search, as a multiple of the strongest level's.
    With less than ten, the stored values are not compared.

    Example: ``prove(load_puzzles("block-ness")[0])``.
    """
    kind = kind_of(puzzle)
    try:
        start = puzzle.state()
        state, solved = start.clone(), list[Solved]()
        for text in puzzle.line:
            event = state.read_text(text)
            if event.seat == start.current_player():
                solved.append(_only_move(puzzle, state, event, kind, deepest))
            state.apply_event(event)
        if not solved or not is_puzzle(start, solved[0], kind):
            raise PuzzleError(f"{puzzle.id}: the position has no single good move")
        if kind.proof == "exact":
            _check_values(puzzle, solved[0], _CLOSE)
        elif deepest == DEEPEST:
            _check_values(puzzle, solved[0], _CLOSE_BY_SEARCH)
        if list(puzzle.themes) != themes_of(start, puzzle.line):
            raise PuzzleError(f"{puzzle.id}: the line has other themes")
    except TooLargeError as error:
        raise PuzzleError(f"{puzzle.id}: the position is too large to be solved") from error
    except EmpileError as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"{puzzle.id}: {error}") from error


def _only_move(
    puzzle: Puzzle, state: State, event: Event, kind: PuzzleKind, deepest: float
) -> Solved:
    found = solve(state, kind, Budget(2 * kind.nodes), deepest=deepest)
    if len(found.good) != 1:
        raise PuzzleError(f"{puzzle.id}: the position before {event.text} has no single good move")
    if found.good[0] != event.actions[0]:
        good = state.action_to_text(found.good[0])
        raise PuzzleError(f"{puzzle.id}: {event.text} is not the good move, but {good}")
    return found


def _check_values(puzzle: Puzzle, found: Solved, close: float) -> None:
    best, next_best = found.best, found.next
    assert next_best is not None
    if abs(best - puzzle.best) > close or abs(next_best - puzzle.next) > close:
        raise PuzzleError(
            f"{puzzle.id}: the best move reaches {best:.4f} and the next {next_best:.4f},"
            f" not {puzzle.best} and {puzzle.next}"
        )
