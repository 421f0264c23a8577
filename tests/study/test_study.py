"""Studies: read, written and played."""

from __future__ import annotations

import json
from typing import Any

import pytest

import empile
from empile.study.study import MOST_CHAPTERS, Study, StudyError, chapter_title, new_id, read_study
from tests.support.annotated import annotated
from tests.support.games import random_match


def data(**changes: Any) -> dict[str, Any]:
    return {
        "format": "empile-study/1",
        "id": "1f",
        "name": "Öffnungen",
        "folder": "Club",
        "chapters": [annotated(), annotated(name="", notes=[], variations=[])],
        **changes,
    }


def test_from_json_reads_what_to_json_wrote() -> None:
    study = Study.from_dict(data())
    assert (study.id, study.name, study.folder) == ("1f", "Öffnungen", "Club")
    assert [chapter.name for chapter in study.chapters] == ["Two tails", ""]
    assert Study.from_json(study.to_json()) == study
    assert json.loads(study.to_json())["chapters"][0] == annotated()


def test_read_study_makes_one_chapter_of_a_record() -> None:
    study = read_study(json.dumps(annotated()))
    assert study.chapters == (empile.Record.from_dict(annotated()),)
    assert (study.name, study.folder, len(study.id)) == ("Two tails", "", 32)
    assert read_study(json.dumps(data())) == Study.from_dict(data())


def test_new_id_differs() -> None:
    assert new_id() != new_id()


def test_play_yields_the_lines_of_each_chapter() -> None:
    assert [len(line.variations) for line in Study.from_dict(data()).play()] == [2, 0]


def test_play_names_the_chapter_of_a_fault() -> None:
    wrong = annotated(variations=[{"at": 1, "events": ["x"]}])
    study = Study.from_dict(data(chapters=[annotated(), wrong]))
    with pytest.raises(StudyError, match=r"^chapter 2 \('Two tails'\): variation 1, event 0, 'x'"):
        list(study.play())
    assert chapter_title(study.chapters[0], 1) == "chapter 1 ('Two tails')"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "empile-study/2"}, "a study is a JSON object with the 'format'"),
        ({"owner": "Anne"}, "a study has no member 'owner'"),
        ({"id": "a b"}, "'id' must be a text of 1 to 64 letters"),
        ({"id": 3}, "'id' must be a text of 1 to 64 letters"),
        ({"name": None}, "'name' must be a text of at most 100 characters"),
        ({"folder": "a" * 101}, "'folder' must be a text of at most 100 characters"),
        ({"chapters": {}}, "'chapters' must be a list of 1 to 64 chapters"),
        ({"chapters": []}, "'chapters' must be a list of 1 to 64 chapters"),
        ({"chapters": [None] * (MOST_CHAPTERS + 1)}, "'chapters' must be a list of 1 to 64"),
        ({"chapters": [None]}, "chapter 1: a record is a JSON object"),
        ({"chapter": {"variations": [], "view": 0}}, "chapter 1: this is what one seat saw"),
        ({"chapter": {"notes": 3}}, "chapter 1: 'notes' must be a list of notes"),
    ],
)
def test_faults_are_named(changes: dict[str, Any], message: str) -> None:
    if "chapter" in changes:
        changes = {"chapters": [annotated(**changes["chapter"])]}
    with pytest.raises(StudyError) as refused:
        Study.from_dict(data(**changes))
    assert str(refused.value).startswith(message)


def test_chapters_are_of_the_same_game() -> None:
    other = random_match(empile.load("on-top"), 1).record().to_dict()
    with pytest.raises(StudyError, match="the same game"):
        Study.from_dict(data(chapters=[annotated(), other]))


@pytest.mark.parametrize("text", ["{", "[]", "null", '{"format": "empile/2"}'])
def test_read_study_refuses_other_files(text: str) -> None:
    with pytest.raises(StudyError):
        read_study(text)
