"""Makes a lesson of a chapter.

The first move with a comment before it is the learner's first step, and its seat is the learner's;
the events before it lead to the lesson's position. From then on each move of the learner with a
comment before it is a step, and all events between two steps are played for the learner.

Comments consist of paragraphs, separated by an empty line:

- Before a step, the first paragraph is the task and the others are the hint.
- After a step, the comment is the explanation (``why``). If the learner moves again at once, the
  first paragraph is the explanation, the second the next task and the others the next hint.

The move of the main line is right. Moves of the learner that begin a variation there are right, too,
if they have the glyph ``!`` or ``!!``. The glyph ``!?`` on the move of the main line makes every
legal move right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from empile.engine.lessons import Lesson, LessonError, lesson_from_data
from empile.engine.record import Record
from empile.engine.variations.lines import PlayedLine, play_lines
from empile.engine.variations.notes import GOOD
from empile.study.study import StudyError

_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ANY: Final = "!?"


@dataclass(frozen=True)
class LessonFile:
    """A lesson and its texts."""

    lesson: Lesson
    data: dict[str, Any]
    """The content of the lesson's file."""
    messages: dict[str, str]
    """Texts by key, in the language of the study."""


def make_lesson(chapter: Record, name: str) -> LessonFile:
    """Make a lesson of a chapter; ``name`` consists of small letters, digits and hyphens.

    Raises ``StudyError`` if texts are missing, and ``RecordError`` for illegal events.
    Example: ``make_lesson(study.chapters[0], "bar-the-way").messages``.
    """
    if not _NAME.fullmatch(name):
        raise StudyError(f"a lesson's name looks like 'first-move', not '{name}'")
    line = play_lines(chapter)
    steps = _find_steps(line)
    if not steps:
        raise StudyError(
            "a lesson begins at a comment before a move: add one with the task, an empty line and"
            " a hint"
        )
    data = {
        "seat": line.events[steps[0]].seat,
        "steps": [_step(line, steps, number) for number in range(len(steps))],
        "record": _before(chapter, steps[0]).to_dict(),
    }
    try:
        lesson = lesson_from_data(chapter.game, name, data)
    except LessonError as error:
        raise StudyError(str(error)) from error
    return LessonFile(lesson, data, _messages(lesson, chapter, line, steps))


def _find_steps(line: PlayedLine) -> list[int]:
    """Return the indices of the learner's moves with a comment before them."""
    found: list[int] = []
    seat = -1
    for index, event in enumerate(line.events):
        if event.seat < 0 or seat not in (-1, event.seat):
            continue
        texts = _paragraphs(line.comment(index))
        if len(texts) > (1 if found and found[-1] == index - 1 else 0):
            found.append(index)
            seat = event.seat
    return found


def _before(chapter: Record, events: int) -> Record:
    return replace(
        chapter,
        events=chapter.events[:events],
        result=None,
        ended=None,
        left=(),
        name="",
        notes=(),
        variations=(),
    )


def _step(line: PlayedLine, steps: Sequence[int], number: int) -> dict[str, Any]:
    at = steps[number]
    following = steps[number + 1] if number + 1 < len(steps) else len(line.events)
    then = [event.text for event in line.events[at + 1 : following]]
    return {"right": _right(line, at), **({"then": then} if then else {})}


def _right(line: PlayedLine, at: int) -> list[str] | str:
    legal = line.states[at].legal_texts()
    moves = {line.events[at].text}
    for variation in line.variations_at(at):
        if variation.glyph(0) in GOOD:
            moves.add(variation.events[0].text)
    if line.glyph(at) == _ANY or len(moves) == len(legal) > 1:
        return "any"
    return sorted(moves)


def _messages(
    lesson: Lesson, chapter: Record, line: PlayedLine, steps: Sequence[int]
) -> dict[str, str]:
    found: dict[str, str] = {lesson.title.key: chapter.name}
    for number, at in enumerate(steps):
        before = _paragraphs(line.comment(at))
        after = _paragraphs(line.comment(at + 1))
        if number and steps[number - 1] == at - 1:
            before = before[1:]
        if number + 1 < len(steps) and steps[number + 1] == at + 1:
            after = after[:1]
        texts = {"task": before[:1], "hint": before[1:], "why": after}
        for kind, paragraphs in texts.items():
            found[lesson.said(kind, number).key] = " ".join(paragraphs)
    for key, text in found.items():
        if not text:
            raise StudyError(f"the lesson has no text for {key}: {_HOW[key.split('.')[2]]}")
    return found


_HOW: Final = {
    "title": "give the chapter a name",
    "task": "write it in the comment before the learner's move",
    "hint": "write it after an empty line in the comment before the learner's move",
    "why": "write it in the comment after the learner's move",
}


def _paragraphs(comment: str) -> list[str]:
    """Return the paragraphs of a comment, each on one line."""
    texts = (" ".join(text.split()) for text in re.split(r"\n\s*\n", comment))
    return [text for text in texts if text]
