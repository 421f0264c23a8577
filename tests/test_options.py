"""Types of options: the same names and values as the games have."""

from __future__ import annotations

import typing
from typing import Any, Literal

import pytest

import empile
from empile import options
from empile.engine.discovery import game_class
from empile.engine.options import Option

TYPES: dict[str, Any] = {
    "block-ness": options.BlockNessOptions,
    "block-out": options.BlockOutOptions,
    "blox": options.BloxOptions,
    "on-top": options.OnTopOptions,
}


def type_of(option: Option) -> Any:
    """Return the type of an option by its kind; None for lists and data."""
    if option.kind == "flag":
        return bool
    if option.kind == "number" or (option.kind == "choice" and type(option.values[0]) is int):
        return int
    return Literal[option.values] if option.kind == "choice" else None


def test_all_games_have_types() -> None:
    shipped = {
        name for name in empile.game_names() if "empile/games" in game_class(name).folder.as_posix()
    }
    assert set(TYPES) == shipped


@pytest.mark.parametrize("name", TYPES)
def test_types_match_options(name: str) -> None:
    hints = typing.get_type_hints(TYPES[name])
    offered = game_class(name).options_offered
    assert list(hints) == [option.name for option in offered]
    for option in offered:
        expected = type_of(option)
        if expected is not None:
            assert hints[option.name] == expected, option.name
        if option.kind == "data":
            assert options.House in typing.get_args(hints[option.name]), option.name


def test_load_is_that_of_the_package() -> None:
    assert options.load is empile.load
    chosen: options.BlockNessOptions = {"players": 3, "variant": "expert"}
    assert empile.load("block-ness", **chosen).options["variant"] == "expert"
