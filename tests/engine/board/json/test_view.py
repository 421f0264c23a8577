"""Views of fields of each kind, written by code that runs as Python here."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from empile.engine.board import Board, Cells, hands, kinds, levels, number, owners, place
from empile.engine.board.json.texts import WriterError, new_texts
from empile.engine.board.json.view import view_writer
from empile.engine.board.layout import Layout
from empile.engine.compiled.jit import inline, interpreted
from empile.engine.compiled.json_writer import text_of
from empile.engine.compiled.layout import Field, StructRef, struct_dtype

CELLS = Cells.named({"a": (0, 0), "é": (1, 0), "c": (2, 0)})


@inline
def current(params: StructRef, s: StructRef) -> int:
    """Return the seat to act."""
    return int(s["seat"])


def written(fields: dict[str, Layout], plain: list[Field], viewer: int = 0, **values: Any) -> Any:
    """Return the view of a state with two seats of at most three."""
    board = Board(CELLS, **fields)
    dtype = struct_dtype([("seat", "i1"), *board.fields, *plain])
    state: Any = np.zeros(1, dtype)[0]
    for name, value in values.items():
        state[name] = value
    rules: Any = SimpleNamespace(current=current, STATE=dtype, MAX_SEATS=3)
    texts, tokens = new_texts(), np.zeros(200, np.int32)
    write = interpreted(view_writer(rules, board.shown_fields(dtype), CELLS, texts))
    count = write(SimpleNamespace(seats=2), state, viewer, tokens)
    return json.loads(text_of(tokens[:count].tolist(), texts.all))


@pytest.mark.parametrize(
    ("layout", "value", "data"),
    [
        (owners(3), [2, 0, 1], {"a": 1, "c": 0}),
        (owners(3, each=2), [0, 4, 6], {"é": "1.1", "c": "2.1"}),
        (levels(4), [4, 0, 1], {"a": 4, "c": 1}),
        (kinds("bär", 'a "b"'), [1, 2, 0], {"a": "bär", "é": 'a "b"'}),
        (place(CELLS), 0, None),
        (place(CELLS), 2, "é"),
        (number(9, -5), -5, -5),
        (number(700, length=3), [1, 2, 700], [1, 2, 700]),
        (number(9, per_seat=3), [1, 2, 3], [1, 2]),
    ],
)
def test_fields_with_a_layout(layout: Layout, value: Any, data: Any) -> None:
    assert written({"field": layout}, [], field=value) == {"seat": 0, "field": data}


@pytest.mark.parametrize(("seat", "seen"), [(0, [["b"], 2]), (1, [1, ["a", "a"]]), (-1, [1, 2])])
def test_hands_are_seen_by_their_seats(seat: int, seen: list[Any]) -> None:
    hand = hands("a", "b", seats=3, most=2)
    assert written({"hand": hand}, [], seat, hand=[[0, 1], [2, 0], [0, 0]])["hand"] == seen


def test_fields_without_a_layout_are_numbers() -> None:
    plain: list[Field] = [
        ("flag", "?"),
        ("list", "u2", (2,)),
        ("table", "i2", (2, 2)),
        ("flags", "?", 2),
    ]
    seen = written({}, plain, flag=True, list=[65535, 0], table=[[-300, 2], [3, 4]])
    assert seen.pop("seat") == 0
    assert seen == {
        "flag": True,
        "list": [65535, 0],
        "table": [[-300, 2], [3, 4]],
        "flags": [False, False],
    }


def test_no_seat_acts() -> None:
    assert written({}, [("more", "i1")], seat=-2, more=1) == {"seat": None, "more": 1}


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (("more", "i4"), "the field 'more' may have large numbers: give it a place in BOARD"),
        (("more", "f4"), "the field 'more' may have large numbers"),
        (("more", "i1", (2, 2, 2)), "the field 'more' has more than two dimensions"),
    ],
)
def test_other_fields_are_refused(field: Field, said: str) -> None:
    with pytest.raises(WriterError, match=said):
        written({}, [field])
