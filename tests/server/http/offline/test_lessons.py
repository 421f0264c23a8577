"""Lessons without the server: what is kept says the same as the server."""

from __future__ import annotations

import pytest

import empile
from empile.engine.lessons import Lesson, lessons_of
from empile.server.http import lessons as online
from empile.server.http.offline.lessons import OfflineLesson, all_lessons, whole


def answers(lesson: Lesson, kept: OfflineLesson, at: int, moves: list[str]) -> None:
    """Compare the right moves of a step, and follow the first and the last of them."""
    here = kept.steps[at]
    run = lesson.begin()
    for move in moves:
        assert run.answer(move)
    assert list(here.right) == run.right_moves()
    assert here.step == online.step_of(run)
    for move in {*list(here.right)[:1], *list(here.right)[-1:]}:
        told, found = online.answer(lesson.game, lesson.name, [*moves, move]), here.right[move]
        assert told.right
        assert (told.move_message, told.message, told.frames) == (
            found.move_message,
            found.message,
            found.frames,
        )
        if found.next is None:
            assert told.next is None
        else:
            assert told.next == kept.steps[found.next].step
            answers(lesson, kept, found.next, [*moves, move])


@pytest.mark.parametrize("name", empile.game_names())
def test_kept_lessons_answer_as_the_server_does(name: str) -> None:
    for lesson in lessons_of(empile.load(name)):
        if (name, lesson.name) != ("block-ness", "two-ends"):  # has 2,600 answers
            answers(lesson, whole(lesson), 0, [])


def test_positions_that_several_moves_lead_to_are_kept_once() -> None:
    (lesson,) = (one for one in lessons_of(empile.load("block-out")) if one.name == "first-card")
    kept = whole(lesson)
    ways = sum(answer.next is not None for step in kept.steps for answer in step.right.values())
    assert len(kept.steps) <= ways + 1
    assert len({step.step.step for step in kept.steps}) == len(lesson.steps)


def test_all_lessons_are_kept_in_teaching_order() -> None:
    game = empile.load("blox")
    kept = all_lessons(game)
    assert [lesson.name for lesson in kept.lessons] == [one.name for one in lessons_of(game)]
