"""Lessons over REST: positions as the learner sees them, and answers to moves.

Requests are stateless: a lesson's name and the moves so far define the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.game import Event, Game
from empile.engine.lessons import Lesson, Run, lessons_of
from empile.server.tables import game_redaction, redaction
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError, words_of
from empile.server.wire.schemas import Frame


class LessonInfo(Struct, frozen=True):
    """A lesson of a game, in teaching order."""

    name: str
    """The lesson's name."""
    title: wire.Message
    """Its title."""
    steps: int
    """The number of its steps."""


class LessonStep(Struct, frozen=True):
    """A position in which the learner makes a move."""

    lesson: str
    """The lesson's name."""
    step: int
    """From 1."""
    steps: int
    """The number of steps in the lesson."""
    title: wire.Message
    """The lesson's title."""
    task: wire.Message
    """What to do."""
    hint: wire.Message
    """A hint."""
    seat: int
    """The learner's seat."""
    names: list[str]
    """Player names by seat."""
    board_setup: dict[str, Any]
    """Static board data."""
    position: dict[str, Any]
    """The position, as an object of the game; with its SVG as ``picture`` if pages need it."""
    scores: list[int]
    """The score of each seat."""
    legal: list[wire.LegalMove]
    """All legal moves."""
    last: wire.LastMove | None
    """The move before the position."""
    poses: dict[str, Any] = {}
    """Rest poses in the game's own format."""


class LessonMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """The correct moves so far, then the one to check."""

    moves: list[str]
    """Moves in the game's notation."""


class LessonAnswer(Struct, frozen=True):
    """Whether a move is correct, and why."""

    right: bool
    """Whether the move is the one that the lesson asks for."""
    move_message: wire.Message
    """A description of the move."""
    message: wire.Message
    """Why it is correct, or a hint."""
    frames: list[Frame]
    """The positions after the move; empty if it is wrong."""
    next: LessonStep | None
    """The next step, the same one after a wrong move, or ``None`` at the end."""


def infos(game: Game) -> list[LessonInfo]:
    return [
        LessonInfo(lesson.name, words_of(lesson.title), len(lesson.steps))
        for lesson in lessons_of(game)
    ]


def first_step(game: Game, name: str) -> LessonStep:
    return step_of(_find(game, name).begin())


def answer(game: Game, name: str, moves: Sequence[str]) -> LessonAnswer:
    """Check the last move. Raises ``CommandError`` if illegal, or after a wrong move or the end."""
    run = _find(game, name).begin()
    if not moves:
        raise CommandError("bad_request", "'moves' is empty: send the move to check")
    for text in moves[:-1]:
        if run.is_done or not _play(run, text):
            raise CommandError("bad_request", f"this lesson does not continue after '{text}'")
    if run.is_done:
        raise CommandError("not_now", "this lesson is over")
    return check_move(run, moves[-1])


def _find(game: Game, name: str) -> Lesson:
    for lesson in lessons_of(game):
        if lesson.name == name:
            return lesson
    raise CommandError("no_table", f"{game.name} has no lesson '{name[:100]}'")


def _play(run: Run, text: str) -> bool:
    try:
        return run.answer(text)
    except (IllegalActionError, NotationError) as error:
        raise CommandError.of_move(error) from None


def check_move(run: Run, text: str) -> LessonAnswer:
    """Check a move; ``run`` goes on if it is right. Raises ``CommandError`` if it is illegal."""
    lesson, step, done = run.lesson, run.step, len(run.match.events)
    before = run.match.state
    right = _play(run, text)
    event = before.read_text(text)
    return LessonAnswer(
        right=right,
        move_message=words_of(before.game.presenter.event_message(before, event, lesson.seat)),
        message=words_of(lesson.said("why" if right else "hint", step)),
        frames=_frames(run, done),
        next=None if run.is_done else step_of(run),
    )


def _frames(run: Run, first: int) -> list[Frame]:
    match, seat = run.match, run.lesson.seat
    events = _events(run)
    played = len(events) - len(match.events)
    return [
        game_redaction.frame(
            match.state_before(index + 1),
            match.state_before(index),
            events[: played + index + 1],
            seat,
            everything=False,
        )
        for index in range(first, len(match.events))
    ]


def step_of(run: Run) -> LessonStep:
    """Return the position in which the learner is."""
    lesson, state = run.lesson, run.match.state
    return LessonStep(
        lesson=lesson.name,
        step=run.step + 1,
        steps=len(lesson.steps),
        title=words_of(lesson.title),
        task=words_of(lesson.said("task", run.step)),
        hint=words_of(lesson.said("hint", run.step)),
        seat=lesson.seat,
        names=lesson.record.seats,
        board_setup=lesson.game.presenter.board_setup(),
        position=state.game.presenter.json.page_view(state, lesson.seat),
        scores=state.scores(),
        legal=redaction.legal_moves(state),
        last=_last(run),
        poses=redaction.poses_of(state, _events(run)),
    )


def _events(run: Run) -> list[Event]:
    """Return all events, also those before the lesson."""
    return [*(event for _, event in run.lesson.history), *run.match.events]


def _last(run: Run) -> wire.LastMove | None:
    match, seat = run.match, run.lesson.seat
    played = [(match.state_before(index), event) for index, event in enumerate(match.events)]
    for before, event in reversed([*run.lesson.history, *played]):
        if event.seat >= 0:
            seen = game_redaction.replay_event(before, event, seat, everything=False)
            return wire.LastMove(event.seat, seen.text, seen.parts or {})
    return None
