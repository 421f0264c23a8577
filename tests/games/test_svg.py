"""SVG of positions in every game: well formed, self-contained, deterministic, right at the end."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from empile.engine.discovery import game_class
from tests.support.games import Variant, random_match, variants
from tests.support.pictures import SVG, described

SHOWN = [
    variant
    for variant in variants()
    if (game_class(variant.name).folder / "web" / "scene").exists()
]
"""Of games that are shown to people."""


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_to_svg_is_well_formed_and_self_contained(variant: Variant) -> None:
    match = random_match(variant.game(), 9)
    for index in range(0, len(match.events) + 1, 9):
        state = match.state_before(index)
        for seat in (None, 0, state.game.num_players - 1):
            svg = state.to_svg(seat)
            root = ET.fromstring(svg)
            assert root.tag == f"{SVG}svg"
            assert root.get("role") == "img"
            assert root.findtext(f"{SVG}title")
            assert not re.search(r"<script|<image|<foreignObject|href|@import|url\((?!#)", svg)
            for reference in re.findall(r"url\(#([^)]+)\)", svg):
                assert f'id="{reference}"' in svg
            assert "NaN" not in svg
            assert "None" not in svg
            assert svg == state.clone().to_svg(seat)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_repr_svg(variant: Variant) -> None:
    state = variant.game().new_state()
    assert state._repr_svg_() == state.to_svg()


@pytest.mark.parametrize("variant", SHOWN, ids=str)
def test_to_svg_of_the_end_shows_ranks(variant: Variant) -> None:
    state = random_match(variant.game(), 3).state
    result = state.result()
    assert result is not None
    for eyes in (None, 0):
        svg = state.to_svg(eyes)
        assert sorted(re.findall(r">#(\d)</text>", svg)) == sorted(map(str, result.ranks))
        assert re.search("wins?|share", described(svg))
        assert "hidden" not in described(svg)
