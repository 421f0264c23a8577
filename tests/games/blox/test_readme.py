"""What the game's README says of data and notation is so."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from empile.games.blox import pieces
from tests.games.blox.situations import situation

FOLDER = game_class("blox").folder
README = (FOLDER / "README.md").read_text("utf-8")


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
    (block,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    example: dict[str, Any] = json.loads(block)
    state = situation("e5=W", "a1=0", hands=["WGBMM"] * 3)
    position = state.position()
    assert list(example) == list(position)
    for key, value in position.items():
        assert kinds(example[key]) == kinds(value), key
        assert f"`{key}`" in README.split("## Position object")[1], f"'{key}' is not told"


def test_the_layout_example_is_the_house_layout() -> None:
    (text,) = re.findall(r"```\n(\{.*?\})\n```", README, re.DOTALL)
    assert json.loads(text) == pieces.house()
    assert empile.load("blox", layout=json.loads(text)).setting()["colours"]


def test_every_option_and_file_is_told() -> None:
    game = game_class("blox")
    for option in game.options_offered:
        assert f"| `{option.name}` |" in README
        (row,) = re.findall(rf"^\| `{option.name}` \| (.*) \| `?(.*?)`? \|$", README, re.MULTILINE)
        assert row[1] == json.dumps(option.default({})).strip(), option.name
        for value in option.values if option.kind == "choice" else ():
            assert json.dumps(value) in row[0], option.name
    for path in game.folder.glob("*.py"):
        if path.name != "__init__.py":
            assert f"`{path.name}`" in README, f"{path.name} is missing from where things are"
    for told in re.findall(
        r"`(\w+\.py|\w+/(?:house\.json)?)`", README.split("## Where things are")[1]
    ):
        assert (game.folder / told).exists(), f"{told} is told of, but not there"


def test_the_notation_examples_are_read() -> None:
    """They mean something, legal here or not: what is no move at all raises another error."""
    rows = re.findall(r"^\| (.*?) \| `([^`]+)` \|", README.split("## Notation")[1], re.MULTILINE)
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


def test_the_pictures_are_small_and_stand_alone() -> None:
    chapters = [key for key in game_words("en") if re.fullmatch(r"rules\.\d+\.title", key)]
    pictures = list((FOLDER / "pictures").glob("rules-*.svg"))
    assert pictures
    for path in pictures:
        svg = path.read_text("utf-8")
        assert f"rules.{path.stem.removeprefix('rules-')}.title" in chapters, path.name
        assert len(svg) < 20_000
        assert not re.search(r"<script|<image|href|@import|url\((?!#)", svg)
        for reference in re.findall(r"url\(#([^)]+)\)", svg):
            assert f'id="{reference}"' in svg


def game_words(language: str) -> dict[str, Any]:
    return empile.load("blox").words.catalogue(language)
