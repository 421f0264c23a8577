"""Tests of the SVG: well formed, self-contained, deterministic, true to the view."""

from __future__ import annotations

import json
import re

from empile.checks.steps.pictures import described
from empile.games.blox.show import svg as svg_module
from tests.games.blox.situations import situation
from tests.support.games import Variant, random_match


def test_to_svg_is_deterministic() -> None:
    state = random_match(Variant("blox", "3").game(), 2, 30).state
    seen = json.loads(json.dumps(state.view(1)))
    assert svg_module.to_svg(seen, state.game.presenter.board_setup(), None) == state.to_svg(1)


def test_to_svg_towers() -> None:
    bare = situation().to_svg(0)
    for tower in ("W", "GM", "WGB", "WWGM", "WGBMM"):
        svg = situation(f"e5={tower}").to_svg(0)
        assert svg.count("url(#bx-block-") - bare.count("url(#bx-block-") == len(tower) + 1
        (number,) = set(
            re.findall(r'font-size="14" font-weight="700" text-anchor="middle" [^>]*>(\d)', svg)
        )
        assert int(number) == len(tower)
        # Towers of 5 carry no chip.
        assert svg.count("<ellipse") - bare.count("<ellipse") == (0 if len(tower) == 5 else 1)


def test_to_svg_figures_have_marks() -> None:
    looks = [svg_module._FIGURES[owner] for owner in (0, 1, 2, 3, "neutral")]  # pyright: ignore[reportPrivateUsage]
    assert len({colour for colour, _ in looks}) == len({mark for _, mark in looks}) == 5
    svg = situation(figures="g8=0 a9=1 c3=neutral").to_svg(0)
    for owner in (0, 1, "neutral"):
        assert svg.count(svg_module._FIGURES[owner][1]) >= 1  # pyright: ignore[reportPrivateUsage]


def test_to_svg_hidden_cards_are_face_down() -> None:
    state = situation(hands=("WGBMM", "WWWWW"), jokers=(True, True))
    backs = [state.to_svg(eyes).count('fill="url(#bx-back)"') for eyes in (None, 0, 1)]
    assert [count - backs[0] for count in backs] == [0, -5, -5]
    assert "blue: 0 points, figures on none, 4 in reserve, cards WGBMM" in state.to_svg(0)
    assert "brown: 0 points, figures on none, 4 in reserve, 5 hidden cards" in state.to_svg(0)


def test_to_svg_used_joker_is_face_down() -> None:
    up, down = (situation(jokers=(joker, True)).to_svg(0) for joker in (True, False))
    assert up.count('fill="url(#bx-back)"') + 1 == down.count('fill="url(#bx-back)"')
    assert "joker face down" not in described(up)
    assert "joker face down" in described(down)


def test_to_svg_title_and_description() -> None:
    state = situation(
        "e5=WGM b2=W", "g8=0 a9=neutral", phase=2, blocks=("WGGGBBM", ""), points=(12, 1)
    )
    told = described(state.to_svg(0))
    assert "Blox: blue to move" in told
    assert "Phase 2: towers of 1–2 may fall, towers of 3 may be built." in told
    assert "e5 WGM" in told
    assert "b2 W" in told
    assert "Neutral figures: a9." in told
    assert "blue: 12 points, figures on g8, 3 in reserve" in told
    assert "blocks WGGGBBM" in told
    assert "brown: 1 point," in told


def test_to_svg_marks_seven_blocks() -> None:
    assert "≥ 7" not in situation(blocks=("WGGGBB", "")).to_svg(0)
    assert "≥ 7" in situation(blocks=("WGGGBBM", "")).to_svg(0)
