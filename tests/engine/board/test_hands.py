"""Hidden hands: positions, what each seat sees of them, and tensors."""

from __future__ import annotations

from typing import Any

import pytest

from empile.engine.errors import PositionError
from empile.engine.planes import split_planes
from tests.support.cards import Cards

HANDS: dict[str, Any] = {"seat": 0, "hand": [["ace", "ace"], ["king"], []]}


def test_hands_are_lists_of_cards_in_positions() -> None:
    game = Cards(players=3)
    assert game.new_state().position()["hand"] == [["ace", "king"]] * 3
    state = game.state_from_position(HANDS)
    assert state.position() == HANDS
    assert state.legal_texts() == ["ace"]


def test_view_has_the_own_hand_and_sizes_of_others() -> None:
    state = Cards(players=3).state_from_position(HANDS)
    assert state.view(0)["hand"] == [["ace", "ace"], 1, 0]
    assert state.view(1)["hand"] == [2, ["king"], 0]
    assert state.view(None)["hand"] == [2, 1, 0]


def test_planes_have_the_own_hand_and_sizes_of_others() -> None:
    game = Cards(players=3)
    state = game.state_from_position(HANDS)
    seen = [
        split_planes(game.observation_planes, state.observation(seat))["hand"].tolist()
        for seat in range(3)
    ]
    assert seen == [[1, 0, 0.5, 0], [0, 0.5, 0, 1], [0, 0, 1, 0.5]]
    assert game.observation_planes[0].private


@pytest.mark.parametrize("hand", [["king", "ace"], ["ace"] * 3, ["queen"], "ace", 2, [["ace"]]])
def test_hands_that_cannot_be_are_refused(hand: object) -> None:
    expected = "'hand' must be a sorted list of at most 2 cards out of ace, king, not "
    with pytest.raises(PositionError, match=expected):
        Cards(players=3).state_from_position({**HANDS, "hand": [["ace"], hand, []]})


def test_pictures_need_no_cells() -> None:
    state = Cards().new_state()
    assert 'data-page-box="' in state.to_svg(0)
    assert "hand: [ace king], 2. " in state.to_svg(0)
    assert state.game.presenter.to_text(state, 0).startswith(">")
