"""Tests of the README's claims about data and notation; every example is played."""

from __future__ import annotations

import re

import pytest

import empile
from empile.checks.readme_file import Readme, quoted
from empile.games.on_top.rules.components import tile_name

README = Readme("on-top")
EXAMPLES = README.rows("Examples")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example[1])
def test_every_example_can_be_played(example: list[str]) -> None:
    begun, moves, towers, points, *_ = example
    players, start = begun.split(", ", 1)
    state = empile.load("on-top", players=int(players), start=quoted(start)).new_state()
    for move in quoted(moves):
        state.apply_text(f"~{tile_name(move.split(' ')[1])}")
        state.apply_text(move)
    told = quoted(towers)
    assert state.position()["towers"] == dict(zip(told[::2], told[1::2], strict=True))
    assert state.scores() == [int(number) for number in points.split()]


def test_the_position_example_is_a_position() -> None:
    state = empile.load("on-top").new_state()
    for text in ("~BRWY", "U22D12 BRWY", "~BWYR"):
        state.apply_text(text)
    assert README.example("Position object") == state.position()


def test_the_notation_examples_mean_the_same_tile() -> None:
    part = README.sections["Notation"]
    rows = dict(re.findall(r"^\| (\w+) \| `([^`]+)` \|", part, re.MULTILINE))
    state = empile.load("on-top").new_state()
    state.apply_text(rows["draw"])
    assert {rows["lay"], *quoted(part.split("\n")[-2])} <= set(state.legal_texts())


def test_default_board_drawing_matches() -> None:
    game = empile.load("on-top")
    drawing = game.presenter.to_text(game.new_state(), language="en").split("\n\n")[0]
    part = README.sections["The board, and how things are named"]
    assert drawing in part
    golden = game.presenter.board_setup()["golden"]
    assert f"{len(game.presenter.board_setup()['points'])} intersections" in part
    assert f"{len(game.presenter.board_setup()['cells'])} cells" in part
    assert f"the {len(golden)} intersections at the edge gold" in part
    few = {name for name, count in game.presenter.board_setup()["tiles"].items() if count == 2}
    assert few == {"BRYW", "RBWY"}
    assert sum(game.presenter.board_setup()["tiles"].values()) == 34


def test_the_board_example_can_be_played_on() -> None:
    board = README.example("Options")
    game = empile.load("on-top", board=board)
    assert game.presenter.board_setup()["start"] == board["start"]
    state = game.new_state()
    state.apply_text("~BRWY")
    assert state.legal_texts()
