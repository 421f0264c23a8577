"""Playing all lines of a record by the rules."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import RecordError
from empile.engine.variations.lines import PlayedLine, all_lines, play_lines
from tests.support.annotated import EVENTS, annotated


def played(**changes: Any) -> PlayedLine:
    return play_lines(empile.Record.from_dict(annotated(**changes)))


def test_play_lines_numbers_all_lines() -> None:
    assert [line.number for line in all_lines(played())] == [(), (1,), (1, 1), (2,)]


def test_play_lines_has_the_position_before_each_event_and_the_last_one() -> None:
    main = played()
    assert [event.text for event in main.events] == EVENTS
    assert [len(line.states) for line in all_lines(main)] == [5, 3, 2, 2]
    first, second = main.variations
    assert first.states[0] == main.states[2]
    assert first.variations[0].states[0] == first.states[1]
    assert second.states[0] == main.states[4]
    assert first.states[2] == first.states[1].game.state_from_position(first.states[2].position())


def test_lines_have_their_variations_glyphs_and_comments() -> None:
    main = played()
    first = main.variations[0]
    assert main.variations_at(2) == [first]
    assert main.variations_at(1) == []
    assert [main.glyph(index) for index in range(4)] == ["", "", "!?", ""]
    assert (first.glyph(0), first.glyph(1)) == ("!", "")
    assert (main.comment(0), main.comment(1), first.comment(2)) == (
        "The middle is open.",
        "",
        "And back.",
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"events": [*EVENTS, "a1-a2"]}, "event 4, 'a1-a2'"),
        ({"variations": [{"at": 2, "events": ["Hd6-d9^4", "x"]}]}, "variation 1, event 1, 'x'"),
        (
            {
                "variations": [
                    {"at": 1, "events": ["i8-i5"]},
                    {
                        "at": 2,
                        "events": ["Hd6-d9^4"],
                        "variations": [{"at": 1, "events": ["i8-i5"]}],
                    },
                ]
            },
            "variation 2.1, event 0, 'i8-i5'",
        ),
        (
            {"result": {"winners": [0], "scores": [1, 0], "ranks": [1, 2], "reason": "x"}},
            "the record's result is",
        ),
    ],
)
def test_play_lines_names_the_line_and_the_event_of_a_fault(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RecordError) as refused:
        played(**changes)
    assert str(refused.value).startswith(message)


def test_replay_plays_only_the_main_line() -> None:
    record = empile.Record.from_dict(annotated(variations=[{"at": 0, "events": ["x"]}]))
    assert [event.text for _, event in record.replay()] == EVENTS
