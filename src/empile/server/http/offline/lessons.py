"""All lessons of a game as graphs of positions, so that the page can go on without the server.

A node is a position in which the learner makes a move. Only right moves lead on, so whatever is not
in a node is wrong. Positions that several moves lead to are there once.
"""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec import Struct

from empile.engine.game import Game
from empile.engine.lessons import Lesson, Run, lessons_of
from empile.server.http.lessons import LessonStep, check_move, step_of
from empile.server.tables.loaded_games import loaded_game
from empile.server.wire import messages as wire
from empile.server.wire.schemas import Frame


class OfflineAnswer(Struct, frozen=True):
    """What a right move leads to."""

    move_message: wire.Message
    """A description of the move."""
    message: wire.Message
    """Why it is correct."""
    frames: list[Frame]
    """The positions after the move."""
    next: int | None
    """The index of the next step in ``steps``, or ``None`` at the end."""


class OfflineStep(Struct, frozen=True):
    """A position with all moves that are right in it."""

    step: LessonStep
    """The position."""
    right: dict[str, OfflineAnswer]
    """Right moves in the game's notation. All others are wrong."""


class OfflineLesson(Struct, frozen=True):
    """A lesson with all positions that right moves lead to."""

    name: str
    """The lesson's name."""
    steps: list[OfflineStep]
    """The positions; the lesson begins with the first."""


class OfflineLessons(Struct, frozen=True):
    """All lessons of a game."""

    game: str
    """The game's name."""
    lessons: list[OfflineLesson]
    """The lessons, in teaching order."""


def encoded_lessons(name: str, rules_version: int) -> bytes:
    """Return all lessons of a game as JSON. Blocks for some seconds."""
    return msgspec.json.encode(all_lessons(loaded_game(name, rules_version, {})))


def all_lessons(game: Game) -> OfflineLessons:
    return OfflineLessons(game.name, [whole(lesson) for lesson in lessons_of(game)])


def whole(lesson: Lesson) -> OfflineLesson:
    """Return a lesson with all positions that right moves lead to, by breadth-first search."""
    first = lesson.begin()
    waiting, steps = [first], list[OfflineStep]()
    known = {_key(first): 0}
    while waiting:
        run = waiting.pop(0)
        right: dict[str, OfflineAnswer] = {}
        for text in run.right_moves():
            after = Run(lesson, copy(run.match), run.step)
            answer = check_move(after, text)
            following = None
            if not after.is_done:
                key = _key(after)
                if key not in known:
                    known[key] = len(known)
                    waiting.append(after)
                following = known[key]
            right[text] = OfflineAnswer(
                answer.move_message, answer.message, answer.frames, following
            )
        steps.append(OfflineStep(step_of(run), right))
    return OfflineLesson(lesson.name, steps)


def _key(run: Run) -> bytes:
    return msgspec.json.encode(step_of(run))
