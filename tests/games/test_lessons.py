"""Every lesson of every game can be completed, on every right path, in every language."""

from __future__ import annotations

import pytest

import empile
from empile.engine.lessons import Lesson, Run, followers, lessons_of

LESSONS = [
    pytest.param(lesson, id=f"{name}-{lesson.name}")
    for name in empile.game_names()
    for lesson in lessons_of(empile.load(name))
]


def ways(run: Run) -> list[Run]:
    """Return every way through a lesson from ``run`` on."""
    if run.is_done:
        return [run]
    return [end for follower, _ in followers(run) for end in ways(follower)]


@pytest.mark.parametrize("lesson", LESSONS)
def test_right_moves_complete_lesson(lesson: Lesson) -> None:
    ends = ways(lesson.begin())
    assert ends
    for end in ends:
        asked = [event for event in end.match.events if event.seat == lesson.seat]
        assert len(asked) >= len(lesson.steps)


@pytest.mark.parametrize("lesson", LESSONS)
def test_wrong_move_keeps_step(lesson: Lesson) -> None:
    run = lesson.begin()
    for step in lesson.steps:
        right = set(run.right_moves())
        others = [text for text in run.match.state.legal_texts() if text not in right]
        before, happened = run.match.state, len(run.match.events)
        if step.right and len(run.match.state.legal_actions()) > 1:
            assert others, "where there is a choice, something can be chosen wrongly"
        for text in others[:5]:
            assert not run.answer(text)
            assert (run.match.state, len(run.match.events)) == (before, happened)
        assert run.answer(min(right))


@pytest.mark.parametrize("lesson", LESSONS)
def test_messages_exist_in_every_language(lesson: Lesson) -> None:
    words = lesson.game.presenter.catalogue
    missing = [
        (language, key)
        for language in words.languages
        for key in lesson.message_keys()
        if not words.messages(language).get(key)
    ]
    assert missing == []


@pytest.mark.parametrize("name", empile.game_names())
def test_messages_without_lesson_are_absent(name: str) -> None:
    game = empile.load(name)
    known = {key for lesson in lessons_of(game) for key in lesson.message_keys()}
    for language in game.presenter.catalogue.languages:
        spoken = {
            key
            for key in game.presenter.catalogue.messages(language)
            if key.startswith("tutorial.")
        }
        assert spoken == known, language
