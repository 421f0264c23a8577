"""Tests that determinization redeals hidden cards with the right distribution."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from tests.games.blox.situations import situation, state_at
from tests.support.chances import assert_fits, deals

DRAWS = 6_000
DECK = "WWGBBBBMM"


def arrangements(state: empile.State, seat: int, known: Any = None) -> dict[Any, int]:
    """Return the others' hands that can be, each with its number of ways."""
    seats = state.game.num_players
    kept = np.zeros((seats, 4), int) if known is None else np.array(known)
    hands, deck = np.array(state.field("hand"))[:seats], np.array(state.field("deck"))
    others = [other for other in range(seats) if other != seat]
    pool = deck + sum(hands[other] - kept[other] for other in others)
    dealt = deals(tuple(pool.tolist()), [5 - int(kept[other].sum()) for other in others])
    return {
        tuple(
            tuple((np.array(hand) + kept[other]).tolist())
            for hand, other in zip(found, others, strict=True)
        ): ways
        for found, ways in dealt.items()
    }


def drawn(state: empile.State, seat: int) -> Counter[Any]:
    found, stream = Counter[Any](), new_stream(2)
    for _ in range(DRAWS):
        hands = resampled(state, seat, stream).field("hand")[: state.game.num_players]
        found[tuple(tuple(hand) for other, hand in enumerate(hands) if other != seat)] += 1
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_resample_two_seats(seat: int) -> None:
    state = situation("c5=WG", "a1=0 i9=1", ["WWGBM", "GGGMM"], deck=DECK)
    assert_fits(drawn(state, seat), arrangements(state, seat))


def test_resample_three_seats() -> None:
    state = situation("c5=WG", "a1=0", ["WWGBM", "GGGGM", "WBBBB"], deck="GGB")
    assert_fits(drawn(state, 1), arrangements(state, 1))


def test_resample_keeps_known_cards() -> None:
    """With two seats each knows the other's hand when the discard pile has become the draw pile."""
    known = [[0, 0, 0, 0], [0, 2, 0, 1]]
    state = situation("c5=WG", "a1=0", ["WWGBM", "GGGMM"], deck=DECK)
    state = state_at(state.game, state.position(), known + [[0] * 4] * 2)
    assert_fits(drawn(state, 0), arrangements(state, 0, known))


def test_resample_keeps_known_hand() -> None:
    known = [[0, 0, 0, 0], [0, 3, 0, 2]]
    state = situation("c5=WG", "a1=0", ["WWGBM", "GGGMM"], deck=DECK)
    state = state_at(state.game, state.position(), known + [[0] * 4] * 2)
    assert resampled(state, 0, new_stream(1)) == state


def test_resample_keeps_known_union_of_hands() -> None:
    """The holder of known cards is random, and so are cards drawn since."""
    hands = ["WWGBM", "GGGMM", "WBBBB"]
    state = situation("c5=WG", "a1=0", hands, deck=DECK)
    others = np.array([[0, 3, 0, 2], [1, 0, 4, 0]])
    kept = [[0] * 4, *others.tolist(), [0] * 4]
    known = state_at(state.game, state.position(), kept)
    together = tuple(others.sum(axis=0).tolist())
    assert_fits(drawn(known, 0), deals(together, [5, 5]))


def test_resample_forgets_paid_cards() -> None:
    state = situation("c5=WG", "a1=0", ["WWGBM", "GGGMM", "WBBBB"], deck=DECK)
    # Together they kept GG and one B less: the third paid a B that the second may have held.
    kept = [[0] * 4, [0, 2, 1, -1], [0, 0, -2, 0], [0] * 4]
    for hand in drawn(state_at(state.game, state.position(), kept), 0):
        assert sum(counts[1] for counts in hand) >= 2


def test_resample_leaves_no_trace_of_holders() -> None:
    state = situation("c5=WG", "a1=0", ["WWGBM", "GGGMM", "WBBBB"], deck=DECK)
    swapped = situation("c5=WG", "a1=0", ["WWGBM", "WBBBB", "GGGMM"], deck=DECK)
    one = state_at(state.game, state.position(), [[0] * 4, [0, 3, 0, 2], [1, 0, 4, 0], [0] * 4])
    other = state_at(
        swapped.game, swapped.position(), [[0] * 4, [1, 0, 4, 0], [0, 3, 0, 2], [0] * 4]
    )
    assert one != other
    assert resampled(one, 0, new_stream(4)) == resampled(other, 0, new_stream(4))
