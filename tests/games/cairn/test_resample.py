"""Tests that determinization redeals hidden stones with the right distribution."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import empile
from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from tests.support.chances import assert_fits, deals
from tests.support.games import random_match

DRAWS = 6_000


def hidden_from(state: empile.State, seat: int) -> tuple[tuple[int, ...], list[int]]:
    """Return the stones by kind that a seat does not see, and the sizes of the others' hands."""
    hands, deck = state.field("hand"), state.field("deck")
    others = [hand for other, hand in enumerate(hands[: state.game.num_players]) if other != seat]
    pool = tuple(sum(kind) for kind in zip(deck, *others, strict=True))
    return pool, [sum(hand) for hand in others]


@pytest.mark.parametrize("events", [None, 5, 12, 25])
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 4, "teams": True}])
def test_every_arrangement_of_stones_is_as_likely(
    options: dict[str, Any], events: int | None
) -> None:
    game = empile.load("cairn", **options)
    match = random_match(game, 3, events or game.num_players)
    stream = new_stream(9)
    match.resolve_chance(stream, also_external=True)
    if match.state.is_terminal():
        pytest.skip("this game ended before")
    for seat in (0, game.num_players - 1):
        pool, sizes = hidden_from(match.state, seat)
        odds = deals(pool, sizes)
        found = Counter[tuple[tuple[int, ...], ...]]()
        for _ in range(DRAWS):
            hands = resampled(match.state, seat, stream).field("hand")
            others = [hand for other, hand in enumerate(hands) if other != seat]
            found[tuple(tuple(hand) for hand in others[: len(sizes)])] += 1
        assert_fits(found, odds)


def test_the_check_can_fail() -> None:
    """Hands dealt by kinds, each kind as likely as another, are no deal of stones."""
    odds = deals((6, 2, 1), [3])
    alike = dict.fromkeys(odds, 1)
    with pytest.raises(AssertionError, match="is a lot"):
        assert_fits(dict.fromkeys(alike, 400), odds)
    impossible = ((0, 0, 3),)
    with pytest.raises(AssertionError, match="impossible"):
        assert_fits({impossible: 1}, odds)
