"""The puzzles of a suite: a fixed number of those that are shipped, or those of a file."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from empile.evals.errors import EvalError
from empile.puzzles.library import load_puzzles, read_puzzles
from empile.puzzles.puzzle import Puzzle, PuzzleError

_GOLDEN: Final = (math.sqrt(5.0) - 1.0) / 2.0
"""Multiples of it modulo 1 are evenly spread, however many there are."""


class PuzzleSection(msgspec.Struct, frozen=True):
    """The puzzles of a game.

    Example: ``suite_of("short", ["blox"]).puzzles[0].game``.
    """

    game: str
    puzzles: list[str]
    """Each as a line of JSON, see :class:`empile.puzzles.puzzle.Puzzle`."""
    shipped: bool = True
    """Whether they are public: shipped with the game, not of a file."""

    @property
    def label(self) -> str:
        """The game. Example: ``"blox, puzzles"``."""
        return f"{self.game}, puzzles"


class PuzzleTask(NamedTuple):
    """One puzzle of a suite."""

    number: int
    section: int
    puzzle: Puzzle


def puzzle_tasks(sections: Sequence[PuzzleSection]) -> Iterator[PuzzleTask]:
    """Yield all puzzles of a suite. Example: ``first = next(puzzle_tasks(suite.puzzles))``."""
    number = 0
    for at, section in enumerate(sections):
        for line in section.puzzles:
            yield PuzzleTask(number, at, _puzzle(line))
            number += 1


def shipped(
    game: str, count: int, *, seed: int = 0, players: int | None = None
) -> list[PuzzleSection]:
    """Return a section of at most ``count`` shipped puzzles; none for a game without puzzles.

    They are evenly spread over kinds, and over ratings in each kind. Fewer puzzles are the first
    ones of more.

    :param seed: another one chooses others of the same puzzles, all of which are public
    :param players: only puzzles with so many seats

    Example: ``shipped("on-top", 20)[0].puzzles``.
    """
    found = [one for one in load_puzzles(game) if players in (None, _seats(one))]
    chosen = [one.to_json() for one in _spread(found, count, f"{seed}/{game}")]
    return [PuzzleSection(game, chosen)] if chosen else []


def from_file(
    path: Path, games: Sequence[str], count: int, *, players: int | None = None
) -> list[PuzzleSection]:
    """Return sections of the puzzles in a file of ``empile puzzles mine``.

    :param count: at most so many of each game
    :raises EvalError: the file cannot be read, or has no puzzle of these games

    Example: ``from_file(Path("fresh.jsonl"), ["on-top"], 20)``.
    """
    try:
        found = [one for one in read_puzzles(path) if players in (None, _seats(one))]
    except (OSError, UnicodeDecodeError, PuzzleError) as error:
        raise EvalError(f"no puzzles can be read: {error}") from None
    sections: list[PuzzleSection] = []
    for game in games:
        unique = {one.id: one for one in found if one.game == game}
        chosen = [one.to_json() for one in _spread(list(unique.values()), count, game)]
        if chosen:
            sections.append(PuzzleSection(game, chosen, shipped=False))
    if not sections:
        raise EvalError(f"{path} has no puzzles of {', '.join(games)} for these settings")
    return sections


def _seats(puzzle: Puzzle) -> int:
    return int(puzzle.options.get("players", 2))


def _spread(puzzles: Sequence[Puzzle], count: int, seed: str) -> Iterator[Puzzle]:
    """Yield puzzles at multiples of the golden ratio in the list by kind and rating."""
    left = sorted(puzzles, key=lambda one: (one.kind, one.rating, one.id))
    taken: set[int] = set()
    at = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8]) / 2**64
    for _ in range(min(count, len(left))):
        index = int(at * len(left))
        while index in taken:
            index = (index + 1) % len(left)
        taken.add(index)
        yield left[index]
        at = (at + _GOLDEN) % 1.0


@lru_cache(maxsize=4096)
def _puzzle(line: str) -> Puzzle:
    return Puzzle.from_json(line)
