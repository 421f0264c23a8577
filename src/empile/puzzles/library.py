"""The puzzles that are shipped with each game, and what makes two puzzles near-duplicates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from empile.engine.discovery import game_class
from empile.engine.strict_json import is_list, is_object
from empile.puzzles.puzzle import Puzzle, PuzzleError

FILE: Final = "puzzles.jsonl"
"""In the folder ``data`` of a game: a puzzle in each line, the easiest first."""
NEAR: Final = 0.8
"""Share of equal facts from which two positions are near-duplicates."""


@cache
def load_puzzles(game: str) -> Sequence[Puzzle]:
    """Return the shipped puzzles of a game, the easiest first; none if it has no file.

    Example: ``load_puzzles("block-ness")``.
    """
    path = file_of(game)
    return tuple(read_puzzles(path)) if path.exists() else ()


def file_of(game: str) -> Path:
    """Return the file of a game's puzzles, which may not exist."""
    return game_class(game).folder / "data" / FILE


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file. Raises ``PuzzleError`` with the number of the line."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            yield Puzzle.from_json(line)
        except PuzzleError as error:
            raise PuzzleError(f"{path}, line {number}: {error}") from error


def write_puzzles(path: Path, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles to a file, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    path.write_text("".join(f"{puzzle.to_json()}\n" for puzzle in ordered), "utf-8")


def near(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles show nearly the same position.

    Their facts are the leaves of the position objects, such as a piece with its place; those that all
    positions share count too, so the threshold is high.
    """
    if (one.game, one.kind, one.options) != (other.game, other.kind, other.options):
        return False
    first, second = facts_of(one), facts_of(other)
    return len(first & second) >= NEAR * len(first | second)


def facts_of(puzzle: Puzzle) -> frozenset[str]:
    """Return what a puzzle's position says, as comparable texts."""
    return frozenset(_facts(dict(puzzle.start), ""))


def _facts(value: Any, path: str) -> Iterator[str]:
    if is_object(value):
        for key, one in value.items():
            yield from _facts(one, f"{path}.{key}")
    elif is_list(value):
        for one in value:
            yield f"{path}:{one}"
    else:
        yield f"{path}:{value}"
