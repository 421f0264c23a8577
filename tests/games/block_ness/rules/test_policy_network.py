"""Tests of the policy prior's features and weights."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.game import State
from tests.games.block_ness.reference import Hole, hole, name, straight
from tests.games.block_ness.rules.test_value_network import DEFAULTS, LAKE, RINGS
from tests.long.engine.compiled.test_prior import shares
from tests.support.games import Variant, random_match


def by_text(state: State) -> dict[str, float]:
    """Return the share of each move by its text."""
    texts = [state.action_to_text(action) for action in state.legal_actions()]
    return dict(zip(texts, shares(state).tolist(), strict=True))


def mirrored(text: str) -> str:
    """Return a move on the lake with left and right changed."""

    def other(found: re.Match[str]) -> str:
        column, row = hole(found[0])
        return name((11 - column, row))

    return re.sub(r"[a-l]\d+", other, text)


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_prior_is_symmetric(variant: Variant) -> None:
    match = random_match(variant.game(), 5)
    other = empile.Match(variant.game())
    for index, event in enumerate(match.events):
        here = {mirrored(text): share for text, share in by_text(match.state_before(index)).items()}
        assert by_text(other.state) == pytest.approx(here, abs=1e-12)
        other.play(mirrored(event.text))


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_prior_distinguishes_moves(variant: Variant) -> None:
    match = random_match(variant.game(), 6)
    wide = [
        found for i in range(len(match.events)) if len(found := shares(match.state_before(i))) > 9
    ]
    assert len(wide) > 5
    for found in wide:
        assert found.max() > 2.0 * found.min()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_prior_handles_custom_lakes_and_rings(players: int) -> None:
    options: dict[str, Any] = {"players": players, "lake": LAKE, "rings": RINGS}
    match = random_match(empile.load("block-ness", **options), 1)
    for index in range(len(match.events)):
        found = shares(match.state_before(index))
        assert np.all(np.isfinite(found))
        assert found.sum() == pytest.approx(1.0)


def neighbours(of: Hole) -> list[Hole]:
    return [(of[0] + 1, of[1]), (of[0] - 1, of[1]), (of[0], of[1] + 1), (of[0], of[1] - 1)]


def test_prior_prefers_taking_holes() -> None:
    """Of moves of two seats in the base game: those that pass a free near hole of the other's ends."""
    ratios: list[float] = []
    for seed in range(30):
        match = random_match(empile.load("block-ness", players=2), seed)
        for index in range(2, len(match.events)):
            state = match.state_before(index)
            position = state.position()
            other = 1 - state.current_player()
            ends = [hole(position["heads"][other]), hole(position["tails"][other])]
            near = {one for end in ends for one in neighbours(end)}
            taking: list[float] = []
            leaving: list[float] = []
            for text, share in by_text(state).items():
                first, last = text[1:].split("^")[0].split("-")
                passed = set(straight(hole(first), hole(last)))
                (taking if passed & near else leaving).append(share)
            if taking and leaving:
                ratios.append(float(np.mean(taking) / np.mean(leaving)))
    assert len(ratios) > 100
    assert np.median(ratios) > 1.2
