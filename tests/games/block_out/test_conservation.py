"""Conservation of cards and blocks, and of fields derived from them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import empile
from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from empile.games.block_out.rules.components import CARDS
from empile.games.block_out.rules.state import (
    CHOOSING,
    DEALING,
    MAX_SEATS,
    PENALTY_DRAW,
    PLAY,
    TOWER,
)
from tests.games.block_out.reference import BLOCKS, DECK
from tests.support.games import Variant, random_match, variants

every_variant = pytest.mark.parametrize("variant", variants("block-out"), ids=str)


def assert_whole(state: empile.State) -> None:
    """Everything is there once, and what is reckoned from it says so."""
    seats = state.game.num_players
    assert_cards(state, seats)
    assert_blocks(state)
    kind = int(state.field("drawn")) - 1
    if kind >= 0:
        assert state.field("hand")[state.field("seat")][kind] > 0, "the card drawn is in the hand"
        assert (state.field("due"), state.field("stage")) == (CHOOSING, PLAY)
    if state.field("due") not in (DEALING, PENALTY_DRAW):
        assert state.field("to_draw") == 0
    if not state.is_terminal():
        assert (state.field("winner"), state.field("reason")) == (0, 0)
        assert state.field("seat") in range(seats)


def assert_cards(state: empile.State, seats: int) -> None:
    hands: list[list[int]] = state.field("hand")
    stock, discard = state.field("stock"), state.field("discard")
    total = [sum(piles) for piles in zip(stock, discard, *hands, strict=True)]
    assert total == list(DECK.values())
    assert min(min(pile) for pile in (stock, discard, *hands)) >= 0
    assert state.field("in_stock") == sum(stock)
    assert state.field("in_discard") == sum(discard)
    assert state.field("in_hand") == [sum(hand) for hand in hands]
    held = [sum(1 << kind for kind, count in enumerate(hand) if count) for hand in hands]
    assert state.field("holds") == held
    assert hands[seats:] == [[0] * len(CARDS)] * (MAX_SEATS - seats)


def assert_blocks(state: empile.State) -> None:
    tower: list[int] = state.field("tower")
    height = state.field("height")
    assert all(tower[:height])
    assert not any(tower[height:])
    assert len(set(tower[:height])) == height
    free: int = state.field("free")
    on_the_shelf = [number for number in range(len(BLOCKS)) if free >> number & 1]
    assert sorted([*on_the_shelf, *(number - 1 for number in tower[:height])]) == list(range(9))
    if state.field("due") == TOWER:
        assert height > 0


@every_variant
@pytest.mark.parametrize("seed", range(6))
def test_apply_conserves_cards_and_blocks(variant: Variant, seed: int) -> None:
    match = random_match(variant.game(), seed)
    for index in range(len(match.events) + 1):
        assert_whole(match.state_before(index))


@every_variant
def test_resample_conserves_cards(variant: Variant) -> None:
    """For every observing and acting seat, with and without a drawn card."""
    found = set[tuple[bool, bool]]()
    for seed in range(8):
        match = random_match(variant.game(), seed)
        for index in range(len(match.events)):
            state = match.state_before(index)
            if state.current_player() < 0:
                continue
            for seat in range(state.game.num_players):
                drawn = resampled(state, seat, new_stream(index))
                assert_whole(drawn)
                assert drawn.legal_actions()
                found.add((state.field("drawn") > 0, seat == state.current_player()))
    # Draws for lack of a playable card are rare in games of a few turns.
    assert len(found) == 4 or variant.options.get("turn_limit", 500) < 20


@every_variant
def test_state_from_view_conserves_cards(variant: Variant) -> None:
    game = variant.game()
    for seed in range(4):
        match = random_match(game, seed)
        for index in range(len(match.events)):
            state = match.state_before(index)
            seat = state.current_player()
            if seat < 0:
                continue
            made = game.presenter.state_from_view(state.view(seat))
            assert_whole(made)
            full = game.presenter.state_from_view(state.position())
            assert full == state, "of a position in which nothing is hidden it is that very state"


def fallen(variant: Variant, seeds: range) -> list[tuple[empile.State, str, empile.State]]:
    """The states before and after each answer of the tower."""
    return [
        (match.state_before(index), event.text, match.state_before(index + 1))
        for seed in seeds
        for match in [random_match(variant.game(), seed)]
        for index, event in enumerate(match.events)
        if event.seat == empile.EXTERNAL
    ]


@every_variant
def test_falls_return_all_blocks(variant: Variant) -> None:
    """What stands keeps all; what falls gives all back, but for the last tower of a game."""
    falls = 0
    for before, answer, after in fallen(variant, range(30)):
        tower = before.position()["tower"]
        if answer == "~stands" or (answer == "~falls-later" and after.is_terminal()):
            assert after.position()["tower"] == tower
        else:
            assert after.position()["tower"] == []
            assert after.field("free") == 511
            falls += 1
    assert falls > 2


@every_variant
def test_hands_change_by_one_card_at_a_time(variant: Variant) -> None:
    """A card played, a card drawn, nothing by the tower's answer; a turn is one seat's."""
    for seed in range(6):
        match = random_match(variant.game(), seed)
        states = [match.state_before(index) for index in range(len(match.events) + 1)]
        for (before, after), event in zip(pairwise(states), match.events, strict=True):
            sizes = [_sizes(state.position()) for state in (before, after)]
            changes = [b - a for a, b in zip(*sizes, strict=True)]
            wanted = [0] * len(changes)
            if not event.text.startswith(("+", "~stands", "~falls")):
                seat = before.field("seat")
                wanted[seat] = -1 if event.seat >= 0 else 7 if "hand" in event.text else 1
            assert changes == wanted
            assert after.field("turn") - before.field("turn") in (0, 1)


def _sizes(position: dict[str, Any]) -> list[int]:
    return [len(hand) for hand in position["hands"]]
