"""Attempts at puzzles are judged by their moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from empile.community.puzzles.attempts import LATE_DAYS, day_of, judge
from empile.puzzles.library import load_puzzles
from empile.puzzles.puzzle import Puzzle
from empile.server.http.puzzles.answers import find_puzzle, of_day
from empile.server.wire.people.puzzles import PuzzleAttempt

NOW = 1_780_000_000_000
TODAY = datetime.fromtimestamp(NOW / 1000, UTC).date()


@cache
def long_puzzle() -> Puzzle:
    return next(puzzle for puzzle in load_puzzles("block-ness") if len(puzzle.own_moves) > 1)


def attempt(
    puzzle: Puzzle, moves: Sequence[str] | None, at: int = NOW, **more: Any
) -> PuzzleAttempt:
    found = None if moves is None else list(moves)
    return PuzzleAttempt(puzzle.game, puzzle.id, at, found, **more)


def test_judge_wants_the_whole_line() -> None:
    line = list(long_puzzle().line)
    for moves, right in ((line, True), (line[:-1], False), ([], False), ([*line, line[0]], False)):
        (one,) = judge([attempt(long_puzzle(), moves, right=not right)], NOW)
        assert (one.right, one.shipped_points) == (right, long_puzzle().rating)


def test_judge_believes_results_without_moves_and_does_not_rate_them() -> None:
    for right in (True, False):
        (one,) = judge([attempt(long_puzzle(), None, right=right)], NOW)
        assert (one.right, one.shipped_points) == (right, None)


def test_judge_leaves_out_unknown_puzzles_and_orders_by_time() -> None:
    unknown = (
        PuzzleAttempt("block-ness", "none", NOW),
        PuzzleAttempt("chess", long_puzzle().id, NOW),
    )
    other = load_puzzles("blox")[0]
    found = judge([attempt(long_puzzle(), [], NOW + 9), *unknown, attempt(other, [], NOW - 5)], NOW)
    assert [(one.puzzle, one.at) for one in found] == [(other.id, NOW - 5), (long_puzzle().id, NOW)]


def test_judge_counts_the_puzzle_of_a_day_for_some_days() -> None:
    # A day may have begun for somebody who is east of here, and last where others are west.
    for late in range(-2, LATE_DAYS + 3):
        day = (TODAY - timedelta(days=late)).isoformat()
        info = of_day(day).puzzle
        puzzle = find_puzzle(info.game, info.id)
        (one,) = judge([attempt(puzzle, puzzle.line, day=day)], NOW)
        counted = -1 <= late <= LATE_DAYS + 1
        assert (None if one.day is None else day_of(one.day).isoformat()) == (
            day if counted else None
        )
        # Missed, believed, or the puzzle of another day.
        assert judge([attempt(puzzle, [], day=day)], NOW)[0].day is None
        assert judge([attempt(puzzle, None, right=True, day=day)], NOW)[0].day is None
        assert judge([attempt(long_puzzle(), long_puzzle().line, day=day)], NOW)[0].day is None
    assert judge([attempt(long_puzzle(), long_puzzle().line, day="tomorrow")], NOW)[0].day is None
