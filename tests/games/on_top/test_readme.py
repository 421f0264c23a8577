"""What the game's README says of data and notation is so; every example in it is played."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from empile.games.on_top.pieces import tile_name

FOLDER = game_class("on-top").folder
README = (FOLDER / "README.md").read_text("utf-8")
_EXAMPLE = re.compile(r"^\| (\d), (.*?) \| (.*?) \| (.*?) \| ([\d ]+) \| .* \|$", re.MULTILINE)
EXAMPLES = _EXAMPLE.findall(README)


def section(title: str) -> str:
    """Return what stands under a heading."""
    return README.split(f"## {title}\n")[1].split("\n## ")[0]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_the_rules_are_numbered_alike_in_both_languages() -> None:
    numbers = [
        re.findall(r"^(\d+)\. \*\*", section(title), re.MULTILINE)
        for title in ("The rules", "Règles du jeu")
    ]
    assert numbers[0] == numbers[1] == [str(number) for number in range(1, 13)]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[2])
def test_every_example_can_be_played(example: tuple[str, str, str, str, str]) -> None:
    players, start, moves, towers, points = example
    state = empile.load("on-top", players=int(players), start=quoted(start)).new_state()
    for move in quoted(moves):
        state.apply_text(f"~{tile_name(move.split(' ')[1])}")
        state.apply_text(move)
    told = quoted(towers)
    assert state.position()["towers"] == dict(zip(told[::2], told[1::2], strict=True))
    assert state.scores() == [int(number) for number in points.split()]


def test_the_position_example_is_a_position() -> None:
    part = section("Position object")
    (block,) = re.findall(r"```json\n(.*?)```", part, re.DOTALL)
    state = empile.load("on-top").new_state()
    for text in ("~BRWY", "U22D12 BRWY", "~BWYR"):
        state.apply_text(text)
    position = state.position()
    assert json.loads(block) == position
    assert list(json.loads(block)) == list(position)
    for key in position:
        assert f"`{key}`" in part.split("| key |")[1], f"'{key}' is not told"


def test_the_notation_examples_mean_the_same_tile() -> None:
    part = section("Notation")
    rows = dict(re.findall(r"^\| (\w+) \| `([^`]+)` \|", part, re.MULTILINE))
    state = empile.load("on-top").new_state()
    state.apply_text(rows["draw"])
    assert {rows["lay"], *quoted(part.split("\n")[-2])} <= set(state.legal_texts())


def test_the_house_board_is_drawn_as_it_is() -> None:
    game = empile.load("on-top")
    drawing = game.text_picture(game.new_state(), language="en").split("\n\n")[0]
    part = section("The board, and how things are named")
    assert drawing in part
    golden = game.setting()["golden"]
    assert f"{len(game.setting()['points'])} crossings" in part
    assert f"{len(game.setting()['cells'])} cells" in part
    assert f"the {len(golden)} crossings at the edge golden" in part
    few = {name for name, count in game.setting()["tiles"].items() if count == 2}
    assert few == {"BRYW", "RBWY"}
    assert sum(game.setting()["tiles"].values()) == 34


def test_the_board_example_can_be_played_on() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", section("Options"), re.DOTALL)
    game = empile.load("on-top", board=json.loads(block))
    assert game.setting()["start"] == json.loads(block)["start"]
    state = game.new_state()
    state.apply_text("~BRWY")
    assert state.legal_texts()


def test_every_option_and_file_is_told() -> None:
    game = game_class("on-top")
    so_far: dict[str, Any] = {"players": 2, "board": "house"}
    for option in game.options_offered:
        (row,) = re.findall(rf"^\| `{option.name}` \| (.*) \| `?(.*?)`? \|$", README, re.MULTILINE)
        assert row[1] == json.dumps(option.default(so_far)), option.name
        for value in option.values if option.kind == "choice" else ():
            assert json.dumps(value) in row[0], option.name
    part = section("Where things are")
    for path in game.folder.glob("*.py"):
        if path.name != "__init__.py":
            assert f"`{path.name}`" in part, f"{path.name} is missing from where things are"
    for told in re.findall(r"`(\w+\.py|\w+/)`", part):
        assert (game.folder / told).exists(), f"{told} is told of, but not there"


def test_every_reason_is_told() -> None:
    for reason in game_class("on-top").reasons:
        assert f"`{reason}`" in section("Position object")


def test_the_pictures_are_small_and_stand_alone() -> None:
    chapters = [
        key
        for key in empile.load("on-top").words.catalogue("en")
        if re.fullmatch(r"rules\.\d+\.title", key)
    ]
    pictures = list((FOLDER / "pictures").glob("rules-*.svg"))
    assert pictures
    for path in pictures:
        svg = path.read_text("utf-8")
        assert f"rules.{path.stem.removeprefix('rules-')}.title" in chapters, path.name
        assert len(svg) < 20_000
        assert not re.search(r"<script|<image|href|@import|url\(", svg)
