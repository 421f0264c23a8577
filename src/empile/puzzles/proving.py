"""Proves puzzles again: the right move of each is the only one, by the stated margin."""

from __future__ import annotations

from typing import Final

from empile.engine.errors import EmpileError
from empile.engine.search.exhaustive import Budget, TooLargeError
from empile.puzzles.mining import themes_of
from empile.puzzles.puzzle import Puzzle, PuzzleError, kind_of
from empile.puzzles.solving import is_puzzle, solve

_CLOSE: Final = 1e-3
"""Values are stored with four digits."""


def prove(puzzle: Puzzle) -> None:
    """Raise ``PuzzleError`` unless every move of the line is the only good one, as stored.

    Example: ``prove(load_puzzles("block-ness")[0])``.
    """
    kind = kind_of(puzzle)
    try:
        start = puzzle.state()
        first = solve(start, kind, Budget(2 * kind.nodes))
        state = start.clone()
        for number, text in enumerate(puzzle.line):
            event = state.read_text(text)
            if event.seat == start.current_player():
                found = solve(state, kind, Budget(2 * kind.nodes))
                if number == 0 and not is_puzzle(state, found, kind):
                    raise PuzzleError(f"{puzzle.id}: the position has no single good move")
                if found.good != [*event.actions]:
                    good = ", ".join(state.action_to_text(action) for action in found.good)
                    raise PuzzleError(f"{puzzle.id}: {text} is not the good move, but {good}")
            state.apply_event(event)
        _check_values(puzzle, first.best, first.next)
        if list(puzzle.themes) != themes_of(start, puzzle.line):
            raise PuzzleError(f"{puzzle.id}: the line has other themes")
    except TooLargeError as error:
        raise PuzzleError(f"{puzzle.id}: the position is too large to be solved") from error
    except EmpileError as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"{puzzle.id}: {error}") from error


def _check_values(puzzle: Puzzle, best: float, next_best: float | None) -> None:
    assert next_best is not None
    if abs(best - puzzle.best) > _CLOSE or abs(next_best - puzzle.next) > _CLOSE:
        raise PuzzleError(
            f"{puzzle.id}: the best move reaches {best:.4f} and the next {next_best:.4f},"
            f" not {puzzle.best} and {puzzle.next}"
        )
