"""Notes and variations as data: read, written, and every fault named with its place."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import RecordError
from empile.engine.variations.notes import (
    DEEPEST,
    LONGEST_COMMENT,
    MOST_MARKS,
    Mark,
    Note,
    Variation,
    count_events,
    count_variations,
)
from tests.support.annotated import annotated

CIRCLE = {"kind": "circle", "from": "a1", "colour": "red"}


def nested(depth: int) -> dict[str, Any]:
    inner = [nested(depth - 1)] if depth > 1 else []
    return {"at": 0, "events": ["f7-d7"], "variations": inner}


def test_notes_and_variations_are_read() -> None:
    record = empile.Record.from_dict(annotated())
    assert record.name == "Two tails"
    assert record.notes == (
        Note(0, "The middle is open."),
        Note(
            3,
            "Towards the edge.",
            "!?",
            (Mark("f4", None, "red"), Mark("f4", "f3", "green")),
        ),
    )
    assert record.variations == (
        Variation(
            2,
            ("Hd6-d9^4", "Tj8-j10^5"),
            (Note(1, glyph="!"), Note(2, "And back.")),
            (Variation(1, ("Hi4-g4^4",)),),
        ),
        Variation(4, ("Hd6-d9^4",)),
    )


def test_they_are_written_as_they_were_read() -> None:
    record = empile.Record.from_dict(annotated())
    assert record.to_dict() == annotated()
    assert empile.Record.from_json(record.to_json()) == record


def test_empty_members_are_not_written() -> None:
    data = annotated(name="", notes=[{"at": 1, "comment": "", "marks": []}], variations=[])
    written = empile.Record.from_dict(data).to_dict()
    assert "name" not in written
    assert "variations" not in written
    assert written["notes"] == [{"at": 1}]


def test_counts_include_all_variations() -> None:
    record = empile.Record.from_dict(annotated())
    assert count_events(record) == 4 + 2 + 1 + 1
    assert count_variations(record) == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": 1}, "'name' must be a text of at most 100 characters"),
        ({"name": "a" * 101}, "'name' must be a text of at most 100 characters"),
        ({"notes": {}}, "'notes' must be a list of notes"),
        ({"notes": [1]}, "'notes[0]' must be an object"),
        ({"notes": [{}]}, "'notes[0]' has no 'at'"),
        ({"notes": [{"at": 5}]}, "'notes[0].at' must be a number from 0 to 4"),
        ({"notes": [{"at": True}]}, "'notes[0].at' must be a number from 0 to 4"),
        ({"notes": [{"at": 1}, {"at": 1}]}, "'notes[1].at': there is another note at 1"),
        ({"notes": [{"at": 1, "text": ""}]}, "'notes[0]' has an unknown member 'text'"),
        ({"notes": [{"at": 1, "comment": None}]}, "'notes[0].comment' must be a text"),
        (
            {"notes": [{"at": 1, "comment": "a" * (LONGEST_COMMENT + 1)}]},
            "'notes[0].comment' must be a text of at most 4000 characters",
        ),
        ({"notes": [{"at": 1, "glyph": "!!!"}]}, "'notes[0].glyph' must be one of !!, !"),
        ({"notes": [{"at": 0, "glyph": "!"}]}, "'notes[0].glyph': no event leads to"),
        ({"notes": [{"at": 1, "marks": {}}]}, "'notes[0].marks' must be a list of marks"),
        (
            {"notes": [{"at": 1, "marks": [CIRCLE] * (MOST_MARKS + 1)}]},
            "'notes[0].marks': a note has at most 100 marks",
        ),
        ({"notes": [{"at": 1, "marks": [1]}]}, "'notes[0].marks[0].kind' must be one of circle"),
        (
            {"notes": [{"at": 1, "marks": [{**CIRCLE, "kind": "box"}]}]},
            "'notes[0].marks[0].kind' must be one of circle, arrow",
        ),
        (
            {"notes": [{"at": 1, "marks": [{**CIRCLE, "from": ""}]}]},
            "'notes[0].marks[0].from' must be a place of the board",
        ),
        (
            {"notes": [{"at": 1, "marks": [{**CIRCLE, "to": "b1"}]}]},
            "'notes[0].marks[0]' has an unknown member 'to'",
        ),
        (
            {"notes": [{"at": 1, "marks": [{**CIRCLE, "kind": "arrow"}]}]},
            "'notes[0].marks[0]' has no 'to'",
        ),
        (
            {"notes": [{"at": 1, "marks": [{**CIRCLE, "kind": "arrow", "to": "a1"}]}]},
            "'notes[0].marks[0].to': an arrow ends at another place",
        ),
        (
            {"notes": [{"at": 1, "marks": [{**CIRCLE, "colour": "pink"}]}]},
            "'notes[0].marks[0].colour' must be one of green, red, blue, yellow",
        ),
        ({"variations": None}, "'variations' must be a list of variations"),
        ({"variations": [[]]}, "'variations[0]' must be an object"),
        ({"variations": [{"at": 0}]}, "'variations[0]' has no 'events'"),
        ({"variations": [{"at": -1, "events": ["a"]}]}, "'variations[0].at' must be a number from"),
        ({"variations": [{"at": 5, "events": ["a"]}]}, "'variations[0].at' must be a number from"),
        ({"variations": [{"at": 0, "events": []}]}, "'variations[0].events' must be a list of at"),
        ({"variations": [{"at": 0, "events": [1]}]}, "'variations[0].events' must be a list of at"),
        (
            {"variations": [{"at": 0, "events": ["a"], "name": "b"}]},
            "'variations[0]' has an unknown member 'name'",
        ),
        (
            {"variations": [{"at": 0, "events": ["a"], "notes": [{"at": 0}]}]},
            "'variations[0].notes[0].at' must be a number from 1 to 1",
        ),
        (
            {"variations": [{"at": 0, "events": ["a"], "variations": [{"at": 2}]}]},
            "'variations[0].variations[0]' has no 'events'",
        ),
        ({"variations": [nested(DEEPEST + 1)]}, "'variations[0].variations[0]"),
        ({"view": 0}, "a record with 'view' has no 'variations'"),
    ],
)
def test_faults_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as refused:
        empile.Record.from_dict(annotated(**changes))
    assert str(refused.value).startswith(message)


def test_variations_may_be_nested_to_a_depth() -> None:
    record = empile.Record.from_dict(annotated(variations=[nested(DEEPEST)]))
    assert count_variations(record) == DEEPEST
