"""Lessons: positions in which somebody learns a game by making the moves himself.

A game's folder may hold ``tutorial/*.json``, in the order of their names: ``01-first-ring.json`` is
the lesson ``first-ring``. Each file is an object::

    {"seat": 0,
     "steps": [{"right": ["Hd5-d8^4", {"end": "T"}], "then": ["Hg10-g8^2"]}],
     "record": {"format": "empile/1", "...": "..."}}

``record`` leads to the position in which the learner, who has ``seat``, is to act. Each step asks
for one move of his. ``right`` says which: move texts, or patterns that name parts of a move
(``Presenter.move_parts``) and their values, one or a list of them; ``"any"`` accepts every legal move.
``then`` (optional) is what happens after it, as event texts, up to the next step. Chance that is not
written there is drawn, always alike.

What is said stands in the game's catalogue: ``tutorial.<lesson>.title``, and for each step
``.task``, ``.hint`` and ``.why`` (said after a right move), from the second step on with its number:
``tutorial.<lesson>.task.2``.
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
from empile.engine.plain import PlainDataError, is_list, is_object, read_json
from empile.engine.random import new_stream
from empile.engine.record import Record

_FILE_NAME = re.compile(r"[0-9]+-([a-z0-9]+(?:-[a-z0-9]+)*)")
_SEED = 1
SAID = ("task", "hint", "why")
"""What a step says, in this order."""


class LessonError(EmpileError):
    """A lesson's file cannot be read, or what it asks for does not fit its position."""


Pattern = dict[str, tuple[str, ...]]
"""Parts of a move and the values that they may have."""


@dataclass(frozen=True)
class Step:
    """One move that the learner is asked for."""

    right: tuple[str | Pattern, ...]
    """The moves that are right, as texts and patterns; empty: every legal move is."""
    then: tuple[str, ...]
    """Event texts of what happens after a right move."""


@dataclass(frozen=True)
class Lesson:
    """A lesson, read and checked."""

    name: str
    record: Record
    seat: int
    """The learner's seat."""
    steps: tuple[Step, ...]
    start: State
    """Where the learner begins. Not to be changed."""
    history: tuple[tuple[State, Event], ...]
    """What happened before: each event with the state in which it happened."""

    @property
    def game(self) -> Game:
        """The game of the record, its options chosen."""
        return self.start.game

    @property
    def title(self) -> Reason:
        """The message of its title."""
        return Reason(f"tutorial.{self.name}.title")

    def said(self, kind: str, step: int) -> Reason:
        """Return the message of ``kind`` (one of ``SAID``) of a step, counted from 0."""
        number = f".{step + 1}" if step else ""
        return Reason(f"tutorial.{self.name}.{kind}{number}")

    def message_keys(self) -> list[str]:
        """Return the keys of everything that the lesson says."""
        steps = range(len(self.steps))
        return [self.title.key, *(self.said(kind, k).key for k in steps for kind in SAID)]

    def begin(self) -> Run:
        """Return the lesson at its beginning."""
        return Run(self, Match(self.game, self.start), 0)


@dataclass
class Run:
    """Somebody's way through a lesson."""

    lesson: Lesson
    match: Match
    """What happened since the lesson's start."""
    step: int
    """The step that is asked for, from 0; the number of steps when all are done."""

    @property
    def is_done(self) -> bool:
        """Whether every step is."""
        return self.step == len(self.lesson.steps)

    def right_moves(self) -> list[str]:
        """Return the texts of the moves that are right now, sorted; empty when all is done."""
        if self.is_done:
            return []
        state, right = self.match.state, self.lesson.steps[self.step].right
        return sorted(
            state.action_to_text(action)
            for action in state.legal_actions()
            if not right or any(_fits(state, action, one) for one in right)
        )

    def answer(self, text: str) -> bool:
        """Play ``text`` and what follows it if it is right; else leave everything as it is.

        Returns whether it was right. Raises :class:`IllegalActionError` and
        :class:`NotationError` as :meth:`State.read_text` does, and :class:`LessonError` when no
        step is left.
        """
        if self.is_done:
            raise LessonError(f"lesson '{self.lesson.name}' is over: no move is asked for")
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


# -- Reading ---------------------------------------------------------------------------------------


def lessons_of(game: Game) -> Sequence[Lesson]:
    """Return the lessons of ``game`` in their order; raises :class:`LessonError` where one does not hold."""
    return _lessons(game.name, game.folder / "tutorial")


@cache
def _lessons(game: str, folder: Path) -> Sequence[Lesson]:
    return tuple(read_lessons(game, folder))


def lesson_files(folder: Path) -> list[Path]:
    """Return the files of the lessons in ``folder``, in their order, unread."""
    return sorted(folder.glob("*.json"))


def read_lessons(game: str, folder: Path) -> list[Lesson]:
    """Return the lessons of ``game`` in ``folder``, in order; none where there is no such folder.

    Raises :class:`LessonError` with the file's name and what is wrong in it.
    """
    found: dict[str, Lesson] = {}
    for path in lesson_files(folder):
        try:
            lesson = read_lesson(game, path)
            if lesson.name in found:
                raise LessonError(f"there is another lesson '{lesson.name}'")
        except EmpileError as error:
            raise LessonError(f"{path.parent.name}/{path.name}: {error}") from error
        found[lesson.name] = lesson
    return list(found.values())


def read_lesson(game: str, path: Path) -> Lesson:
    """Return the lesson in a file, checked; raises :class:`EmpileError`."""
    named = _FILE_NAME.fullmatch(path.stem)
    if named is None:
        raise LessonError("a lesson's file is named by a number and a name: 01-first-move.json")
    try:
        data = read_json(path.read_bytes())
    except PlainDataError as error:
        raise LessonError(f"this is not JSON: {error}") from error
    if not is_object(data) or set(data) != {"seat", "steps", "record"}:
        raise LessonError("a lesson is an object with 'seat', 'steps' and 'record'")
    record = Record.from_dict(data["record"])
    if record.game != game:
        raise LessonError(f"its record is of {record.game}, not of {game}")
    seat = data["seat"]
    players = record.load_game().num_players
    if type(seat) is not int or not 0 <= seat < players:
        raise LessonError(f"'seat' must be a number from 0 to {players - 1}, not {seat!r}")
    if not is_list(data["steps"]) or not data["steps"]:
        raise LessonError("'steps' must be a list with a step or more")
    steps = tuple(_read_step(step, f"step {n}") for n, step in enumerate(data["steps"], 1))
    history: list[tuple[State, Event]] = []
    start = record.load_game().new_state()
    for state, event in record.steps():
        if event is None:
            record.check_result(state)
            start = state
        else:
            history.append((state, event))
    lesson = Lesson(named.group(1), record, seat, steps, start, tuple(history))
    _check(lesson)
    return lesson


def _read_step(data: Any, where: str) -> Step:
    if not is_object(data) or "right" not in data or not set(data) <= {"right", "then"}:
        raise LessonError(f"{where} must be an object with 'right' and perhaps 'then'")
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
            raise LessonError(f"{where}: the values of '{part}' must be texts")
        pattern[part] = tuple(values)
    if not pattern:
        raise LessonError(f"{where}: a right move is a text or an object of parts")
    return pattern


# -- Checking --------------------------------------------------------------------------------------


def _check(lesson: Lesson) -> None:
    """Go through the lesson once; every right move of a step is tried, the first one is taken."""
    run = lesson.begin()
    for number, step in enumerate(lesson.steps, 1):
        where = f"step {number}"
        state = run.match.state
        if state.current_player() != lesson.seat:
            raise LessonError(f"{where}: seat {lesson.seat} is not to act")
        legal = state.legal_actions()
        for one in step.right:
            if not any(_fits(state, action, one) for action in legal):
                raise LessonError(f"{where}: no legal move is {_shown(one)}")
        moves = run.right_moves()
        if step.right and len(moves) == len(legal) > 1:
            raise LessonError(f'{where}: every legal move is right; say so with "any"')
        for follower, move in followers(run):
            if not follower.is_done and follower.match.state.current_player() != lesson.seat:
                raise LessonError(f"{where}: after {move} seat {lesson.seat} is not to act again")
        run = next(followers(run))[0]


def followers(run: Run) -> Iterator[tuple[Run, str]]:
    """Yield how a lesson goes on after each move that is right now, with that move.

    Raises :class:`LessonError` where what should follow cannot happen.
    """
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
