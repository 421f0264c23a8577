"""A seat's view is enough to play on, for clients without any other information."""

from __future__ import annotations

import pytest

from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from tests.support.games import Variant, random_match, variants

HIDING = [variant for variant in variants() if variant.game().imperfect_information]


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_state_from_view_shows_same_view(variant: Variant) -> None:
    game = variant.game()
    looked = 0
    for seed in range(3):
        match = random_match(game, seed, 80, eager=0.5)
        for index in range(len(match.events)):
            state = match.state_before(index)
            seat = state.current_player()
            if seat < 0:
                continue
            made = game.presenter.state_from_view(state.view(seat))
            assert made.current_player() == seat
            assert made.view(seat) == state.view(seat)
            assert made.legal_texts() == state.legal_texts()
            assert made.scores() == state.scores()
            drawn = resampled(made, seat, new_stream(index))
            assert drawn.view(seat) == state.view(seat)
            looked += 1
    assert looked > 20


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_state_from_view_plays_on(variant: Variant) -> None:
    """Every public field is present: the same moves and draws lead both to the same position.

    If hidden cards decide what comes next (a seat without a playable card must draw), only some
    samples continue alike; all others must differ for that reason.
    """
    game = variant.game()
    for seed in range(4):
        match = random_match(game, seed, 60, eager=0.5)
        turns = [i for i, event in enumerate(match.events) if event.seat >= 0]
        begin = turns[len(turns) // 2]
        before = match.state_before(begin)
        seat = before.current_player()
        made = game.presenter.state_from_view(before.view(seat))
        stream = new_stream(seed)
        worlds = [made, *(resampled(made, seat, stream) for _ in range(20))]
        after = match.state_before(begin + 1)
        alike = 0
        for world in worlds:
            world.apply_text(match.events[begin].text)
            if world.current_player() == after.current_player():
                assert world.scores() == after.scores()
                assert world.view(None) == after.view(None)
                alike += 1
        assert alike
