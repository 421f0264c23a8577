"""Pictures of finished games, in the games of Empile itself."""

from __future__ import annotations

import re

import pytest

from empile.checks.steps.messages import is_of_the_house
from empile.checks.steps.pictures import described
from empile.engine.discovery import game_class
from tests.support.games import Variant, random_match, variants

SHOWN = [variant for variant in variants() if is_of_the_house(game_class(variant.name))]


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
