"""``empile study``: checking and showing studies, making lessons, and complaints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.engine.lessons import read_lessons
from tests.cli.conftest import Empile
from tests.support.annotated import annotated

STEP = {
    "notes": [
        {"at": 2, "comment": "Extend the tail.\n\nFour high."},
        {"at": 3, "comment": "It grows."},
    ],
    "variations": [],
}


def study(**changes: Any) -> str:
    data = {
        "format": "empile-study/1",
        "id": "1f",
        "name": "Openings",
        "folder": "Club",
        "chapters": [annotated(), annotated(**{**STEP, **changes})],
    }
    return json.dumps(data)


def test_check_counts_the_lines_of_a_study(empile_cli: Empile, tmp_path: Path) -> None:
    path = tmp_path / "openings.study.json"
    path.write_text(study(), "utf-8")
    checked = empile_cli("study", "check", path)
    assert (checked.status, checked.out) == (
        0,
        "chapters: 2, lines: 5, events: 12; all are legal\n",
    )


def test_check_takes_a_record_from_the_standard_input(empile_cli: Empile) -> None:
    checked = empile_cli("study", "check", "-", stdin=json.dumps(annotated(variations=[])))
    assert checked.out == "chapters: 1, lines: 1, events: 4; all are legal\n"


def test_show_prints_variations_below_the_move_that_they_replace(empile_cli: Empile) -> None:
    shown = empile_cli("study", "show", "-", "--language", "en", stdin=json.dumps(annotated()))
    assert shown.lines == [
        "Two tails",
        "",
        "Chapter 1: Two tails",
        "Block Ness (Anne, Bea)",
        "    The middle is open.",
        " 1. Anne: f7-d7 (start ring, tail on f7, head on d7)",
        " 2. Bea: i8-i5 (start ring, tail on i8, head on i5)",
        " 3. Anne: Tf6-f4^4 (tail to f4, ring of height 4 from f6) !?",
        "    Towards the edge.",
        "    circle around f4 (red); arrow from f4 to f3 (green)",
        "    Variation 1:",
        "     3. Anne: Hd6-d9^4 (head to d9, ring of height 4 from d6) !",
        "     4. Bea: Tj8-j10^5 (tail to j10, ring of height 5 from j8)",
        "        And back.",
        "        Variation 1.1:",
        "         4. Bea: Hi4-g4^4 (head to g4, ring of height 4 from i4)",
        " 4. Bea: Tj8-j10^5 (tail to j10, ring of height 5 from j8)",
        "    Variation 2:",
        "     5. Anne: Hd6-d9^4 (head to d9, ring of height 4 from d6)",
    ]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("fr", ("Dossier\u00a0: Club", "Chapitre 1\u00a0: Two tails", "Variante 1.1\u00a0:")),
        ("de", ("Ordner: Club", "Kapitel 1: Two tails", "Kreis um f4 (rot)")),
        ("es", ("Carpeta: Club", "Capítulo 1: Two tails", "flecha de f4 a f3 (verde)")),
    ],
)
def test_show_speaks_the_users_language(
    empile_cli: Empile, language: str, texts: tuple[str, ...]
) -> None:
    shown = empile_cli("study", "show", "-", "--language", language, stdin=study()).out
    for text in texts:
        assert text in shown


def test_show_prints_positions(empile_cli: Empile) -> None:
    record = empile.Record.from_dict(annotated())
    final = record.final_state()
    board = final.game.presenter.to_text(final, language="en")
    plain, boards = (
        empile_cli("study", "show", "-", "--language", "en", *words, stdin=record.to_json()).out
        for words in ((), ("--boards",))
    )
    assert board not in plain
    assert board in boards


def test_lesson_prints_the_lesson_and_its_messages(empile_cli: Empile) -> None:
    words = ("study", "lesson", "-", "--chapter", "2", "--name", "tails")
    lesson, messages = map(json.loads, empile_cli(*words, stdin=study()).lines)
    assert lesson["steps"] == [{"right": ["Tf6-f4^4"], "then": ["Tj8-j10^5"]}]
    assert messages["tutorial.tails.hint"] == "Four high."


def test_lesson_is_written_into_the_folder_of_a_game(empile_cli: Empile, tmp_path: Path) -> None:
    (tmp_path / "locales").mkdir()
    catalogue = tmp_path / "locales" / "en.json"
    catalogue.write_text('{"name": "Block Ness", "tutorial.tails.why.2": "Old."}', "utf-8")
    words = ("study", "lesson", "-", "--chapter", "2", "--name", "tails", "--into", tmp_path)
    for hint in ("Four high.", "A ring of 4."):
        notes = [{"at": 2, "comment": f"Extend.\n\n{hint}"}, {"at": 3, "comment": "So."}]
        made = empile_cli(*words, stdin=study(notes=notes))
        path = tmp_path / "lessons" / "01-tails.json"
        assert made.lines == [str(path), str(catalogue)]
        assert json.loads(catalogue.read_text("utf-8")) == {
            "name": "Block Ness",
            "tutorial.tails.title": "Two tails",
            "tutorial.tails.task": "Extend.",
            "tutorial.tails.hint": hint,
            "tutorial.tails.why": "So.",
        }
    assert [lesson.name for lesson in read_lessons("block-ness", tmp_path / "lessons")] == ["tails"]


@pytest.mark.parametrize(
    ("words", "text", "complaint"),
    [
        (("check", "-"), "{", "the standard input: this is not JSON"),
        (("check", "none.json"), "", "none.json"),
        (("check", "-"), {"variations": [{"at": 0, "events": ["x"]}]}, "chapter 2 ('Two tails')"),
        (("show", "-"), {"variations": [{"at": 0, "events": ["x"]}]}, "variation 1, event 0"),
        (("lesson", "-", "--name", "a", "--chapter", "3"), {}, "there is no chapter 3"),
        (("lesson", "-", "--name", "a"), {}, "chapter 1: the lesson has no text for"),
        (("lesson", "-", "--name", "A", "--chapter", "2"), {}, "looks like 'first-move'"),
        (
            ("lesson", "-", "--name", "a", "--chapter", "2", "--into", "none"),
            {},
            "FOLDER must be that of a game",
        ),
    ],
)
def test_mistakes_are_explained(
    empile_cli: Empile, words: tuple[str, ...], text: str | dict[str, Any], complaint: str
) -> None:
    typed = text if isinstance(text, str) else study(**text)
    empile_cli("study", *words, stdin=typed).refused(complaint)
