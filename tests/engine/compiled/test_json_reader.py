"""Readers of JSON values, as Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from empile.engine.compiled import json_reader as reader
from empile.engine.compiled.jit import interpreted
from empile.engine.contracts.setup import Encoded, said_of

TEXTS = reader.SetupTexts()
SEAT, AT, HANDS, SIZE, NOTE = range(
    TEXTS.add("seat", "at", "hands", "size", "note"), len(TEXTS.all)
)
SMALL = TEXTS.add("small", "large")

GOOD = {"seat": 1, "at": [3, 5], "hands": {"small": 0, "large": 2}, "size": "large"}


def fault(check: Callable[..., int], value: object, *arguments: int) -> str:
    """Return the text of the fault that a check finds, empty without one."""
    encoded, out = Encoded(value, TEXTS.all), np.zeros(64, np.int32)
    count = interpreted(check)(encoded.words, *arguments, out)
    return said_of(out[:count].tolist(), TEXTS.all, encoded, str).text


CHECKS: list[tuple[Callable[..., int], tuple[int, ...], dict[str, Any], str]] = [
    (reader.check_keys, (SEAT, 4, 1), {"note": 0}, ""),
    (
        reader.check_keys,
        (SEAT, 4, 1),
        {'"{}"': 0},
        "a position of this game has no member '\"{}\"'",
    ),
    (reader.check_keys, (SEAT, 5, 0), {}, "the position has no 'note'"),
    (reader.check_int, (SEAT, 0, 1), {}, ""),
    (
        reader.check_int,
        (SEAT, -2, 1),
        {"seat": 2},
        "'seat' must be a whole number from -2 to 1, not 2",
    ),
    (
        reader.check_int,
        (SEAT, 0, 1),
        {"seat": True},
        "'seat' must be a whole number from 0 to 1, not true",
    ),
    (
        reader.check_int,
        (SEAT, 0, 1),
        {"seat": 2**31},
        "'seat' must be a whole number from 0 to 1, not 2147483648",
    ),
    (reader.check_flag, (SEAT,), {"seat": False}, ""),
    (reader.check_flag, (SEAT,), {}, "'seat' must be true or false, not 1"),
    (reader.check_choice, (SIZE, SMALL, 2), {}, ""),
    (
        reader.check_choice,
        (SIZE, SMALL, 2),
        {"size": "söß\n"},
        '\'size\' must be one of "small", "large", not "söß\\n"',
    ),
    (reader.check_seat, (SEAT, 2), {}, ""),
    (
        reader.check_seat,
        (SEAT, 2),
        {"seat": None},
        "a game begins at a move: 'seat' must be the seat to act, not null",
    ),
    (reader.check_list, (AT, -1), {}, ""),
    (reader.check_list, (AT, -1), {"at": 1.5}, "'at' must be a list, not 1.5"),
    (reader.check_list, (AT, 3), {}, "'at' must be a list of 3 items, not [3, 5]"),
    (reader.check_texts, (AT, 2), {"at": ["a", "b"]}, ""),
    (reader.check_texts, (AT, 2), {"at": ["a", []]}, "'at' must contain texts only, not []"),
    (reader.check_ints, (AT, 2, 0, 5), {}, ""),
    (
        reader.check_ints,
        (AT, 2, 0, 4),
        {},
        "'at' must contain whole numbers from 0 to 4 only, not 5",
    ),
    (reader.check_object, (HANDS,), {}, ""),
    (reader.check_object, (AT,), {}, "'at' must be an object, not [3, 5]"),
    (reader.check_counts, (HANDS, SMALL, 2, 2), {}, ""),
    (
        reader.check_counts,
        (HANDS, SMALL, 2, 2),
        {"hands": {"small": 1}},
        "'hands' must have exactly the keys small, large",
    ),
    (
        reader.check_counts,
        (HANDS, SMALL, 2, 2),
        {"hands": {"large": 3, "small": 1}},
        "'hands' must have whole numbers from 0 to 2, not 3 for large",
    ),
]


@pytest.mark.parametrize(("check", "arguments", "change", "text"), CHECKS)
def test_checks_name_the_fault(
    check: Callable[..., int], arguments: tuple[int, ...], change: dict[str, Any], text: str
) -> None:
    assert fault(check, GOOD | change, *arguments) == text


def test_values_are_read_where_they_are() -> None:
    words = np.array(Encoded(GOOD, TEXTS.all).words, np.int32)
    places = interpreted(reader.member)(words, reader.ROOT, AT)
    second = interpreted(reader.item)(words, places, 1)
    assert interpreted(reader.int_of)(words, second) == 5
    size = interpreted(reader.member)(words, reader.ROOT, SIZE)
    assert interpreted(reader.text_at)(words, size) == SMALL + 1
    assert chr(interpreted(reader.letter)(words, size, 4)) == "e"
    assert interpreted(reader.text_at)(words, places) == -1
    assert interpreted(reader.member)(words, reader.ROOT, NOTE) == reader.ROOT


def test_each_text_has_one_token() -> None:
    texts = reader.SetupTexts()
    letters = texts.add("W", "G")
    assert texts.add("G") == letters + 1
    with pytest.raises(ValueError, match="have a token: G"):
        texts.add("G", "B")
    with pytest.raises(ValueError, match="have a token: B, B"):
        texts.add("B", "B")
