"""Lessons made of chapters."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import empile
from empile.engine.lessons import Lesson, lessons_of
from empile.engine.variations.notes import Note, Variation
from empile.study.lesson import LessonFile, make_lesson
from empile.study.study import StudyError


def shipped(game: str, name: str) -> Lesson:
    return next(lesson for lesson in lessons_of(empile.load(game)) if lesson.name == name)


def message(lesson: Lesson, kind: str, step: int) -> str:
    return lesson.game.presenter.catalogue.format("en", lesson.said(kind, step))


def chapter_of(lesson: Lesson) -> empile.Record:
    """Return a chapter from which the lesson can be made: the main line has the first right moves."""
    run = lesson.begin()
    before = len(lesson.history)
    notes: dict[int, list[str]] = {}
    variations: list[Variation] = []
    while not run.is_done:
        at = before + len(run.match.events)
        step = run.step
        texts = notes.setdefault(at, [])
        texts += [message(lesson, "task", step), message(lesson, "hint", step)]
        first, *others = run.right_moves()
        variations += [Variation(at, (move,), (Note(1, glyph="!"),)) for move in others]
        run.answer(first)
        notes[at + 1] = [message(lesson, "why", step)]
    events = [*lesson.record.events, *(event.text for event in run.match.events)]
    return replace(
        lesson.record,
        name=lesson.game.presenter.catalogue.format("en", lesson.title),
        events=events,
        result=run.match.state.result(),
        notes=tuple(Note(at, "\n\n".join(texts)) for at, texts in notes.items()),
        variations=tuple(variations),
    )


@pytest.mark.parametrize(
    ("game", "name"),
    [("block-ness", "two-ends"), ("block-ness", "shut-out"), ("blox", "seven-blocks"),
     ("block-out", "crash"), ("on-top", "second")],
)  # fmt: skip
def test_make_lesson_makes_shipped_lessons_again(game: str, name: str) -> None:
    lesson = shipped(game, name)
    made = make_lesson(chapter_of(lesson), name)
    assert made.lesson.seat == lesson.seat
    assert made.lesson.start == lesson.start
    assert made.messages == {
        key: lesson.game.presenter.catalogue.format("en", empile.Reason(key))
        for key in lesson.message_keys()
    }
    run, other = lesson.begin(), made.lesson.begin()
    while not run.is_done:
        assert run.right_moves() == other.right_moves()
        assert run.match.state == other.match.state
        move = run.right_moves()[0]
        assert run.answer(move)
        assert other.answer(move)
    assert other.is_done


def test_make_lesson_lists_the_right_moves_of_a_shipped_lesson() -> None:
    lesson = shipped("block-ness", "shut-out")
    made = make_lesson(chapter_of(lesson), "shut-out")
    path = lesson.game.folder / "lessons" / "07-shut-out.json"
    assert (
        made.data["steps"][0]["right"] == json.loads(path.read_text("utf-8"))["steps"][0]["right"]
    )
    assert made.data["record"]["events"] == lesson.record.events


# -- The convention --------------------------------------------------------------------------------

EVENTS = ["f7-d7", "i8-i5", "Tf6-f4^4", "Tj8-j10^5", "Hd6-d9^4"]
STEP = "Extend\nthe tail.\n\nFour high.\n\nTo the south."


def made(comments: dict[int, str], glyph: str | None = None, **changes: Any) -> LessonFile:
    notes = {at: Note(at, comment) for at, comment in comments.items()}
    if glyph is not None:
        notes[3] = replace(notes[3], glyph=glyph)
    game = empile.load("block-ness")
    record = empile.Record.of_game(game, seats=None, events=EVENTS, result=None)
    members: dict[str, Any] = {"name": "Tails", "notes": tuple(notes.values()), **changes}
    chapter = replace(record, **members)
    return make_lesson(chapter, "tails")


def test_the_learner_plays_the_first_move_with_a_comment_before_it() -> None:
    lesson = made({2: STEP, 3: "It grows."})
    assert lesson.data["seat"] == 0
    assert lesson.data["record"]["events"] == EVENTS[:2]
    assert "notes" not in lesson.data["record"]
    assert lesson.data["steps"] == [{"right": ["Tf6-f4^4"], "then": EVENTS[3:]}]
    assert lesson.messages == {
        "tutorial.tails.title": "Tails",
        "tutorial.tails.task": "Extend the tail.",
        "tutorial.tails.hint": "Four high. To the south.",
        "tutorial.tails.why": "It grows.",
    }


def test_moves_of_the_learner_without_a_comment_before_them_are_played() -> None:
    assert len(made({2: STEP, 3: "It grows.", 5: "Not before a move."}).data["steps"]) == 1
    steps = made({2: STEP, 3: "It grows.", 4: STEP, 5: "So."}).data["steps"]
    assert steps == [
        {"right": ["Tf6-f4^4"], "then": ["Tj8-j10^5"]},
        {"right": ["Hd6-d9^4"]},
    ]


def test_good_variations_are_right_and_others_are_not() -> None:
    variations = (
        Variation(2, ("Hd6-d9^4",), (Note(1, glyph="!!"),)),
        Variation(2, ("Tf6-f4^3",), (Note(1, glyph="?"),)),
        Variation(2, ("Hd6-d8^2",)),
    )
    lesson = made({2: STEP, 3: "It grows."}, variations=variations, events=EVENTS[:3])
    assert lesson.data["steps"] == [{"right": ["Hd6-d9^4", "Tf6-f4^4"]}]


def test_every_move_is_right_with_the_glyph_of_a_free_choice() -> None:
    lesson = made({2: STEP, 3: "It grows."}, "!?", events=EVENTS[:3])
    assert lesson.data["steps"] == [{"right": "any"}]


def test_one_comment_between_two_moves_of_the_learner_serves_both() -> None:
    lesson = shipped("blox", "joker-strike")
    start = lesson.record
    run = lesson.begin()
    run.answer(run.right_moves()[0])
    state = run.match.state
    events = [*start.events, *(event.text for event in run.match.events)]
    own = [state.legal_texts()[0]]
    at = len(events)
    record = replace(
        start, name="Twice", events=[*events, *own],
        notes=(Note(len(start.events), "A\n\nB"), Note(len(start.events) + 1, "C"),
               Note(at, "D\n\nE"), Note(at + 1, "F")),
    )  # fmt: skip
    assert [*make_lesson(record, "twice").messages.values()] == [
        "Twice", "A", "B", "C", "D", "E", "F",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("comments", "changes", "complaint"),
    [
        ({}, {}, "a lesson begins at a comment before a move"),
        ({5: "The end."}, {}, "a lesson begins at a comment before a move"),
        ({2: "Task.", 3: "Why."}, {}, "no text for tutorial.tails.hint: write it after an empty"),
        ({2: STEP}, {}, "no text for tutorial.tails.why: write it in the comment after"),
        ({2: STEP, 3: "Why."}, {"name": ""}, "no text for tutorial.tails.title: give the chapter"),
        (
            {2: STEP, 3: "Why.", 4: STEP, 5: "Why."},
            {"variations": (Variation(2, ("Hd6-d9^4",), (Note(1, glyph="!"),)),)},
            "step 2: no legal move matches 'Hd6-d9^4'",
        ),
    ],
)
def test_what_lacks_is_named(
    comments: dict[int, str], changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(empile.EmpileError) as refused:
        made(comments, **changes)
    assert complaint in str(refused.value)


def test_a_lesson_has_a_name_of_small_letters() -> None:
    with pytest.raises(StudyError, match="looks like 'first-move', not 'Not it'"):
        make_lesson(chapter_of(shipped("block-ness", "shut-out")), "Not it")
