"""Worked cases of Block Ness; rule numbers are those of the game's README.

"Book" marks the examples of the printed rules.
"""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError

ORANGE, BLACK, VIOLET, GREEN = range(4)


def after(*texts: str, **options: Any) -> empile.State:
    """Return the state after some moves."""
    state = empile.load("block-ness", **options).new_state()
    for text in texts:
        state.apply_text(text)
    return state


def refusal(state: empile.State, text: str) -> tuple[str, str]:
    """Return the key and the sentence by which a move is refused."""
    with pytest.raises(IllegalActionError) as refused:
        state.apply_text(text)
    assert refused.value.reason is not None
    return refused.value.reason.key, str(refused.value)


def near_holes(state: empile.State, end: str) -> set[str]:
    return {text[1:].split("-")[0] for text in state.legal_texts() if text[0] == end}


# -- Setting up ------------------------------------------------------------------------------------


def test_start_rings_lie_in_deep_water() -> None:
    """Rule 1, setting up: with any number of seats, feet and arch stay in the deep water."""
    for players in (2, 3, 4):
        state = after(players=players)
        assert refusal(state, "b5-d5")[0] == "illegal.not_deep"
        assert refusal(state, "j10-l10")[1] == "l10 is not in the deep water"
        state.apply_text("c3-e3")
        assert state.position()["tails"][0] == "c3"
        assert state.position()["heads"][0] == "e3"


def test_start_rings_do_not_cross_or_share_holes() -> None:
    """Rules 1 and 3, setting up: all start rings are equally high."""
    state = after("e5-g5")
    assert refusal(state, "f4-f7") == (
        "illegal.same_height",
        "a ring of the same height (1) is in the way at f5",
    )
    assert refusal(state, "g5-j5")[0] == "illegal.foot_there"
    assert refusal(state, "f5-f8")[0] == "illegal.under_arch"
    assert "e6-h6" in state.legal_texts()


def test_a_start_ring_has_its_own_length() -> None:
    """Setting up: a monster starts with the lowest ring of its own set."""
    assert refusal(after(), "c3-f3")[1] == (
        "the feet of this start ring must be 2 holes apart in a row or a column"
    )
    assert len(after(colours=[GREEN, ORANGE]).legal_actions()) == 2 * 2 * 3 * 8


def test_seat_0_acts_after_the_last_start_ring() -> None:
    """A turn: the seat that laid first goes on first."""
    assert after("c3-e3", "c5-f5").current_player() == 0
    assert after("c3-e3", "c5-f5", "c7-g7", players=3).current_player() == 0


# -- Rule 2: near holes ----------------------------------------------------------------------------


def test_a_lone_monster_has_six_near_holes() -> None:
    """Rule 2 (book): three at the head, three at the tail."""
    state = after("f5-h5", "c10-f10")
    assert near_holes(state, "H") == {"i5", "h6", "h4"}
    assert near_holes(state, "T") == {"e5", "f6", "f4"}
    assert refusal(state, "Hi6-i8^2")[1] == "i6 is not directly next to the head"
    assert refusal(state, "Te4-e6^2")[1] == "e4 is not directly next to the tail"


def test_an_expert_has_six_near_holes_two_away() -> None:
    """Rule 2, expert (book): exactly one hole lies between."""
    state = after("f5-h5", "c10-f10", variant="expert")
    assert near_holes(state, "H") == {"j5", "h7", "h3"}
    assert near_holes(state, "T") == {"d5", "f7", "f3"}
    assert refusal(state, "Hi5-i7^2")[0] == "illegal.not_two_away_head"


def test_an_expert_may_begin_behind_a_ring_of_length_1() -> None:
    """Rule 2, expert: the fourth direction is open if the ring under the end has length 1."""
    rings = [["1.1", "2.2", "2.3"]] * 4
    state = after("f5-g5", "c10-d10", variant="expert", rings=rings)
    assert near_holes(state, "H") == {"i5", "g7", "g3", "e5"}
    assert near_holes(state, "T") == {"d5", "f7", "f3", "h5"}


def test_for_experts_whatever_lies_between_does_not_matter() -> None:
    """Rule 2, expert: a tail stands between; a ring back over it is still refused by rule 4."""
    state = after("f5-h5", "i5-i8", variant="expert")
    assert "Hj5-j7^2" in state.legal_texts()
    assert refusal(state, "Hj5-e5^3") == ("illegal.end_under", "there is a head or a tail on i5")


def test_a_hole_beside_both_ends_gives_two_moves() -> None:
    """Rule 2: the same ring in the same place, at the head or at the tail."""
    state = after("e5-g5", "c10-f10", "Hg6-d6^4", "Hg10-g8^2")
    assert {"Hd5-d3^2", "Td5-d3^2"} <= set(state.legal_texts())
    assert after_end(state, "Hd5-d3^2") == ("d3", "e5")
    assert after_end(state, "Td5-d3^2") == ("d6", "d3")


def after_end(state: empile.State, text: str) -> tuple[str, str]:
    state = state.clone()
    state.apply_text(text)
    position = state.position()
    return position["heads"][0], position["tails"][0]


# -- Rules 1, 3 and 5: feet and arches -------------------------------------------------------------


def test_a_ring_turns_back_over_the_head_and_the_whole_last_ring() -> None:
    """Rules 3 and 4 (book): from beyond the head, over it, as it leaves in the same move."""
    state = after("f5-h5", "c10-f10", "Hh6-h8^2", "Hg10-g8^2")
    state.apply_text("Hh9-h4^3")
    assert state.position()["heads"][0] == "h4"


def test_a_ring_never_turns_back_over_a_lone_start_ring() -> None:
    """Rule 4: the monster's own other end stands on its other foot."""
    state = after("f5-h5", "c10-f10")
    assert refusal(state, "Hi5-d5^3") == ("illegal.end_under", "there is a head or a tail on f5")


def test_violet_passes_over_an_orange_and_a_violet_arch() -> None:
    """Rule 3 (book): rings of any colour, one's own included, if all are lower."""
    state = after("e6-g6", "d8-h8", "Hh6-j6^2", "Td9-f9^3", "Hj5-j3^3", colours=[ORANGE, VIOLET])
    state.apply_text("Tf10-f5^5")
    assert state.position()["tails"][1] == "f5"


def test_violet_passes_over_an_orange_and_a_green_arch() -> None:
    """Rule 3 (book): two rings of two others."""
    state = after(
        "e7-g7", "f10-j10", "d8-i8", "Hg6-g4^2", players=3, colours=[ORANGE, VIOLET, GREEN]
    )
    state.apply_text("Tf11-f6^5")
    assert state.position()["tails"][1] == "f6"


def test_black_does_not_slip_under_an_orange_arch() -> None:
    """Rule 5 (book): neither with its arch nor with a foot, though there is room."""
    state = after("e5-g5", "i7-i10", "Hg4-j4^4")
    assert refusal(state, "Ti6-i3^3") == ("illegal.higher", "a higher ring (4) is in the way at i4")
    assert refusal(state, "Ti6-i4^2") == (
        "illegal.under_arch",
        "i4 is under an arch, and no ring can go under another",
    )


def test_black_does_not_pass_over_the_orange_head_however_high() -> None:
    """Rule 4 (book)."""
    rings = [
        ["2.1", "3.4", "2.2"], ["3.1", "4.9", "2.2"], ["2.1", "2.2", "2.2"], ["2.1", "2.2", "2.2"]
    ]  # fmt: skip
    state = after("e5-g5", "i7-i10", "Hg4-j4^4", rings=rings)
    assert refusal(state, "Tj7-j3^9") == ("illegal.end_under", "there is a head or a tail on j4")


def test_green_does_not_pass_over_an_orange_arch_of_equal_height() -> None:
    """Rule 3 (book): lower is asked; a ring of height 6 may."""
    state = after("e5-g5", "d8-i8", "Hg4-j4^4", colours=[ORANGE, GREEN])
    assert refusal(state, "Hi7-i3^4") == (
        "illegal.same_height",
        "a ring of the same height (4) is in the way at i4",
    )
    assert "Hi7-i3^6" in state.legal_texts()


def test_a_ring_may_pass_over_a_bare_foot_that_is_lower() -> None:
    """Rule 3: a foot between the feet counts as its ring's height, once no end stands on it."""
    state = after("e5-g5", "c4-f4", "Hg6-g9^4")
    assert refusal(state, "Hg4-g7^3")[0] == "illegal.under_arch"
    state = after("e5-g5", "c4-f4", "Hh5-j5^2")
    state.apply_text("Hg4-g6^2")
    assert state.position()["heads"][1] == "g6"


def test_the_shore_ends_the_game_water() -> None:
    """Rule 1: two seats play in the deep water only, arches included."""
    state = after("c3-e3", "f10-c10")
    assert refusal(state, "Tb3-b5^2") == (
        "illegal.not_in_zone",
        "b3 is outside the part of the lake used in this game",
    )
    assert refusal(state, "He2-g2^2")[0] == "illegal.not_in_zone"
    wide = after("c3-e3", "f10-c10", "j4-j8", players=3)
    assert "Tb3-b5^2" in wide.legal_texts()


# -- The turn and the end --------------------------------------------------------------------------


def test_a_seat_passed_over_comes_back() -> None:
    """A turn (book): a blocked seat plays again once another's tail has moved away."""
    moves = (
        ["c7-c9", "f5-c5", "Tc6-g6^5", "Tf4-d4^2", "Th6-h4^2", "Td3-h3^3", "Ti4-i6^3", "Ti7-g7^4"]
    )  # fmt: skip
    state = after(*moves)
    assert state.current_player() == 1
    assert state.legal_texts() == ["Ti3-i8^5"]


def test_an_expert_left_with_one_move() -> None:
    """A turn, expert: what is left is exactly this."""
    state = after("d5-d7", "f9-i9", "Hf7-j7^5", "Td3-g3^6", variant="expert")
    assert state.current_player() == 1
    assert state.legal_texts() == ["Td9-d4^5"]


def test_of_two_with_fewest_rings_left_the_higher_head_wins() -> None:
    """The end (book): 2, 2, 1 and 1 rings are left."""
    state = finished(scores=(8, 8, 9, 9), heads=(6, 3, 4, 5))
    assert state.ranks() == [3, 4, 2, 1]


def test_equal_in_rings_and_head_they_share() -> None:
    """The end: the place is shared and the next one skips."""
    assert finished(scores=(9, 9, 8, 8), heads=(5, 5, 3, 2)).ranks() == [1, 1, 3, 4]
    assert finished(scores=(7, 7, 7, 7), heads=(2, 2, 2, 2)).ranks() == [1, 1, 1, 1]


def finished(scores: tuple[int, ...], heads: tuple[int, ...]) -> empile.State:
    state = empile.load("block-ness", players=4).new_state()
    state.array["score"][0] = scores
    state.array["head_height"][0] = heads
    state.array["seat"][0] = empile.TERMINAL
    return state


def test_the_tail_does_not_count_for_the_height() -> None:
    """The end: a ring laid at the tail leaves the height under the head."""
    state = after("f5-h5", "c10-f10", "Tf6-f8^3")
    assert state.field("head_height")[0] == 1
    state.apply_text("Hg10-g8^2")
    state.apply_text("Hh6-h8^2")
    assert state.field("head_height")[:2] == [2, 2]


def test_the_scores_are_the_rings_laid() -> None:
    """The end: the start ring counts; the tie-break changes no score."""
    state = after("f5-h5", "c10-f10", "Tf6-f8^3")
    assert state.scores() == [2, 1]


def test_equal_rings_of_a_set_are_one_move() -> None:
    """A turn: and laying one leaves the other."""
    rings = [["2.1", "2.2", "2.2"]] * 4
    state = after("f5-h5", "c10-e10", rings=rings)
    assert state.legal_texts().count("Hi5-i7^2") == 1
    assert len(state.legal_texts()) == len(set(state.legal_texts()))
    assert state.position()["reserves"][0] == ["2.2", "2.2"]
    state.apply_text("Hi5-i7^2")
    assert state.position()["reserves"][0] == ["2.2"]


# -- What is written ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "c3", "c3e3", "c3-e3 ", " c3-e3", "C3-e3", "c03-e3", "c3-e3^1", "Hc3-e3", "Hd5-d8^0",
     "Hd5-d8^10", "hd5-d8^4", "Xd5-d8^4", "Hd5-d8^4\n", "~c3-e3", "?", "ç3-e3", "c3-e3-g3"],
)  # fmt: skip
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move of Block Ness"):
        after().apply_text(text)


def test_moves_at_the_wrong_time_or_in_no_hole() -> None:
    start, play = after(), after("f5-h5", "c10-f10")
    assert refusal(start, "Hd5-d8^4")[0] == "illegal.start_first"
    assert refusal(play, "c3-e3")[0] == "illegal.start_laid"
    with pytest.raises(IllegalActionError, match=r"first: [0-9.]+ is not possible yet"):
        start.apply_action(play.legal_actions()[0])
    with pytest.raises(IllegalActionError, match="placed: c3-e3 is no longer possible"):
        play.apply_action(start.text_to_action("c3-e3"))
    assert refusal(start, "z3-z5") == ("illegal.no_hole", "there is no hole z3 in this lake")
    assert refusal(start, "c13-c11")[0] == "illegal.no_hole"
    assert refusal(play, "Hi5-j6^2") == ("illegal.crooked", "no ring reaches from i5 to j6")
    assert refusal(play, "Hi5-i5^2")[0] == "illegal.crooked"
    assert refusal(play, "Hi5-i7^6") == (
        "illegal.no_such_ring",
        "you have no 2.6 ring in reserve",
    )


def test_holes_of_the_widest_lake() -> None:
    """Notation: columns to z, rows to 26."""
    lake = {"columns": 26, "rows": 26, "zones": {n: ["a1", "z26"] for n in "234"}}
    state = after("z26-z24", "a1-d1", lake=lake)
    assert state.position()["tails"] == ["z26", "a1"]
    assert refusal(state, "Hz27-z25^2")[0] == "illegal.no_hole"
    state.apply_text("Hz23-z21^2")
    assert state.position()["heads"] == ["z21", "d1"]
