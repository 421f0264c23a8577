"""Proves puzzles again: the right move of each is the only one, by the stated margin."""

from __future__ import annotations

from typing import Final

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.errors import EmpileError
from empile.engine.game import Event, State
from empile.engine.search.exhaustive import Budget, TooLargeError
from empile.puzzles.mining import themes_of
from empile.puzzles.puzzle import Puzzle, PuzzleError, kind_of
from empile.puzzles.solving import Solved, is_puzzle, solve

_CLOSE: Final = 1e-3
"""Values are stored with four digits."""


def prove(puzzle: Puzzle) -> None:
    """Raise ``PuzzleError`` unless every move of the line is the only good one, as stored.

    Example: ``prove(load_puzzles("block-ness")[0])``.
    """
    kind = kind_of(puzzle)
    try:
        start = puzzle.state()
        state, solved = start.clone(), list[Solved]()
        for text in puzzle.line:
            event = state.read_text(text)
            if event.seat == start.current_player():
                solved.append(_only_move(puzzle, state, event, kind))
            state.apply_event(event)
        if not solved or not is_puzzle(start, solved[0], kind):
            raise PuzzleError(f"{puzzle.id}: the position has no single good move")
        _check_values(puzzle, solved[0].best, solved[0].next)
        if list(puzzle.themes) != themes_of(start, puzzle.line):
            raise PuzzleError(f"{puzzle.id}: the line has other themes")
    except TooLargeError as error:
        raise PuzzleError(f"{puzzle.id}: the position is too large to be solved") from error
    except EmpileError as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"{puzzle.id}: {error}") from error


def _only_move(puzzle: Puzzle, state: State, event: Event, kind: PuzzleKind) -> Solved:
    found = solve(state, kind, Budget(2 * kind.nodes))
    if len(found.good) != 1:
        raise PuzzleError(f"{puzzle.id}: the position before {event.text} has no single good move")
    if found.good[0] != event.actions[0]:
        good = state.action_to_text(found.good[0])
        raise PuzzleError(f"{puzzle.id}: {event.text} is not the good move, but {good}")
    return found


def _check_values(puzzle: Puzzle, best: float, next_best: float | None) -> None:
    assert next_best is not None
    if abs(best - puzzle.best) > _CLOSE or abs(next_best - puzzle.next) > _CLOSE:
        raise PuzzleError(
            f"{puzzle.id}: the best move reaches {best:.4f} and the next {next_best:.4f},"
            f" not {puzzle.best} and {puzzle.next}"
        )
