"""Tests of the SVG: well formed, self-contained, deterministic, true to the position."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

import empile
from empile.checks.steps.pictures import described
from empile.games.on_top.show import svg as svg_module
from empile.games.on_top.show import svg_parts
from empile.games.on_top.text.position_reader import without_tower
from tests.games.on_top.text.test_terminal import after
from tests.support.games import Variant, random_match, variants

HEIGHTS = re.compile(r'r="8.5" fill="#fffdf5".*?>(\d)</text>')


def marks(svg: str, letter: str) -> int:
    """Return how often a colour's mark is drawn."""
    return svg.count(f'd="{svg_parts.LOOKS[letter].mark}"')


@pytest.mark.parametrize("variant", variants("on-top"), ids=str)
def test_to_svg_matches_position(variant: Variant) -> None:
    match = random_match(variant.game(), 9)
    for index in range(0, len(match.events) + 1, 4):
        state = match.state_before(index)
        svg = state.to_svg()
        position = state.position()
        towers = sorted(len(tower) for tower in position["towers"].values())
        assert sorted(map(int, HEIGHTS.findall(svg))) == towers
        nobody = without_tower(position, state.game.presenter.board_setup())
        assert svg.count('r="8.5" fill="#cfc8ba"') == len(nobody)


def test_to_svg_is_deterministic() -> None:
    state = random_match(Variant("on-top", "3").game(), 2, 30).state
    seen = json.loads(json.dumps(state.view(1)))
    assert svg_module.to_svg(seen, state.game.presenter.board_setup(), None) == state.to_svg(1)


def test_to_svg_marks_are_distinct() -> None:
    assert len({look.mark for look in svg_parts.LOOKS.values()}) == 4
    assert len({look.colour for look in svg_parts.LOOKS.values()}) == 4


def test_tile_has_a_mark_for_each_segment() -> None:
    bare, laid = after().to_svg(), after("U22D12 BRWY").to_svg()
    more = {letter: marks(laid, letter) - marks(bare, letter) for letter in "BYRW"}
    assert more == {"B": 1, "R": 2, "W": 1, "Y": 2}


def test_to_svg_shows_tile_in_hand() -> None:
    state = after("U22D12 BRWY")
    before = state.to_svg()
    state.apply_text("~RYWB")
    held = state.to_svg()
    more = {letter: marks(held, letter) - marks(before, letter) for letter in "BYRW"}
    assert more == {"R": 1, "Y": 2, "W": 1, "B": 2}
    assert "On Top: yellow to draw a tile" in described(before)
    assert "On Top: yellow to lay a tile" in described(held)
    assert "Tile in hand: RYWB." in described(held)


def test_tower_shows_mark_of_each_pawn() -> None:
    before = ("U14D13 RYBW", "U03D03 YRWB")
    tile = {"Y": 1, "W": 2, "B": 1, "R": 2}  # YWBR
    first, second = after(*before), after(*before, "U05D04 YWBR")
    placed = {  # by the last tile, on three crossings
        letter: first.position()["pawns"][letter] - second.position()["pawns"][letter]
        for letter in "BYRW"
    }
    assert second.position()["towers"] == {"0,5": "W", "0,4": "B", "1,4": "BWY"}
    assert placed == {"B": 2, "Y": 1, "R": 0, "W": 2}
    more = {
        letter: marks(second.to_svg(), letter) - marks(first.to_svg(), letter) for letter in "BYRW"
    }
    # A pawn placed leaves its pile and stands on the board: the marks of both are drawn.
    assert more == tile
    assert sorted(HEIGHTS.findall(second.to_svg())) == ["1", "1", "3"]


def test_to_svg_marks_last_tile() -> None:
    edge = 'stroke="#ffd45e"'
    assert edge not in after().to_svg()
    assert after("U22D12 BRWY").to_svg().count(edge) == 1
    assert after("U22D12 BRWY", "U23D13 BRWY").to_svg().count(edge) == 1


def test_to_svg_marks_golden_intersections() -> None:
    golden = len(empile.load("on-top").presenter.board_setup()["golden"])
    assert after().to_svg().count(">×2<") == golden


def test_to_svg_bare_holes() -> None:
    start = ["D03", "D05", "D13", "D22", "D34", "D40", "D52", "U13", "U33", "U61"]
    state = random_match(empile.load("on-top", start=start), 1).state
    position = state.position()
    svg = state.to_svg()
    assert position["bare"]
    assert svg.count(f'stroke="{svg_parts.BLACK}" stroke-width="2" stroke-dasharray') == len(
        position["bare"]
    )
    assert svg.count('fill="none" stroke="#5a5348"') == len(position["black"])


def test_to_svg_title_and_description() -> None:
    told = described(after("U61D60 WYBR", "U51D50 BWRY", start=["D51"]).to_svg())
    assert "Tiles: U61D60 WYBR, U51D50 BWRY." in told
    assert "Black: D51, U60; bare: none; 8 black triangles aside." in told
    assert "Towers from bottom to top: 6,1 Y, 7,0 B." in told
    assert "blue: points 2, pawns to place 19." in told
    assert "red: neutral, pawns to place 21." in told


def test_to_svg_negative_points() -> None:
    state = after("U22D12 BRWY")
    seen = {**state.position(), "scores": [-12, 3]}
    assert ">−12</text>" in svg_module.to_svg(seen, state.game.presenter.board_setup(), None)


def test_to_svg_of_custom_board() -> None:
    board = {
        "cells": ["D22", "U22", "U23", "D23"],
        "golden": ["2,2"],
        "start": ["U22"],
        "tiles": {"BRWY": 1},
    }
    svg = empile.load("on-top", board=board).new_state().to_svg()
    ET.fromstring(svg)
    width = re.findall(r'viewBox="0 0 (\S+) ', svg)
    assert width == [str(svg_module.LEAST_WIDTH)]
