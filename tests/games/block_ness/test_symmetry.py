"""Symmetry of the default lake, and conservation of rings.

Turning and mirroring the lake maps legal moves to legal moves. Each ring of each set is on the lake
or in its reserve.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import empile
from empile.engine.symmetries.mirrored_games import first_difference
from empile.games.block_ness.solo.levels import load_levels
from tests.games.block_ness.reference import DEFAULT_RINGS, hole, name
from tests.games.block_ness.solo.starts import moved
from tests.support.games import Variant, random_match

LAST = 11
SYMMETRIES: list[Callable[[int, int], tuple[int, int]]] = [
    lambda c, r: (c, r),
    lambda c, r: (LAST - c, r),
    lambda c, r: (c, LAST - r),
    lambda c, r: (LAST - c, LAST - r),
    lambda c, r: (r, c),
    lambda c, r: (LAST - r, c),
    lambda c, r: (r, LAST - c),
    lambda c, r: (LAST - r, LAST - c),
]
HOUSE = [
    Variant("block-ness", f"{players} {variant}")
    for players in (2, 3, 4)
    for variant in ("base", "expert")
]
POND = Variant("block-ness", "pond").options


@pytest.mark.parametrize("variant", HOUSE, ids=str)
@pytest.mark.parametrize("number", range(1, 8))
def test_legal_moves_are_symmetric(variant: Variant, number: int) -> None:
    def turned(text: str) -> str:
        return re.sub(r"[a-l]\d+", lambda match: name(SYMMETRIES[number](*hole(match[0]))), text)

    match = random_match(variant.game(), number)
    other = empile.Match(variant.game())
    for index, event in enumerate(match.events):
        legal = sorted(turned(text) for text in match.state_before(index).legal_texts())
        assert other.state.legal_texts() == legal
        other.play(turned(event.text))
    assert other.state.result() == match.state.result()


@pytest.mark.parametrize("variant", HOUSE, ids=str)
def test_apply_conserves_rings(variant: Variant) -> None:
    for seed in range(10):
        match = random_match(variant.game(), seed)
        for index in range(len(match.events) + 1):
            position = match.state_before(index).position()
            for seat, reserve in enumerate(position["reserves"]):
                laid = [
                    f"{length(*ring['feet'])}.{ring['height']}"
                    for ring in position["rings"]
                    if ring["seat"] == seat
                ]
                assert sorted(laid + reserve) == sorted(DEFAULT_RINGS[seat])
        assert len(match.events) <= 10 * variant.game().num_players


def length(near: str, far: str) -> int:
    (c1, r1), (c2, r2) = hole(near), hole(far)
    return abs(c1 - c2) + abs(r1 - r2)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        *[({"players": players}, 8) for players in (1, 2, 3, 4)],
        ({"players": 4, "variant": "expert"}, 8),
        (POND, 4),
        ({**POND, "players": 3, "colours": [0, 1, 2]}, 1),  # the deep water is not in the middle
    ],
    ids=str,
)
def test_lakes_have_the_symmetries_of_their_zones(options: dict[str, Any], count: int) -> None:
    assert len(empile.load("block-ness", **options).symmetries) == count


@pytest.mark.parametrize("number", range(0, 300, 43))
def test_solo_levels_and_their_mirror_images_are_played_alike(number: int) -> None:
    level = load_levels()[number]
    state = level.state()
    game = state.game
    images = [
        game.state_from_position(moved(level.position, k, 12, 12)) for k in range(len(SYMMETRIES))
    ]
    for symmetry in game.symmetries:
        seen = state.observation(0)[symmetry.observation]
        (image,) = (one for one in images if (one.observation(0) == seen).all())
        for seed in range(3):
            stream = empile.new_stream(seed)
            assert first_difference(game, symmetry, stream, starts=(state, image)) is None
