"""Lessons written into the folder of a game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import empile
from empile.engine.lessons import read_lessons
from empile.engine.variations.notes import Note
from empile.study.lesson import LessonFile, make_lesson
from empile.study.lesson_files import write_lesson
from empile.study.study import StudyError
from tests.support.annotated import annotated


def made(name: str) -> LessonFile:
    record = empile.Record.from_dict(annotated(variations=[]))
    notes = (Note(2, "Extend.\n\nA ring of 4."), Note(3, "So."))
    return make_lesson(replace(record, notes=notes), name)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a game with one catalogue."""
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "fr.json").write_text('{"name": "Block Ness"}', "utf-8")
    return tmp_path


def test_write_lesson_adds_lessons_in_order(folder: Path) -> None:
    for name in ("tail", "head", "tail"):
        write_lesson(made(name), folder, "fr")
    assert sorted(path.name for path in (folder / "lessons").iterdir()) == [
        "01-tail.json",
        "02-head.json",
    ]
    assert [lesson.steps for lesson in read_lessons("block-ness", folder / "lessons")] == [
        made("tail").lesson.steps
    ] * 2


def test_write_lesson_adds_the_messages(folder: Path) -> None:
    write_lesson(made("tail"), folder, "fr")
    messages = json.loads((folder / "locales" / "fr.json").read_text("utf-8"))
    assert messages == {"name": "Block Ness", **made("tail").messages}


def test_write_lesson_needs_the_catalogue_of_the_language(folder: Path) -> None:
    with pytest.raises(StudyError, match=r"de\.json does not exist"):
        write_lesson(made("tail"), folder, "de")
    assert not (folder / "lessons").exists()
