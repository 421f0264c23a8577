"""Tests of the SVG: well formed, self-contained, deterministic, true to the position."""

from __future__ import annotations

import json
import re

import empile
from empile.games.block_ness.show.svg import to_svg
from tests.support.games import Variant, random_match


def test_to_svg_is_deterministic() -> None:
    state = random_match(Variant("block-ness", "3 base").game(), 2, 12).state
    again = json.loads(json.dumps(state.position()))
    assert to_svg(again, state.game.presenter.board_setup(), None) == state.to_svg()


def test_to_svg_rings_show_height_in_order() -> None:
    match = random_match(Variant("block-ness", "4 base").game(), 11)
    position = match.state.position()
    svg = match.state.to_svg()
    assert svg.count("<g><rect ") == len(position["rings"])
    drawn = [int(number) for number in re.findall(r'fill="#111c22">(\d)</text>', svg)]
    assert drawn == sorted(ring["height"] for ring in position["rings"])


def test_to_svg_number_avoids_higher_ring() -> None:
    """A violet ring crosses the middle of two start rings."""
    state = empile.load("block-ness", colours=[0, 2]).new_state()
    for text in ("e6-g6", "d8-h8", "Hh6-j6^2", "Td9-f9^3", "Hj5-j3^3"):
        state.apply_text(text)
    before = _numbers(state.to_svg())
    state.apply_text("Tf10-f5^5")
    after = _numbers(state.to_svg())
    assert before[0] not in after
    assert before[1] not in after
    assert before[2:] == after[2 : len(before)]


def _numbers(svg: str) -> list[tuple[str, str]]:
    return re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="13" font-weight', svg)


def test_to_svg_title_and_description() -> None:
    state = empile.load("block-ness").new_state()
    assert "<title" in state.to_svg()
    assert "Block Ness: orange to move" in state.to_svg()
    state.apply_text("f5-h5")
    svg = state.to_svg()
    assert "Block Ness: black to move" in svg
    assert "orange: head on h5 at height 1, tail on f5, 9 rings in reserve" in svg
    assert "black: not on the lake yet, 10 rings in reserve" in svg
    over = random_match(Variant("block-ness", "2 base").game(), 3).state
    assert "Block Ness: orange wins" in over.to_svg()
