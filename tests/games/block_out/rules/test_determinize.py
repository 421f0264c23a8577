"""Tests that determinization redeals hidden cards with the right distribution.

Enumerates the hands that the other seats may hold, weighted by number of ways. Public knowledge
about the seat to act: it holds a playable card, or drew until it had one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

import empile
from empile.engine.random import new_stream
from empile.engine.search.search import resampled
from empile.games.block_out.rules.components import CARDS
from tests.games.block_out.reference import ACTION_CARDS, BLOCKS, is_for
from tests.games.block_out.situations import Situation
from tests.support.chances import assert_fits, deals

DRAWS = 6_000
Hands = tuple[tuple[int, ...], ...]
TOWER = "kS kM kL nS nM yS"


def playable(situation: Situation) -> list[bool]:
    """By kind whether a card can be played."""
    shelf = [block for block in BLOCKS if block not in situation.position["tower"]]
    return [c in ACTION_CARDS or any(is_for(c, block) for block in shelf) for c in CARDS]


def arrangements(state: empile.State, seat: int, fits: Callable[[Hands], bool]) -> dict[Hands, int]:
    """Return the others' hands that can be, each with its number of ways."""
    hands = state.field("hand")[: state.game.num_players]
    others = [hand for other, hand in enumerate(hands) if other != seat]
    pool = tuple(sum(kind) for kind in zip(state.field("stock"), *others, strict=True))
    dealt = deals(pool, [sum(hand) for hand in others])
    return {found: ways for found, ways in dealt.items() if fits(found)}


def drawn_anew(state: empile.State, seat: int) -> Counter[Hands]:
    found, stream = Counter[Hands](), new_stream(2)
    for _ in range(DRAWS):
        hands = resampled(state, seat, stream).field("hand")[: state.game.num_players]
        found[tuple(tuple(hand) for other, hand in enumerate(hands) if other != seat)] += 1
    return found


def check(situation: Situation, seat: int, fits: Callable[[Hands], bool]) -> None:
    odds = arrangements(situation.state, seat, fits)
    every = arrangements(situation.state, seat, lambda _: True)
    if situation.position["seat"] != seat and situation.position["stage"] == "play":
        assert len(odds) < len(every), "what is known of who acts rules something out"
    assert_fits(drawn_anew(situation.state, seat), odds)


def count(hand: tuple[int, ...], kinds: list[bool]) -> int:
    """How many cards of these kinds a hand holds."""
    return sum(number for number, wanted in zip(hand, kinds, strict=True) if wanted)


@pytest.mark.parametrize("stage", ["play", "rebuild"])
def test_resample_for_seat_to_act_is_uniform(stage: str) -> None:
    tower = TOWER if stage == "play" else ""
    hands = ("kS n* **", "nS yS pass", "y* *L")
    situation = Situation(*hands, tower=tower, stage=stage, stock="kS ** pass k*")
    check(situation, 0, lambda _: True)


def test_resample_gives_acting_seat_a_playable_card() -> None:
    situation = Situation(
        "kS kM pass", "kM nS *S yL", tower=TOWER, stock="kS nS ** pass k*", seat=1
    )
    kinds = playable(situation)
    check(situation, 0, lambda hands: count(hands[0], kinds) > 0)


def test_resample_after_drawing() -> None:
    situation = Situation("kS nL", "kM nS *S", tower=TOWER, stock="kM k* *S yS ** pass reverse")
    situation.then("nL>nL", "~stands", "~draw yS", "~draw reverse")
    kinds = playable(situation)
    check(situation, 0, lambda hands: count(hands[0], kinds) == 1)
    for number in range(50):
        made = resampled(situation.state, 0, new_stream(number))
        card = made.position()["drawn"]
        assert card in made.position()["hands"][1]
        assert kinds[CARDS.index(card)]
        assert {text.partition(">")[0] for text in made.legal_texts()} == {card}


def test_resample_third_seat_is_uniform() -> None:
    """For every acting seat, with and without a drawn card."""
    hands = ("kS kM nL", "kM nS", "*S yL")
    situation = Situation(*hands, tower=TOWER, stock="nS ** pass", seat=2)
    kinds = playable(situation)
    check(situation, 0, lambda found: count(found[1], kinds) > 0)
    situation = Situation(*hands, tower=TOWER, stock="nS ** pass k*")
    situation.then("nL>nL", "~stands", "~draw **")
    kinds = playable(situation)
    check(situation, 0, lambda found: count(found[0], kinds) == 1)
    check(situation, 2, lambda found: count(found[1], kinds) == 1)


@pytest.mark.parametrize("hand", ["kS kM pass", "pass pass reverse"])
def test_resample_while_rebuilding(hand: str) -> None:
    """Every card can be played while no block is in the tower; which come first is for it to know."""
    situation = Situation(hand, "nS *S yL", stage="rebuild", stock="nS ** yS k* pass")
    check(situation, 1, lambda _: True)


def test_resample_with_free_block() -> None:
    situation = Situation("yM", "nS *S", "yL **", tower=TOWER, stock="nS ** yS", advanced=True)
    situation.then("yM>yM", "~stands")
    check(situation, 1, lambda found: not any(found[0]))


def test_resample_keeps_public_state() -> None:
    situation = Situation("kS kM", "kM nS *S yL", tower=TOWER, stock="nS ** pass", seat=1)
    before = situation.position
    for number in range(20):
        after = resampled(situation.state, 0, new_stream(number)).position()
        changed = {key for key in before if before[key] != after[key]}
        assert changed <= {"hands", "stock"}
        assert after["hands"][0] == before["hands"][0]


@pytest.mark.parametrize("seat", [0, 1])
def test_resample_leaves_no_trace(seat: int) -> None:
    """The same view and the same random numbers: the same state."""
    one = Situation("kS nL", "nS yL", tower=TOWER, stock="** pass", seat=seat)
    hands = ("kS nL", "** pass") if seat == 0 else ("kS nL", "** nS")
    stock = "nS yL" if seat == 0 else "yL pass"
    other = Situation(*hands, tower=TOWER, stock=stock, seat=seat)
    assert one.state != other.state
    assert one.state.view(0) == other.state.view(0)
    for number in range(20):
        made = [resampled(s.state, 0, new_stream(number)) for s in (one, other)]
        assert made[0] == made[1]
