"""Drawings: what is drawn of the facts; ``web/src/engine/picture.test.ts`` draws the same ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from empile.engine.pictures import (
    Later,
    argument,
    chosen,
    counted,
    data_of,
    drawn,
    each,
    facts_of,
    shown,
)
from tests.support.climb import Climb
from tests.support.games import random_match

CASES = json.loads((Path(__file__).parent / "drawings.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_data_are_drawn(case: dict[str, Any]) -> None:
    assert drawn(case["drawing"], case["facts"]) == case["svg"]


def test_functions_return_the_data_that_pages_read() -> None:
    at = ("view", "cell", argument(0))
    drawing = each([("a1",)], chosen(*at, of={None: "", 0: counted(*at, of=["x"])}, otherwise="y"))
    assert [drawing, shown("points", 1)] == [
        {
            "each": [["a1"]],
            "draw": {
                "choose": ["view", "cell", {"argument": 0}],
                "of": {"null": "", "0": {"count": ["view", "cell", {"argument": 0}], "of": ["x"]}},
                "else": "y",
            },
            "between": "",
            "empty": "",
        },
        {"show": ["points", 1], "between": ", ", "empty": "none"},
    ]


def test_what_is_made_later_is_made_once_and_only_if_it_is_drawn() -> None:
    made: list[str] = []

    def later(name: str) -> Later:
        return Later(lambda: made.append(name) or [name, "!"])

    drawing = chosen("view", of={0: later("zero"), 1: later("one")})
    assert drawn([drawing, drawing], {"view": 1}) == "one!one!"
    assert made == ["one"]
    assert data_of(drawing) == {
        "choose": ["view"],
        "of": {"0": "zero!", "1": "one!"},
        "else": "",
    }
    assert made == ["one", "zero"]


def test_parts_that_are_always_the_same_are_joined() -> None:
    part = shown("points", 0)
    assert data_of(["a", ("b", ["", "c"]), part, [], ["d", Later(lambda: ["e", part])]]) == [
        "abc",
        part,
        "de",
        part,
    ]
    assert data_of([["a"], "b"]) == "ab"
    assert data_of([[], ""]) == ""
    assert data_of(each([("a",)], ["x", ["y"]])) == each([("a",)], "xy")


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match="no drawing has the keys paint"):
        drawn({"paint": ["view"]}, {})


def test_facts_have_winners_at_the_end_only() -> None:
    match = random_match(Climb(players=3), 1)
    state = match.state_before(0)
    assert facts_of(state, state.view(0)) == {
        "view": state.view(0),
        "points": [0, 0, 0],
        "ranks": None,
        "winners": None,
    }
    result = match.state.result()
    assert result is not None
    facts = facts_of(match.state, {})
    assert facts["ranks"] == result.ranks
    assert facts["winners"] == [seat + 1 for seat, rank in enumerate(result.ranks) if rank == 1]
