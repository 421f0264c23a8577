"""Judges attempts at puzzles by their moves. Reads files, so it blocks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from empile.server.http.puzzles.answers import find_puzzle, of_day
from empile.server.wire.errors import CommandError
from empile.server.wire.people.puzzles import PuzzleAttempt

LATE_DAYS: Final = 7
"""How many days later a puzzle of the day may be sent: as many as pages keep without a connection."""
_AHEAD_DAYS: Final = 1
"""How far the day of a person may be before or after that of UTC, which differs by up to 14 hours."""
_EPOCH: Final = date(1970, 1, 1).toordinal()


class Judged(NamedTuple):
    """An attempt that is right or wrong."""

    game: str
    puzzle: str
    right: bool
    at: int
    """In milliseconds since 1970, not in the future."""
    shipped_points: int | None
    """The rating of the puzzle in the game's file. None if the attempt is not rated."""
    day: int | None
    """The day since 1970 whose puzzle was solved."""


def judge(attempts: Sequence[PuzzleAttempt], now: int) -> list[Judged]:
    """Return the attempts in the order of time; those at puzzles that do not exist are left out."""
    found: list[Judged] = []
    for attempt in attempts:
        try:
            puzzle = find_puzzle(attempt.game, attempt.puzzle)
        except CommandError:
            continue  # of another version of the game: an error would be sent again and again
        is_rated = attempt.moves is not None
        # Each move of the solver in the line is the only right one.
        right = attempt.moves == list(puzzle.line) if is_rated else attempt.right
        found.append(
            Judged(
                puzzle.game,
                puzzle.id,
                right,
                min(attempt.at, now),
                puzzle.rating if is_rated else None,
                _day_of(attempt, now) if is_rated and right else None,
            )
        )
    return sorted(found, key=lambda one: one.at)


def number_of(day: date) -> int:
    """Return the number of a day since 1970."""
    return day.toordinal() - _EPOCH


def day_of(number: int) -> date:
    """Return the day with a number since 1970."""
    return date.fromordinal(number + _EPOCH)


def _day_of(attempt: PuzzleAttempt, now: int) -> int | None:
    """Return the number of the day whose puzzle the attempt is about, if it is not too late."""
    if attempt.day is None:
        return None
    try:
        if of_day(attempt.day).puzzle.id != attempt.puzzle:
            return None
    except CommandError:
        return None
    day = number_of(date.fromisoformat(attempt.day))
    today = number_of(datetime.fromtimestamp(now / 1000, UTC).date())
    return day if -_AHEAD_DAYS <= today - day <= LATE_DAYS + _AHEAD_DAYS else None
