"""Validation of options; error messages name the option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from empile.engine.errors import OptionError
from empile.engine.options import choice, data, flag, number, read_options


def even(value: Any, so_far: Mapping[str, Any]) -> Any:
    if type(value) is not dict:
        raise OptionError("a board is an object")
    return {"size": so_far["size"]}


OFFERED = (
    choice("players", (2, 3), 2),
    choice("variant", ("base", "long"), "base"),
    number("size", 3, 9, 5),
    flag("teams", default=False, needs={"players": (3,), "variant": ("base", "long")}),
    data("board", even),
)


def read(**given: object) -> dict[str, Any]:
    return read_options("game", OFFERED, given)


def test_read_options_fills_in_defaults_in_order() -> None:
    assert list(read().items()) == [
        ("players", 2),
        ("variant", "base"),
        ("size", 5),
        ("teams", False),
        ("board", "house"),
    ]
    assert list(read(board={}, size=4)) == ["players", "variant", "size", "teams", "board"]


def test_read_options_checks_needs() -> None:
    assert read(teams=True, players=3)["teams"] is True
    assert read(teams=False, players=2)["teams"] is False


def test_read_options_passes_earlier_options() -> None:
    assert read(board={}, size=7)["board"] == {"size": 7}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": 2}, "game has no option 'seats'; it has board, players, size, teams, variant"),
        ({"players": 4}, "option 'players' must be one of 2, 3, not 4"),
        ({"players": 1}, "option 'players' must be one of 2, 3, not 1"),
        ({"players": True}, "option 'players' must be one of 2, 3, not true"),
        ({"players": 2.0}, "option 'players' must be one of 2, 3, not 2.0"),
        ({"players": "2"}, "option 'players' must be one of 2, 3, not \"2\""),
        ({"variant": None}, 'option \'variant\' must be one of "base", "long", not null'),
        ({"variant": ["base"]}, 'option \'variant\' must be one of "base", "long", not ["base"]'),
        ({"size": 2}, "option 'size' must be a whole number from 3 to 9, not 2"),
        ({"size": 10}, "option 'size' must be a whole number from 3 to 9, not 10"),
        ({"size": False}, "option 'size' must be a whole number from 3 to 9, not false"),
        ({"size": "5"}, "option 'size' must be a whole number from 3 to 9, not \"5\""),
        ({"teams": 1}, "option 'teams' must be true or false, not 1"),
        ({"teams": "yes"}, "option 'teams' must be true or false, not \"yes\""),
        ({"teams": True}, "option 'teams' needs 'players' to be 3, not 2"),
        ({"teams": "yes", "players": 2}, "option 'teams' must be true or false, not \"yes\""),
        ({"board": "House"}, "a board is an object"),
    ],
)
def test_read_options_rejects_bad_values(given: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as refused:
        read(**given)
    assert str(refused.value) == message
