"""Step 12: lessons, completed on every right path, in every language."""

from __future__ import annotations

from collections.abc import Sequence

from empile.checks.check import Step, itself
from empile.checks.lack import Lack, expect, lacks, short
from empile.engine.discovery import load
from empile.engine.lessons import Lesson, LessonError, Run, followers, lessons_of

LESSONS = Step(
    "lessons", "lessons in which users learn the game", "lessons", needs=("rules", "notation")
)


def lessons(name: str) -> Sequence[Lesson]:
    """Return the lessons of a game; raises ``Lack`` for an invalid one."""
    try:
        return lessons_of(load(name))
    except LessonError as error:
        raise Lack(f"a lesson is invalid, {error}") from None


def _ways(run: Run) -> list[Run]:
    """Return every way through a lesson from ``run`` on."""
    if run.is_done:
        return [run]
    return [end for follower, _ in followers(run) for end in _ways(follower)]


@LESSONS.check(lessons)
def right_moves_complete_lesson(lesson: Lesson) -> None:
    """Each way of right moves leads through all steps."""
    ends = _ways(lesson.begin())
    expect(ends, f"no way of right moves leads through the lesson '{lesson.name}'")
    for end in ends:
        asked = [event for event in end.match.events if event.seat == lesson.seat]
        expect(len(asked) >= len(lesson.steps), f"the lesson '{lesson.name}' skips a step")


@LESSONS.check(lessons)
def wrong_move_keeps_step(lesson: Lesson) -> None:
    """A wrong move changes nothing; if there is a choice, some move is wrong."""
    run = lesson.begin()
    for number, step in enumerate(lesson.steps, 1):
        right = set(run.right_moves())
        others = [text for text in run.match.state.legal_texts() if text not in right]
        before, happened = run.match.state, len(run.match.events)
        if step.right and len(run.match.state.legal_actions()) > 1:
            said = f"step {number} of the lesson '{lesson.name}' lists all moves as right"
            if not others:
                raise Lack(said, example='"right": "any"')
        for text in others[:5]:
            if run.answer(text) or (run.match.state, len(run.match.events)) != (before, happened):
                lacks(f"the wrong move {{}} goes on in the lesson '{lesson.name}'", text)
        expect(run.answer(min(right)), f"a right move is wrong in the lesson '{lesson.name}'")


@LESSONS.check(lessons, file="locales")
def messages_exist_in_every_language(lesson: Lesson) -> None:
    """Title, tasks, hints and explanations exist in each language."""
    catalogue = lesson.game.presenter.catalogue
    for language in catalogue.languages:
        said = catalogue.messages(language)
        missing = [key for key in lesson.message_keys() if not said.get(key)]
        if missing:
            raise Lack(
                f"the lesson '{lesson.name}' has no message {' and '.join(missing)}",
                f"locales/{language}.json",
                short({missing[0]: "A sentence."}),
            )


@LESSONS.check(itself, file="locales")
def messages_without_lesson_are_absent(name: str) -> None:
    """Messages ``tutorial.*`` belong to a lesson."""
    game = load(name)
    known = {key for lesson in lessons(name) for key in lesson.message_keys()}
    catalogue = game.presenter.catalogue
    for language in catalogue.languages:
        surplus = [
            key
            for key in catalogue.messages(language)
            if key.startswith("tutorial.") and key not in known
        ]
        expect(not surplus, f"locales/{language}.json has {{}}, which belong to no lesson", surplus)
