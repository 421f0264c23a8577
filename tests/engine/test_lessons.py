"""Lessons: reading, validation and play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.lessons import Lesson, LessonError, lessons_of, read_lesson, read_lessons

START: dict[str, Any] = {
    "seat": 0,
    "steps": [{"right": ["Hi5-i7^2"]}],
    "record": {
        "format": "empile/1",
        "game": "block-ness",
        "rules": 1,
        "options": {"players": 2},
        "seats": ["Anne", "Bea"],
        "events": ["f5-h5", "c10-f10"],
        "result": None,
    },
}


def write(folder: Path, data: Any, name: str = "01-first.json") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return path


def lesson_of(folder: Path, game: str = "block-ness", **changed: Any) -> Lesson:
    return read_lesson(game, write(folder, {**START, **changed}))


def record_with(**changed: Any) -> dict[str, Any]:
    return {**START["record"], **changed}


def cairn() -> Lesson:
    (lesson,) = lessons_of(empile.load("cairn"))
    return lesson


# -- Play ------------------------------------------------------------------------------------------


def test_answer_plays_a_right_move_and_its_events() -> None:
    run = cairn().begin()
    assert run.answer("lay A")
    assert [event.text for event in run.match.events] == [
        "lay A", "~stands", "~draw B", "lay B", "~stands", "~draw B",
    ]  # fmt: skip
    assert (run.step, run.is_done) == (1, False)
    assert run.match.state.current_player() == 1
    assert run.answer("swap C")
    assert run.is_done


def test_answer_wrong_move_changes_nothing() -> None:
    lesson = cairn()
    run = lesson.begin()
    assert not run.answer("lay C")
    assert not run.answer("swap AA")
    assert (run.step, run.match.events) == (0, ())
    assert run.match.state == lesson.start


def test_answer_draws_chance_reproducibly() -> None:
    runs = [cairn().begin() for _ in range(3)]
    for run in runs:
        assert run.answer("lay A")
        assert run.answer("swap A")
    texts = [[event.text for event in run.match.events] for run in runs]
    assert texts[0][-1].startswith("~draw ")
    assert texts[0] == texts[1] == texts[2]


def test_answer_rejects_illegal_moves(tmp_path: Path) -> None:
    run = lesson_of(tmp_path).begin()
    with pytest.raises(IllegalActionError, match="not directly next to the head"):
        run.answer("Hi6-i8^2")
    with pytest.raises(NotationError):
        run.answer("hello")
    assert run.answer("Hi5-i7^2")
    with pytest.raises(LessonError, match="start it again to play"):
        run.answer("Hi5-i7^2")


def test_right_moves_match_patterns(tmp_path: Path) -> None:
    right = [{"end": "T", "ring": ["2.2", "2.3"], "near": "e5"}]
    run = lesson_of(tmp_path, steps=[{"right": right}]).begin()
    moves = run.right_moves()
    assert moves
    assert all(move.startswith("Te5-") and move[-2:] in ("^2", "^3") for move in moves)
    assert {move[-1] for move in moves} == {"2", "3"}


def test_right_moves_any(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, steps=[{"right": "any"}], record=record_with(events=[]))
    run = lesson.begin()
    assert run.right_moves() == lesson.start.legal_texts()
    assert run.answer("d5-f5")


def test_lesson_has_messages_and_history() -> None:
    lesson = cairn()
    assert lesson.name == "own-kind"
    assert [event.text for _, event in lesson.history] == lesson.record.events
    keys = [f"tutorial.own-kind.{kind}" for kind in ("title", "task", "hint", "why")]
    keys += [f"tutorial.own-kind.{kind}.2" for kind in ("task", "hint", "why")]
    assert lesson.message_keys() == keys


# -- Reading ---------------------------------------------------------------------------------------


def test_read_lessons_sorts_by_name(tmp_path: Path) -> None:
    for name in ("10-last.json", "02-second.json", "01-first.json"):
        write(tmp_path, START, name)
    assert [lesson.name for lesson in read_lessons("block-ness", tmp_path)] == [
        "first", "second", "last",
    ]  # fmt: skip
    assert read_lessons("block-ness", tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"more": 1}, "an object with 'seat', 'steps' and 'record'"),
        ({"seat": 2}, "'seat' must be a number from 0 to 1, not 2"),
        ({"seat": True}, "'seat' must be a number from 0 to 1, not True"),
        ({"seat": 1}, "step 1: seat 1 is not to act"),
        ({"steps": []}, "'steps' must be a list of at least one step"),
        ({"steps": ["Hi5-i7^2"]}, "step 1 must be an object with 'right' and optionally 'then'"),
        ({"steps": [{"right": []}]}, "'right' must be \"any\" or a list of moves and patterns"),
        (
            {"steps": [{"right": [3]}]},
            "step 1: a right move must be a string or an object of parts",
        ),
        (
            {"steps": [{"right": [{}]}]},
            "step 1: a right move must be a string or an object of parts",
        ),
        ({"steps": [{"right": [{"end": 3}]}]}, "step 1: the values of 'end' must be strings"),
        ({"steps": [{"right": "any", "then": "c3"}]}, "'then' must be a list of event texts"),
        ({"steps": [{"right": ["Hi6-i8^2"]}]}, "step 1: no legal move matches 'Hi6-i8^2'"),
        (
            {"steps": [{"right": [{"end": "T", "ring": ["9.9"]}]}]},
            "step 1: no legal move matches one with end T, ring 9.9",
        ),
        ({"steps": [{"right": [{"end": ["H", "T"]}]}]}, 'every legal move is right; write "any"'),
        (
            {"steps": [{"right": ["Hi5-i7^2"], "then": ["c3-e3"]}]},
            "step 1: after Hi5-i7^2: the start rings are already placed",
        ),
        (
            {"steps": [{"right": ["Hi5-i7^2"]}, {"right": "any"}]},
            "step 1: after Hi5-i7^2 seat 0 is not to act again",
        ),
        ({"record": record_with(events=["c1-e1"])}, "event 0, 'c1-e1': c1 is not in the deep"),
        (
            {"record": record_with(game="cairn", rules=2)},
            "the record is of cairn, not of block-ness",
        ),
        ({"record": record_with(format="x")}, "a record's 'format' is \"empile/1\""),
    ],
)
def test_read_lessons_rejects_invalid_lessons(
    tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    write(tmp_path, {**START, **changed})
    with pytest.raises(LessonError) as refused:
        read_lessons("block-ness", tmp_path)
    assert said in str(refused.value)
    assert str(refused.value).startswith(f"{tmp_path.name}/01-first.json: ")
    assert "\n" not in str(refused.value)


def test_read_lessons_checks_every_right_move(tmp_path: Path) -> None:
    """One of two right moves makes the next event impossible."""
    steps = [{"right": ["Hi5-i7^2", "Tf6-f9^4"], "then": ["Tf9-f7^2"]}]
    write(tmp_path, {**START, "steps": steps, "record": record_with(events=["f5-h5", "f10-c10"])})
    with pytest.raises(LessonError, match=r"step 1: after Tf6-f9\^4: "):
        read_lessons("block-ness", tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("first.json", "{}", "must be a number and a name"),
        ("01-First.json", "{}", "must be a number and a name"),
        ("01-first.json", "{", "invalid JSON"),
        ("01-first.json", "[]", "a lesson must be an object"),
    ],
)
def test_read_lessons_rejects_bad_files(tmp_path: Path, name: str, text: str, said: str) -> None:
    write(tmp_path, text, name)
    with pytest.raises(LessonError, match=said):
        read_lessons("block-ness", tmp_path)


def test_read_lessons_rejects_duplicate_names(tmp_path: Path) -> None:
    write(tmp_path, START, "01-first.json")
    write(tmp_path, START, "02-first.json")
    with pytest.raises(LessonError, match="another file defines the lesson 'first'"):
        read_lessons("block-ness", tmp_path)
