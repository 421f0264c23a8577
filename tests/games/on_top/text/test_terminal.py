"""Tests of the terminal drawing: complete, 80 columns, nothing by colour alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

import empile
from empile.games.on_top.rules.components import tile_name
from tests.support.games import Variant, random_match, variants

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def drawn(state: empile.State, *, colour: bool = False, language: str = "en") -> str:
    return state.game.presenter.to_text(state, None, colour=colour, language=language)


def after(*moves: str, **options: Any) -> empile.State:
    """Return the state after these moves; the tiles are drawn as they are laid."""
    state = empile.load("on-top", **options).new_state()
    for move in moves:
        state.apply_text(f"~{tile_name(move.split(' ')[1])}")
        state.apply_text(move)
    return state


@pytest.mark.parametrize("variant", variants("on-top"), ids=str)
def test_to_text_fits_terminal_without_colour(variant: Variant) -> None:
    match = random_match(variant.game(), 5)
    own = "board" in variant.game().options and variant.game().options["board"] != "house"
    for index in range(0, len(match.events) + 1, 5):
        state = match.state_before(index)
        plain = drawn(state)
        assert max(map(len, plain.split("\n"))) <= (200 if own else 80)
        assert "\x1b" not in plain
        assert ESCAPES.sub("", drawn(state, colour=True)) == plain


def test_to_text_names_empty_cells() -> None:
    state = after("U22D12 BRWY")
    board = drawn(state).split("\n\n")[0]
    named = re.findall(r"[UD]\d\d", board)
    assert sorted(named) == sorted(
        set(state.game.presenter.board_setup()["cells"]) - {"U22", "D12", "U13", "D52"}
    )


def test_to_text_segments() -> None:
    """Blue at the sharp corner of U22 once, red and yellow at the blunt ones twice, white once."""
    board = drawn(after("U22D12 BRWY")).split("\n\n")[0]
    letters = re.sub(r"[UD]\d\d", "", board)
    assert {letter: letters.count(letter) for letter in "BYRW"} == {"B": 1, "R": 2, "W": 1, "Y": 2}


def test_to_text_tiles() -> None:
    bare, laid = (drawn(after(*moves)).split("\n\n")[0] for moves in ((), ("U22D12 BRWY",)))
    assert laid.count("/") == bare.count("/") - 3  # between U22 and D12


def test_to_text_towers() -> None:
    """6,1 lies in the second row from below, 7,0 at the lower right corner; that one is golden."""
    lines = drawn(after("U61D60 WYBR", "U51D50 BWRY", start=["D51"])).split("\n\n")[0].split("\n")
    assert re.search(r"\+ +Y +\*$", lines[20])
    assert lines[24].endswith("*B")


def test_to_text_holes_and_ties() -> None:
    start = ["D03", "D05", "D13", "D22", "D34", "D40", "D52", "U13", "U33", "U61"]
    match = random_match(empile.load("on-top", start=start), 1)
    position = match.state.position()
    board = drawn(match.state).split("\n\n")[0]
    assert position["bare"]
    assert board.count(" o ") == len(position["bare"])
    assert board.count("###") == len(position["black"])
    assert "0" in re.sub(r"[UD]\d\d", "", board)


def test_to_text_hand_bag_and_colours() -> None:
    state = after("U22D12 BRWY", players=3)
    state.apply_text("~RYWB")
    lines = drawn(state).split("\n")
    assert "Tile RYWB: red, yellow, white, blue, anticlockwise from a pointed corner." in lines
    assert "In the bag: 32 tiles. Black triangles in reserve: 8." in lines
    assert "RYWB 2, WBYR 3, WRYB 3" in lines
    assert [line.split() for line in lines[-4:]] == [
        ["B", "Blue", "0", "20"],
        [">", "Y", "Yellow", "0", "20"],
        ["R", "Red", "0", "20"],
        ["W", "White", "neutral", "21"],
    ]


def test_to_text_teams() -> None:
    lines = drawn(after(players=4, teams=True)).split("\n")
    assert [line.split()[-1] for line in lines[-5:]] == ["team", "1", "2", "1", "2"]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_to_text_languages(language: str) -> None:
    state = after("U22D12 BRWY", players=4, teams=True)
    state.apply_text("~RYWB")
    text = drawn(state, language=language)
    assert max(map(len, text.split("\n"))) <= 80
    assert not re.search(r"text\.|seat\.|colour\.|[{}]", text)
    assert (language == "en") == ("anticlockwise" in text)


def test_to_text_of_custom_board() -> None:
    every = [f"{kind}{x}{y}" for kind in "UD" for x in range(10) for y in range(10)]
    board = {"cells": every, "golden": [], "start": ["U44"], "tiles": {"BRWY": 9}}
    text = drawn(empile.load("on-top", board=board).new_state())
    assert max(map(len, text.split("\n"))) <= 200
    assert set(re.findall(r"[UD]\d\d", text)) == set(every) - {"U44"}
