"""Tests of the README's claims about data and notation."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import empile
from empile.checks.readme_file import Readme
from empile.games.blox.rules import components
from tests.games.blox.situations import situation

README = Readme("blox")


def kinds(value: Any) -> Any:
    """Return the shape of plain data: types, and the keys of objects that always have the same."""
    if isinstance(value, dict):
        known: dict[str, Any] = value
        named = set(known) <= set("WGBM")
        return {key: kinds(inner) for key, inner in known.items()} if named else dict
    if isinstance(value, list):
        return [kinds(value[0])]  # pyright: ignore[reportUnknownArgumentType]
    return type(value)


def test_the_position_example_has_the_keys_and_types_of_positions() -> None:
    example: dict[str, Any] = README.example("Position object")
    state = situation("e5=W", "a1=0", hands=["WGBMM"] * 3)
    position = state.position()
    assert list(example) == list(position)
    for key, value in position.items():
        assert kinds(example[key]) == kinds(value), key


def test_layout_example_is_the_default() -> None:
    (text,) = re.findall(r"```\n(\{.*?\})\n```", README.text, re.DOTALL)
    assert json.loads(text) == components.load_components()
    assert empile.load("blox", layout=json.loads(text)).presenter.board_setup()["colours"]


def test_the_notation_examples_are_read() -> None:
    """They mean something, legal here or not: what is no move at all raises another error."""
    rows = re.findall(r"^\| (.*?) \| `([^`]+)` \|", README.sections["Notation"], re.MULTILINE)
    examples = dict(rows[:9])
    assert list(examples)[:6] == ["enter", "move", "demolish", "build", "strike", "exchange"]
    state = situation(
        "f5=WWM f3=W", "c5=0 c6=1", hands=("WWGMM", "WGBMM"), phase=3, blocks=("WWGM", "")
    )
    legal = state.legal_texts()
    for name in list(examples)[:6]:
        if examples[name] not in legal:
            with pytest.raises(empile.IllegalActionError):
                state.read_text(examples[name])
    assert examples["exchange"].replace("GGM", "GM") in legal
