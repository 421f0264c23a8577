"""Lessons: interactive tutorials that ask for moves in given positions.

A game's ``lessons/01-first-move.json`` is its lesson ``first-move``::

    {"seat": 0,
     "steps": [{"right": ["Hd5-d8^4", {"end": "T"}], "then": ["Hg10-g8^2"]}],
     "record": {"format": "empile/1", "...": "..."}}

``record`` leads to the learner's turn. ``right`` lists texts or ``Presenter.move_parts`` with
values, or is ``"any"``. ``then`` lists the events up to the next step; other chance events have a
fixed seed.

Messages: ``tutorial.<lesson>.title``, and per step ``.task``, ``.hint`` and ``.why`` (shown after a
right move), from the second step on with a number: ``tutorial.<lesson>.task.2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from empile.engine.errors import EmpileError, Reason
from empile.engine.game import Event, Game, State
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.engine.strict_json import PlainDataError, is_list, is_object, read_json

_FILE_NAME = re.compile(r"[0-9]+-([a-z0-9]+(?:-[a-z0-9]+)*)")
_SEED = 1
SAID = ("task", "hint", "why")
"""The messages of a step."""


class LessonError(EmpileError):
    """An invalid lesson file."""


Pattern = dict[str, tuple[str, ...]]
"""Move parts and their accepted values."""


@dataclass(frozen=True)
class Step:
    """One move that the learner has to find."""

    right: tuple[str | Pattern, ...]
    """Texts and patterns; empty if all legal moves are right."""
    then: tuple[str, ...]
    """Event texts that follow."""


@dataclass(frozen=True)
class Lesson:
    """A validated lesson."""

    name: str
    record: Record
    seat: int
    steps: tuple[Step, ...]
    start: State
    """The state in which the learner begins, read-only."""
    history: tuple[tuple[State, Event], ...]
    """Events before it, each with the state before."""

    @property
    def game(self) -> Game:
        """The record's game."""
        return self.start.game

    @property
    def title(self) -> Reason:
        """The title's message."""
        return Reason(f"tutorial.{self.name}.title")

    def said(self, kind: str, step: int) -> Reason:
        """Return the message of ``kind`` (one of ``SAID``) for a step, from 0."""
        number = f".{step + 1}" if step else ""
        return Reason(f"tutorial.{self.name}.{kind}{number}")

    def message_keys(self) -> list[str]:
        """Return the keys of all messages."""
        steps = range(len(self.steps))
        return [self.title.key, *(self.said(kind, k).key for k in steps for kind in SAID)]

    def begin(self) -> Run:
        """Start the lesson."""
        return Run(self, Match(self.game, self.start), 0)


@dataclass
class Run:
    """A learner's progress through a lesson."""

    lesson: Lesson
    match: Match
    step: int
    """From 0; the number of steps at the end."""

    @property
    def is_done(self) -> bool:
        """Whether all steps are done."""
        return self.step == len(self.lesson.steps)

    def right_moves(self) -> list[str]:
        """Return the sorted texts of the right moves."""
        if self.is_done:
            return []
        state, right = self.match.state, self.lesson.steps[self.step].right
        texts = {one for one in right if isinstance(one, str)}
        patterns = [one for one in right if not isinstance(one, str)]
        return sorted(
            text
            for action in state.legal_actions()
            if (text := state.action_to_text(action)) in texts
            or not right
            or any(_fits(state, action, pattern) for pattern in patterns)
        )

    def answer(self, text: str) -> bool:
        """Play ``text`` and the events after it if it is right; return whether it was.

        Raises ``IllegalActionError``, ``NotationError``, or ``LessonError`` after the end.
        """
        if self.is_done:
            raise LessonError(f"lesson '{self.lesson.name}' is over: start it again to play")
        event = self.match.state.read_text(text)
        if text not in self.right_moves():
            return False
        self.match.push_event(event)
        self._go_on(self.lesson.steps[self.step].then)
        self.step += 1
        return True

    def _go_on(self, events: Sequence[str]) -> None:
        stream = new_stream(_SEED)
        for text in events:
            if not text.startswith("~"):
                self.match.resolve_chance(stream, also_external=True)
            self.match.play(text)
        self.match.resolve_chance(stream, also_external=True)


def _fits(state: State, action: int, right: str | Pattern) -> bool:
    if isinstance(right, str):
        return state.action_to_text(action) == right
    parts = state.game.presenter.move_parts(state, action)
    return all(parts.get(part) in values for part, values in right.items())


def lessons_of(game: Game) -> Sequence[Lesson]:
    """Return the lessons of ``game``; raises ``LessonError``."""
    return _lessons(game.name, game.folder / "lessons")


@cache
def _lessons(game: str, folder: Path) -> Sequence[Lesson]:
    return tuple(read_lessons(game, folder))


def lesson_files(folder: Path) -> list[Path]:
    """Return the lesson files in ``folder``, in order."""
    return sorted(folder.glob("*.json"))


def read_lessons(game: str, folder: Path) -> list[Lesson]:
    """Return the lessons of ``game`` in ``folder``; raises ``LessonError``."""
    found: dict[str, Lesson] = {}
    for path in lesson_files(folder):
        try:
            lesson = read_lesson(game, path)
            if lesson.name in found:
                raise LessonError(f"another file defines the lesson '{lesson.name}'")
        except EmpileError as error:
            raise LessonError(f"{path.parent.name}/{path.name}: {error}") from error
        found[lesson.name] = lesson
    return list(found.values())


def read_lesson(game: str, path: Path) -> Lesson:
    """Read and validate a lesson file; raises ``EmpileError``."""
    named = _FILE_NAME.fullmatch(path.stem)
    if named is None:
        raise LessonError(
            "a lesson's file name must be a number and a name, e.g. 01-first-move.json"
        )
    try:
        data = read_json(path.read_bytes())
    except PlainDataError as error:
        raise LessonError(f"invalid JSON: {error}") from error
    return lesson_from_data(game, named.group(1), data)


def lesson_from_data(game: str, name: str, data: Any) -> Lesson:
    """Return the lesson in the content of a lesson file, validated; raises ``EmpileError``.

    Example: ``lesson_from_data("blox", "enter", {"seat": 0, "steps": [...], "record": {...}})``.
    """
    if not is_object(data) or set(data) != {"seat", "steps", "record"}:
        raise LessonError("a lesson must be an object with 'seat', 'steps' and 'record'")
    record = Record.from_dict(data["record"])
    if record.game != game:
        raise LessonError(f"the record is of {record.game}, not of {game}")
    seat = data["seat"]
    players = record.load_game().num_players
    if type(seat) is not int or not 0 <= seat < players:
        raise LessonError(f"'seat' must be a number from 0 to {players - 1}, not {seat!r}")
    if not is_list(data["steps"]) or not data["steps"]:
        raise LessonError("'steps' must be a list of at least one step")
    steps = tuple(_read_step(step, f"step {n}") for n, step in enumerate(data["steps"], 1))
    states, events = record.history()
    history = tuple(zip(states, events, strict=False))
    lesson = Lesson(name, record, seat, steps, states[-1], history)
    _check(lesson)
    return lesson


def _read_step(data: Any, where: str) -> Step:
    if not is_object(data) or "right" not in data or not set(data) <= {"right", "then"}:
        raise LessonError(f"{where} must be an object with 'right' and optionally 'then'")
    then = data.get("then", [])
    if not is_list(then) or not all(type(text) is str for text in then):
        raise LessonError(f"{where}: 'then' must be a list of event texts")
    right = data["right"]
    if right == "any":
        return Step((), tuple(then))
    if not is_list(right) or not right:
        raise LessonError(f"{where}: 'right' must be \"any\" or a list of moves and patterns")
    return Step(tuple(_read_right(one, where) for one in right), tuple(then))


def _read_right(data: Any, where: str) -> str | Pattern:
    if type(data) is str:
        return data
    pattern: Pattern = {}
    for part, wanted in data.items() if is_object(data) else ():
        values = wanted if is_list(wanted) else [wanted]
        if not values or not all(type(value) is str for value in values):
            raise LessonError(f"{where}: the values of '{part}' must be strings")
        pattern[part] = tuple(values)
    if not pattern:
        raise LessonError(f"{where}: a right move must be a string or an object of parts")
    return pattern


def _check(lesson: Lesson) -> None:
    """Play the first right move of each step, and try the others."""
    run = lesson.begin()
    for number, step in enumerate(lesson.steps, 1):
        where = f"step {number}"
        state = run.match.state
        if state.current_player() != lesson.seat:
            raise LessonError(f"{where}: seat {lesson.seat} is not to act")
        legal = state.legal_actions()
        for one in step.right:
            if not any(_fits(state, action, one) for action in legal):
                raise LessonError(f"{where}: no legal move matches {_shown(one)}")
        moves = run.right_moves()
        if step.right and len(moves) == len(legal) > 1:
            raise LessonError(f'{where}: every legal move is right; write "any" instead')
        for follower, move in followers(run):
            if not follower.is_done and follower.match.state.current_player() != lesson.seat:
                raise LessonError(f"{where}: after {move} seat {lesson.seat} is not to act again")
        run = next(followers(run))[0]


def followers(run: Run) -> Iterator[tuple[Run, str]]:
    """Yield the run after each right move, and the move; raises ``LessonError``."""
    for move in run.right_moves():
        match = Match(run.lesson.game, run.lesson.start)
        for event in run.match.events:
            match.push_event(event)
        follower = Run(run.lesson, match, run.step)
        try:
            follower.answer(move)
        except EmpileError as error:
            raise LessonError(f"step {run.step + 1}: after {move}: {error}") from error
        yield follower, move


def _shown(right: str | Pattern) -> str:
    if isinstance(right, str):
        return f"'{right}'"
    return "one with " + ", ".join(
        f"{part} {' or '.join(values)}" for part, values in right.items()
    )
