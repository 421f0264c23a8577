"""Worked cases of Block Out!: the deal, cards, drawing, outcomes.

Each docstring quotes its rule. See ``test_endings.py`` for endings, ``test_poses.py`` for poses,
``test_eyes.py`` for views. The compiled rules and the reference play every case
(``situations.py``).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import empile
from tests.games.block_out.reference import BLOCKS, DECK, ORDER
from tests.games.block_out.situations import Beginning, Situation
from tests.support.chances import odds_of

SOME = "kS kL n* y* *S ** pass"
NOTHING = dict.fromkeys(ORDER, 0)

# -- The box and the deal --------------------------------------------------------------------------


def test_there_are_55_cards_of_18_kinds() -> None:
    """Rule: the table of cards; its order is the order in which cards are listed everywhere."""
    position = empile.load("block-out").new_state().position()
    assert position["stock"] == DECK
    assert list(position["stock"]) == list(position["discard"]) == ORDER
    assert sum(position["stock"].values()) == 55
    assert [sum(position["stock"][c] for c in ORDER[a:b]) for a, b in ((0, 9), (9, 12))] == [18, 9]
    assert (position["stock"]["**"], position["stock"]["pass"], position["stock"]["reverse"]) == (
        7,
        6,
        6,
    )


@pytest.mark.parametrize("seats", range(2, 7))
def test_seven_cards_each_from_seat_0_and_seat_0_begins(seats: int) -> None:
    """Rule: one event for each seat from seat 0; hands not yet dealt are []; clockwise."""
    game = Beginning(players=seats)
    hands = ["kS kM kL nS nM nL yS", "kS kM kL nS nM nL yS", "k* k* k* n* n* n* y*",
             "y* y* *S *S *S *M *M", "*M *L *L *L ** ** **", "yM yL ** ** ** ** pass"]  # fmt: skip
    for seat, hand in enumerate(hands[:seats]):
        position = game.position
        assert [len(dealt) for dealt in position["hands"]] == [7] * seat + [0] * (seats - seat)
        assert position["hands"][seat:] == [[]] * (seats - seat)
        assert (position["stage"], position["seat"]) == ("play", 0)
        assert (position["turn"], position["direction"]) == (1, 1)
        assert position["tower"] == []
        assert position["drawn"] is None
        game.then(f"~hand {hand}")
    position = game.position
    assert position["hands"] == [hand.split() for hand in hands[:seats]]
    assert sum(position["stock"].values()) == 55 - 7 * seats
    assert position["discard"] == NOTHING
    assert game.state.current_player() == 0


@pytest.mark.parametrize(
    "text",
    [
        "~hand kL kS n* y* *S ** pass",
        "~hand kS kL n* y* *S **",
        "~hand kS kL n* y* *S ** pass pass",
        "~hand kS kS kS y* *S ** pass",
        "~hand",
        "~hand ",
        "~draw kS",
        "~hand kS,kL,n*,y*,*S,**,pass",
        "kS>kS",
        "pass",
    ],
)
def test_a_hand_has_exactly_seven_cards_in_card_order(text: str) -> None:
    """Rule: `~hand kS y* pass ...`, exactly seven cards in card order."""
    Beginning().cannot_be(text)


def test_every_deal_is_as_likely_as_its_cards() -> None:
    """Rule: a shuffled stock: by counting hands with binomials."""
    state = empile.load("block-out").new_state()
    of_kinds = comb(2, 2) * comb(3, 1) * comb(7, 3) * comb(6, 1)
    assert odds_of(state, "~hand kS kS y* ** ** ** pass") == Fraction(of_kinds, comb(55, 7))


# -- Cards that can be played ----------------------------------------------------------------------


@pytest.mark.parametrize("card", ORDER[:16])
def test_a_card_lets_each_block_be_placed_that_matches_it(card: str) -> None:
    """Rule: `*` stands for any colour, any size; a block's own card for that block alone."""
    colour, size = card[0], card[1]
    wanted = [b for b in BLOCKS if colour in (b[0], "*") and size in (b[1], "*")]
    assert len(wanted) == 3 ** card.count("*")
    situation = Situation(f"{card} pass", SOME)
    assert situation.legal == sorted([*(f"{card}>{block}" for block in wanted), "pass"])
    for block in wanted:
        Situation(f"{card} pass", SOME).then(f"{card}>{block}", "~stands")
    for block in BLOCKS:
        if block not in wanted:
            assert situation.refuses(f"{card}>{block}") == "illegal.other_block"


def test_a_block_card_is_playable_while_a_block_that_matches_is_not_in_the_tower() -> None:
    """Rule: **playable**; the block itself must not be in the tower."""
    situation = Situation("kS k* *S **", SOME, tower="kS nS yS kM kL nM nL yM")
    assert situation.legal == ["**>yL"]
    assert situation.refuses("kS>kS") == "illegal.in_tower"
    assert situation.refuses("*S>yS") == "illegal.in_tower"
    assert situation.refuses("**>kS") == "illegal.in_tower"


def test_an_action_card_is_always_playable() -> None:
    """Rule: an action card always is, with any tower and as any card of the hand."""
    assert Situation("pass reverse kS", SOME, tower="kS").legal == ["pass", "reverse"]
    assert Situation("pass reverse kS", SOME).legal == ["kS>kS", "pass", "reverse"]


def test_equal_cards_give_one_move() -> None:
    """Rule: equal cards give one move; one of them is played."""
    situation = Situation("yL yL ** ** pass pass reverse", SOME, tower="kS kM kL nS nM nL yS yM")
    assert situation.legal == ["**>yL", "pass", "reverse", "yL>yL"]
    situation.then("pass")
    assert situation.position["hands"][0] == ["yL", "yL", "**", "**", "pass", "reverse"]


def test_a_card_must_be_in_the_hand() -> None:
    """Rule: the seat plays one card: of its own hand."""
    situation = Situation("kS pass", "kM reverse")
    for text in ("kM>kM", "reverse", "**>kS"):
        assert situation.refuses(text) == "illegal.not_in_hand"
    assert situation.refuses("+kS") == "illegal.not_free_yet"


@pytest.mark.parametrize("text", ["y*>", ">yM", "y* > yM", "Y*>YM", "y*yM", "PASS", "pass>yM",
                                  "+yX", "yM", "+", "y*>yM ", "reverse reverse", "yM>y*", ""])  # fmt: skip
def test_moves_have_one_text(text: str) -> None:
    """Rule: the table of moves; a text that is none of these is no move."""
    Situation("y* yM pass reverse", SOME).cannot_be(text)


def test_a_card_is_discarded_at_once() -> None:
    """Rule: a played card is discarded at once, before the tower decides; the block lies there."""
    situation = Situation("kS k* y*", SOME, tower="nM").then("y*>yM")
    position = situation.position
    assert position["discard"] == {**NOTHING, "y*": 1}
    assert position["hands"][0] == ["kS", "k*"]
    assert position["tower"] == ["nM", "yM"]
    assert (position["stage"], position["seat"]) == ("play", 0)
    assert situation.state.current_player() == empile.EXTERNAL


# -- Pass and reverse ------------------------------------------------------------------------------


def test_pass_is_the_next_seats_turn() -> None:
    """Rule: `pass`: next seat."""
    situation = Situation("kS pass", SOME, SOME.replace("kS", "kM")).then("pass")
    assert situation.position["seat"] == 1
    assert situation.position["direction"] == 1
    assert situation.position["turn"] == 6
    assert situation.position["discard"] == {**NOTHING, "pass": 1}


def test_reverse_in_a_game_of_three() -> None:
    """Rule: worked case: seat 0 plays it while the direction is +1: seat 2 is next."""
    situation = Situation("kS reverse", "kM reverse", "kL reverse").then("reverse")
    assert (situation.position["seat"], situation.position["direction"]) == (2, -1)
    assert situation.position["discard"] == {**NOTHING, "reverse": 1}
    situation.then("kL>kL", "~stands")
    assert situation.position["seat"] == 1, "and so it stays"
    situation.then("reverse")
    assert (situation.position["seat"], situation.position["direction"]) == (2, 1)


def test_reverse_with_two_seats() -> None:
    """Rule: with two seats: the other one."""
    situation = Situation("kS reverse", "kM reverse").then("reverse")
    assert (situation.position["seat"], situation.position["direction"]) == (1, -1)
    situation.then("reverse")
    assert (situation.position["seat"], situation.position["direction"]) == (0, 1)


# -- Drawing ---------------------------------------------------------------------------------------


def test_only_who_holds_no_playable_card_draws() -> None:
    """Rule: there is no voluntary drawing."""
    situation = Situation("kS pass", SOME, tower="kS")
    situation.cannot_be("~draw kM")
    assert situation.legal == ["pass"]


def test_a_seat_draws_until_a_card_is_playable_and_plays_that_one() -> None:
    """Rule: worked case: the tower holds yS and yM and yL; a hand of `y*` and `yS` only."""
    situation = Situation("kS kM", "yS y*", tower="yS yM yL nS").then("kS>kS", "~stands")
    assert situation.state.current_player() == empile.CHANCE
    assert situation.position["drawn"] is None
    situation.then("~draw y*", "~draw nS")
    position = situation.position
    assert position["hands"][1] == ["nS", "yS", "y*", "y*"]
    assert (position["seat"], position["drawn"], position["turn"]) == (1, None, 6)
    situation.then("~draw *S")
    assert situation.state.current_player() == empile.CHANCE, "every small block is in the tower"
    situation.then("~draw **")
    position = situation.position
    assert position["drawn"] == "**"
    assert position["hands"][1] == ["nS", "yS", "y*", "y*", "*S", "**"], "it is in the hand"
    assert situation.legal == ["**>kL", "**>kM", "**>nL", "**>nM"]
    assert situation.refuses("y*>yS") == "illegal.must_play_drawn"
    assert situation.refuses("yS>yS") == "illegal.must_play_drawn"
    assert situation.refuses("pass") == "illegal.not_in_hand"
    situation.then("**>kL")
    assert situation.position["drawn"] is None
    assert situation.position["hands"][1] == ["nS", "yS", "y*", "y*", "*S"]
    situation.then("~stands")
    assert situation.position["seat"] == 0


@pytest.mark.parametrize("action", ["pass", "reverse"])
def test_an_action_card_drawn_must_be_played_too(action: str) -> None:
    """Rule: ... until one is playable, and must play that very card."""
    situation = Situation("kS kM", "yS y*", tower="yS yM yL").then("kS>kS", "~stands")
    situation.then(f"~draw {action}")
    assert situation.position["drawn"] == action
    assert situation.legal == [action]
    situation.then(action)
    assert situation.position["drawn"] is None
    assert situation.position["seat"] == 0


def test_an_empty_stock_is_refilled_as_part_of_the_draw_that_needs_it() -> None:
    """Rule: ... from the discard pile; until then `stock` shows 0."""
    situation = Situation("kS kM kL nS nM nL", "yS y*", tower="yS yM yL", stock="y*")
    discarded = sum(situation.position["discard"].values())
    assert discarded == 55 - 6 - 2 - 1
    situation.then("kS>kS", "~stands", "~draw y*")
    position = situation.position
    assert position["stock"] == NOTHING
    assert sum(position["discard"].values()) == discarded + 1
    assert situation.state.view(1)["stock"] == 0
    assert situation.state.current_player() == empile.CHANCE
    situation.then("~draw yM")
    position = situation.position
    assert position["discard"] == NOTHING
    assert sum(position["stock"].values()) == discarded
    situation.then("~draw kS")
    assert situation.position["discard"] == NOTHING
    assert situation.position["stock"]["kS"] == 1, "the card just played lay there with the others"


def test_the_last_card_of_the_stock_refills_nothing() -> None:
    """Rule: as part of the draw that needs it: not of the one before."""
    situation = Situation("kS kM kL nS nM nL", "yS y*", tower="yS yM yL", stock="yL **")
    situation.then("kS>kS", "~stands", "~draw yL", "~draw **")
    assert situation.position["stock"] == NOTHING
    situation.then("**>kM")
    assert situation.position["stock"] == NOTHING
    assert situation.position["discard"]["**"] == 7


def test_what_can_be_drawn_is_as_likely_as_there_are_cards_of_it() -> None:
    """Rule: a shuffled stock, then the shuffled discard pile."""
    situation = Situation("kS kM", "yS y*", tower="yS yM yL", stock="yL y* y*")
    situation.then("kS>kS", "~stands")
    assert [odds for _, odds in situation.state.chance_outcomes()] == pytest.approx([1 / 3, 2 / 3])
    for card in ("**", "pass", "kS"):
        situation.cannot_be(f"~draw {card}")
    situation.then("~draw yL", "~draw y*", "~draw y*")
    odds = dict(zip(ORDER, [0.0] * 18, strict=True))
    odds |= {ORDER[kind]: share for kind, share in situation.state.chance_outcomes()}
    left = sum(situation.position["discard"].values())
    assert odds["**"] == pytest.approx(7 / left)
    assert odds["y*"] == 0


RICH = "k* n* n* n* *M *M *M *L *L *L ** ** ** ** ** ** ** pass pass pass pass pass pass" \
    " reverse reverse reverse reverse reverse reverse kM kM nM nM nL nL yM yM yL yL"  # fmt: skip


def test_where_nothing_is_left_to_draw_the_turn_passes() -> None:
    """Rule: no event, cards drawn stay in the hand, and it counts as a turn."""
    situation = Situation(
        f"{RICH} y* y* y* kL kL", "kS kS k* k*", "nS nS yS yS *S *S *S", tower="kS kM nS yS"
    )
    assert sum(situation.position["stock"].values()) == 0
    # The only card to draw is the one just played; it is for a block in the tower now.
    situation.then("kL>kL", "~stands")
    assert situation.position["seat"] == 1
    assert situation.state.current_player() == empile.CHANCE
    situation.then("~draw kL")
    position = situation.position
    assert position["hands"][1] == ["kS", "kS", "kL", "k*", "k*"], "the card stays in the hand"
    assert position["seat"] == 0, "seat 2 has nothing to play and nothing to draw: passed too"
    assert position["turn"] == 8, "turns 6 and 7 were passed"
    assert position["drawn"] is None
    assert situation.state.current_player() == 0


def test_a_seat_with_a_playable_card_is_not_passed() -> None:
    """Rule: if both are empty and nothing is playable: else the seat plays."""
    situation = Situation(
        f"{RICH} y* y* kL kL", "kS kS k* k*", "nS nS yS yS y* *S *S *S", tower="kS kM kL nS yS"
    )
    situation.then("yM>yM", "~stands", "~draw yM")
    assert situation.position["seat"] == 2
    assert situation.position["turn"] == 7
    assert situation.legal == ["y*>yL"]


def test_turns_pass_in_the_direction_of_play() -> None:
    """Rule: several seats may be skipped in a row; next seat is next in the direction."""
    hands = ("nS nS yS yS", f"{RICH} y* y* y* kL kL", "kS kS k*", "*S *S *S k*")
    situation = Situation(*hands, tower="kS kM nS yS", seat=1, direction=-1)
    situation.then("kL>kL", "~stands", "~draw kL")
    assert situation.position["hands"][0] == ["kL", "nS", "nS", "yS", "yS"]
    assert (situation.position["seat"], situation.position["turn"]) == (1, 9)


# -- The tower -------------------------------------------------------------------------------------


def test_it_stands_and_the_next_seat_plays() -> None:
    """Rule: `~stands`: the block stays; else next seat."""
    situation = Situation("kS pass", SOME, tower="nM").then("kS>kS", "~stands")
    assert situation.position["tower"] == ["nM", "kS"]
    assert (situation.position["seat"], situation.position["turn"]) == (1, 6)


@pytest.mark.parametrize("height", range(1, 10))
def test_the_odds_of_the_odds_referee(height: int) -> None:
    """Rule: the h-th block falls with p = 0, 2, 6, 12, 20, 30, 40, 50, 60 %, a tenth of it later."""
    percent = (0, 2, 6, 12, 20, 30, 40, 50, 60)[height - 1]
    tower = " ".join(BLOCKS[: height - 1])
    situation = Situation("** pass", SOME, tower=tower).then(f"**>{BLOCKS[height - 1]}")
    odds = [odds for _, odds in situation.state.chance_outcomes()]
    assert odds == pytest.approx([1 - percent / 100, 0.9 * percent / 100, 0.1 * percent / 100])


def test_free_blocks_count_for_the_odds() -> None:
    """Rule: the h-th block (free blocks included)."""
    situation = Situation("pass", SOME, tower="kS kM kL", advanced=True).then("pass", "+yL")
    assert dict(situation.state.chance_outcomes())[0] == pytest.approx(0.88)


@pytest.mark.parametrize("referee", ["physics", "people", "odds"])
@pytest.mark.parametrize("answer", ["~stands", "~falls", "~falls-later"])
def test_every_answer_is_taken_under_every_referee(referee: str, answer: str) -> None:
    """Rule: the card game never asks how a tower was judged; the first block may fall too."""
    Situation("kS pass", SOME, referee=referee).then("kS>kS", answer)


def test_exactly_one_outcome_is_written_for_each_block() -> None:
    """Rule: ... and none if nothing was placed."""
    situation = Situation("kS pass", SOME)
    situation.cannot_be("~stands")
    situation.then("kS>kS")
    situation.cannot_be("pass")
    situation.cannot_be("~draw **")
    situation.then("~stands")
    situation.cannot_be("~falls-later")


def test_a_fall_costs_three_cards_and_the_seat_plays_again() -> None:
    """Rule: `~falls`: all blocks come back, the seat draws three cards, one event each."""
    situation = Situation("kS pass", SOME, tower="nM nL").then("kS>kS", "~falls")
    position = situation.position
    assert position["tower"] == []
    assert position["discard"] == {**NOTHING, "kS": 1}
    for drawn, card in enumerate(("yM", "pass", "**")):
        position = situation.position
        assert (position["stage"], position["seat"]) == ("rebuild", 0), "from the fall on"
        assert position["turn"] == 5, "a rebuild is the same turn"
        assert len(position["hands"][0]) == 1 + drawn
        assert position["drawn"] is None
        assert situation.state.current_player() == empile.CHANCE
        situation.then(f"~draw {card}")
    assert situation.state.current_player() == 0
    assert situation.position["stage"] == "rebuild"
    assert situation.position["drawn"] is None
    situation.then("yM>yM")
    assert situation.position["stage"] == "rebuild", "the outcome is due"
    situation.then("~stands")
    position = situation.position
    assert (position["stage"], position["seat"], position["turn"]) == ("play", 1, 6)
    assert position["tower"] == ["yM"]


def test_a_new_tower_is_begun_by_a_block_card_where_there_is_one() -> None:
    """Rule: plays again to begin a new tower: a block card if it holds one."""
    situation = Situation("kS pass", SOME).then("kS>kS", "~falls")
    situation.then("~draw reverse", "~draw reverse", "~draw yL")
    assert situation.legal == ["yL>yL"]
    for action in ("pass", "reverse"):
        assert situation.refuses(action) == "illegal.tower_first"
    assert situation.refuses("kS>kS") == "illegal.not_in_hand"


def test_a_hand_of_action_cards_plays_one_of_them() -> None:
    """Rule: worked case: `pass pass reverse` after three were drawn: the tower stays empty."""
    situation = Situation("kS", SOME).then("kS>kS", "~falls")
    situation.then("~draw pass", "~draw pass", "~draw reverse")
    assert situation.position["hands"][0] == ["pass", "pass", "reverse"]
    assert situation.legal == ["pass", "reverse"]
    situation.then("reverse")
    position = situation.position
    assert position["tower"] == []
    assert (position["stage"], position["seat"], position["direction"]) == ("play", 1, -1)
    assert position["turn"] == 6


def test_a_new_tower_may_fall_again() -> None:
    """Rule: `~falls` in a rebuild: three cards and a new tower once more, in the same turn."""
    situation = Situation("kS pass", SOME).then("kS>kS")
    for _ in range(2):
        situation.then("~falls", "~draw **", "~draw **", "~draw **", "**>nM")
    situation.then("~stands")
    assert situation.position["turn"] == 6
    assert len(situation.position["hands"][0]) == 5


def test_fewer_than_three_cards_are_drawn_where_there_are_fewer() -> None:
    """Rule: until stock and discard are both empty if there are fewer."""
    rest = " ".join(card for card in ORDER for _ in range(DECK[card]) if card not in ("kS", "kM"))
    situation = Situation("kS kS kM", f"{rest} kM", tower="nL").then("kS>kS", "~falls")
    assert situation.state.current_player() == empile.CHANCE
    situation.then("~draw kS")
    assert situation.position["hands"][0] == ["kS", "kS", "kM"]
    assert situation.state.current_player() == 0, "there was one card to draw, the one just played"
    assert situation.position["stage"] == "rebuild"
    assert situation.legal == ["kM>kM", "kS>kS"]


def test_a_fall_draws_across_a_refill() -> None:
    """Rule: an empty stock is refilled as part of the draw that needs it, in a fall as well."""
    situation = Situation("kS kM", SOME, tower="nL", stock="yL yM").then("kS>kS", "~falls")
    situation.then("~draw yM", "~draw yL")
    assert situation.position["stock"] == NOTHING
    situation.then("~draw kS")
    assert situation.position["discard"] == NOTHING
    assert situation.position["hands"][0] == ["kS", "kM", "yM", "yL"]


def test_it_falls_later_and_nobody_draws() -> None:
    """Rule: `~falls-later`: the placing counts; all blocks return, no draw, next seat."""
    situation = Situation("kS pass", SOME, tower="nM nL").then("kS>kS", "~falls-later")
    position = situation.position
    assert position["tower"] == []
    assert (position["stage"], position["seat"], position["turn"]) == ("play", 1, 6)
    assert position["hands"] == [["pass"], SOME.split()]
    assert position["discard"] == {**NOTHING, "kS": 1}


def test_what_was_not_playable_is_after_a_fall() -> None:
    """Rule: all blocks return; so every card is playable and no draw is needed."""
    situation = Situation("kS pass", "kS n*", tower="nS nM nL").then("kS>kS", "~falls-later")
    assert situation.legal == ["kS>kS", "n*>nL", "n*>nM", "n*>nS"]


def test_a_fall_in_a_rebuild_that_comes_later() -> None:
    """Rule: `~falls-later`: next seat, in a rebuild as well."""
    situation = Situation("kS pass", SOME).then("kS>kS", "~falls", "~draw **", "~draw **")
    situation.then("~draw **", "**>kM", "~falls-later")
    assert (situation.position["seat"], situation.position["stage"]) == (1, "play")
    assert situation.position["tower"] == []
