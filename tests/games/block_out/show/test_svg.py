"""Tests of the SVG: well formed, self-contained, deterministic, true to the view."""

from __future__ import annotations

import json
import re

import pytest

from empile.checks.steps.pictures import described
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.rules.components import CARDS
from empile.games.block_out.show import svg as svg_module
from empile.games.block_out.show import svg_parts
from empile.games.block_out.text.position_reader import free_blocks
from tests.games.block_out.text.test_terminal import HANDS, after, forced
from tests.support.games import Variant, random_match, variants

BACK = 'fill="#7a4b2a"'


def labels(svg: str) -> list[str]:
    """Return the names next to blocks and on cards."""
    return re.findall(r">([kny*][SML*])</text>", svg)


@pytest.mark.parametrize("variant", variants("block-out"), ids=str)
def test_to_svg_matches_view(variant: Variant) -> None:
    match = random_match(variant.game(), 9)
    for index in range(0, len(match.events) + 1, 7):
        state = match.state_before(index)
        for seat in (None, 0, state.game.num_players - 1):
            svg = state.to_svg(seat)
            seen = state.view(seat)
            shown = [card for hand in seen["hands"] for card in hand]
            assert svg.count(BACK) == 1 + shown.count("?"), "the stock, and hidden cards"
            blocks = [*seen["tower"], *free_blocks(seen)]
            on_cards = [card for card in shown if len(card) == 2]
            assert sorted(labels(svg)) == sorted([*blocks, *on_cards])


def test_to_svg_is_deterministic() -> None:
    state = random_match(Variant("block-out", "3").game(), 2, 30).state
    seen = json.loads(json.dumps(state.view(1)))
    assert svg_module.to_svg(seen, None) == state.to_svg(1)


def test_to_svg_marks_are_distinct() -> None:
    assert len({look.mark for look in svg_parts.LOOKS.values()}) == 3
    assert len({colour for _, colour in svg_parts.SEATS}) == 6
    assert svg_parts.STAR not in {look.mark for look in svg_parts.LOOKS.values()}


def test_card_is_distinct() -> None:
    assert len({svg_parts.card(name, 0, 0) for name in CARDS}) == len(CARDS)


def test_block_shows_front_faces() -> None:
    for name in ("kS", "nM", "yL"):
        (drawn,) = svg_parts.blocks(straight([name]))
        assert drawn.count(f'd="{svg_parts.LOOKS[name[0]].mark}"') == 3


def test_to_svg_tower_order() -> None:
    state = after("kS>kS", "~stands", "nM>nM", "~stands", "y*>yL", "~stands")
    tower = state.to_svg().split("<g font-size")[1].split("</g>")[0]
    heights = {
        name: float(y) for y, name in re.findall(r' y="([-\d.]+)">([kny][SML])</text>', tower)
    }
    assert list(heights) == ["kS", "nM", "yL"]
    assert 0 > heights["kS"] > heights["nM"] > heights["yL"] > -3 * 55


def test_block_size_is_to_scale() -> None:
    def width(name: str) -> float:
        left, _, right, _ = svg_parts.bounds(straight([name]))
        return right - left

    assert width("nS") < width("nM") < width("nL")


def test_blocks_are_in_painters_order() -> None:
    tower = ["kL", "nM", "yS"]
    drawn = svg_parts.blocks(reversed(straight(tower)))
    assert drawn == svg_parts.blocks(straight(tower))


def test_to_svg_raises_drawn_card() -> None:
    """Other seats see its back."""
    state = forced()
    rows = {
        seat: re.findall(r"translate\([\d.]+ (\d+)\) scale", state.to_svg(seat)) for seat in (0, 1)
    }
    assert [row.count("113") for row in rows.values()] == [1, 1]
    assert "Drawn, and to be played: n*." in described(state.to_svg(0))
    assert "n*" not in described(state.to_svg(1))
    assert ">n*</text>" not in state.to_svg(1)


def test_to_svg_title_and_description() -> None:
    state = after("kS>kS", "~stands", "reverse", players=3)
    told = described(state.to_svg(0))
    assert "Block Out!: blue to play" in told
    assert "Tower from bottom to top: kS." in told
    assert "Free blocks: kM, kL, nS," in told
    assert f"Cards of blue, 6: {', '.join(HANDS[0].split()[1:])}." in told
    assert "Cards of red, 6 hidden." in told
    assert "Discarded: kS 1, reverse 1." in told
    assert "Play goes counter-clockwise, turn 3." in told
    fallen = after("kS>kS", "~falls", "~draw kL", "~draw yS", "~draw nS")
    assert "blue to begin a new tower" in described(fallen.to_svg())
