"""Worked cases of Blox, continued: drawing, phases, the end.

Rule numbers are those of the game's README.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError
from tests.games.blox.situations import after, situation
from tests.support.chances import odds_of

STANDING = "a1=W a9=W"
"""Two towers of the height of phase 1, out of the way: no phase passes."""


# -- Drawing ---------------------------------------------------------------------------------------


def test_as_many_are_drawn_as_were_discarded_after_every_action() -> None:
    """A turn; what is often forgotten (book): the hand is filled up to five."""
    state = after(situation(STANDING, "d5=0", ["WGGBM", "WWWWW"]), "d5-c5 W")
    assert state.current_player() == empile.CHANCE
    assert state.chance_actions_left() == 1
    for bad in ("~WW", "~", "~hand WGBMM", "/ W"):
        with pytest.raises((NotationError, IllegalActionError)):
            state.clone().apply_text(bad)
    state.apply_text("~M")
    assert state.current_player() == 1
    assert state.position()["hands"][0] == "GGBMM"


def test_an_exhausted_pile_stays_empty_until_a_card_is_needed() -> None:
    """Rule 13: it is not refilled at once."""
    state = situation(STANDING, "d5=0", ["WGGBM", "WWWWW"], deck="M", discard="WWW")
    state = after(state, "d5-c5 W", "~M")
    assert state.position()["deck"] == dict.fromkeys("WGBM", 0)
    assert state.position()["discard"] == {"W": 4, "G": 0, "B": 0, "M": 0}
    state = after(state, "/ W", "~W")
    assert state.position()["deck"] == {"W": 4, "G": 0, "B": 0, "M": 0}
    assert state.position()["discard"] == dict.fromkeys("WGBM", 0)


def test_one_event_draws_across_a_refill() -> None:
    """Rule 13: all that was left in the pile, the rest from the refilled one."""
    state = situation(STANDING, "", ["WWGGB", "WWWWW"], deck="BM", discard="GM")
    state = after(state, "/ WWGG")
    # The pile refilled holds this turn's cards too: WWGG and GM.
    for impossible in ("~WWGG", "~WGBB", "~BMMM", "~WWWB", "~BBMM"):
        with pytest.raises(IllegalActionError):
            state.clone().apply_text(impossible)
    with pytest.raises((NotationError, IllegalActionError)):
        state.clone().apply_text("~BMWG")
    for possible in ("~WWBM", "~GGBM", "~WGBM", "~WBMM"):
        filled = state.clone()
        filled.apply_text(possible)
        assert filled.position()["hands"][0] == "".join(
            sorted("B" + possible[1:], key="WGBM".index)
        )
        assert sum(filled.position()["deck"].values()) == 4
        assert filled.position()["discard"] == dict.fromkeys("WGBM", 0)


def test_the_odds_of_a_draw_are_exact() -> None:
    """Rule 13: every card of the pile as likely; counted with binomials."""
    state = after(situation("", "", ["WWGGB", "WWWWW"], deck="BM", discard="GM"), "/ WWGG")
    # B and M for certain, then two of W W G G G M.
    assert odds_of(state, "~WWBM") == Fraction(1, comb(6, 2))
    assert odds_of(state, "~WGBM") == Fraction(6, comb(6, 2))
    fresh = after(situation("", "", ["WWGGB", "WWWWW"], deck="WWWGGBBM"), "/ WWG")
    assert odds_of(fresh, "~WWG") == Fraction(3 * 2, comb(8, 3))
    assert odds_of(fresh, "~GBM") == Fraction(2 * 2 * 1, comb(8, 3))


def test_others_see_how_many_are_drawn_not_which() -> None:
    """Luck, and what is hidden: a hand and the pile; the discards are public."""
    state = after(situation(STANDING, "", ["WWGGB", "WWWWW", "BBBBB"]), "/ WWG")
    event = state.read_text("~BMM")
    seen = [state.game.notation.redacted_text(state, event, seat) for seat in (0, 1, 2, None)]
    assert seen == ["~BMM", "~???", "~???", "~???"]
    state.apply_event(event)
    assert state.view(1)["hands"] == ["?????", "WWWWW", "?????"]
    assert state.view(None)["hands"] == ["?????"] * 3
    assert state.view(1)["deck"] == 60 - 15 - 3
    assert state.view(1)["discard"] == {"W": 2, "G": 1, "B": 0, "M": 0}


# -- Phases ----------------------------------------------------------------------------------------


def test_a_phase_passes_when_one_tower_of_its_height_is_left() -> None:
    """Rule 10 (book): at once, before the draw."""
    towers = "d5=G a1=W i9=W b9=WW h1=WW"
    state = situation(towers, "c5=0", ["WGGBM", "WWWWW"])
    state = after(state, "c5xd5 G")
    assert state.position()["phase"] == 1, "two are left"
    state = situation("d5=G a1=W b9=WW h1=WW", "c5=0", ["WGGBM", "WWWWW"])
    state = after(state, "c5xd5 G")
    assert state.is_chance_node()
    assert state.position()["phase"] == 2, "one is left, and the cards are not drawn yet"


def test_it_is_looked_at_after_every_action() -> None:
    """Rule 10: whatever the action was; one and none are alike."""
    for towers in ("a1=W b9=WW h1=WW", "b9=WW h1=WW"):
        state = situation(towers, "", ["WGGBM", "WWWWW"])
        assert after(state, "/ W").position()["phase"] == 2


def test_several_phases_pass_in_one_action() -> None:
    """Rule 10: the towers of the next height are few as well."""
    state = situation("d5=G a1=W b9=WW h1=WWWW h9=WWWW", "c5=0", ["WGGBM", "WWWWW"])
    state = after(state, "c5xd5 G")
    assert state.position()["phase"] == 4
    assert state.position()["last_round"] is False
    last = situation("d5=G a1=W b9=WW h1=WWW h9=WWWW", "c5=0", ["WGGBM", "WWWWW"])
    last = after(last, "c5xd5 G")
    assert last.position()["phase"] == 4
    assert last.position()["last_round"] is True, "from phase 1 to the last round in one action"


def test_a_phase_is_held_by_two_towers() -> None:
    """Rule 10: the next one stops the cascade."""
    state = situation("d5=G a1=W b9=WW h1=WW", "c5=0", ["WGGBM", "WWWWW"])
    assert after(state, "c5xd5 G").position()["phase"] == 2


def test_a_tower_just_built_counts() -> None:
    """Rule 10: after the action. A tower of 2 built in phase 1 holds phase 2 later."""
    state = situation(
        "a1=W b9=WW", "e5=0", ["GGBMM", "WWWWW"], blocks=["GG", ""]
    )  # fmt: skip
    state = after(state, "e5= GG")
    assert state.position()["phase"] == 2, "the second tower of 2 stands already"


def test_a_phase_never_goes_back() -> None:
    """Rule 10: new low towers do not restore an earlier phase."""
    towers = "a1=W a9=W i1=W b9=WWW h1=WWW"
    state = after(situation(towers, "", ["WGGBM", "WWWWW"], phase=3), "/ W", "~W")
    assert state.position()["phase"] == 3


# -- The end ---------------------------------------------------------------------------------------


def last_one(seat: int, **more: object) -> empile.State:
    """Three seats, phase 4; the seat to act can take the last but one tower of 4."""
    hands = ["WWWWW", "BBBBB", "MMMMM"]
    hands[seat] = "GGGGW"
    return situation(
        "d5=GGGG a1=WWWW", f"c5={seat}", hands, seat=seat, phase=4, round=7, **more  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_last_round_gives_all_equal_turns(seat: int) -> None:
    """Rule 11 (book): on until the seat before seat 0 has played."""
    state = after(last_one(seat), "c5xd5 GGGG")
    assert state.position()["last_round"] is True
    assert state.position()["phase"] == 4
    state = after(state, "~GGGG")
    for later in range(seat + 1, 3):
        assert state.current_player() == later
        letter = state.position()["hands"][later][0]
        state = after(state, f"/ {letter}", f"~{letter}")
    assert state.is_terminal()
    result = state.result()
    assert result is not None
    assert result.reason == "last-round"
    assert result.scores == [4 if other == seat else 0 for other in range(3)]
    assert state.position()["seat"] is None
    assert state.position()["round"] == 7, "the round last played"


def test_the_last_draw_is_made_too() -> None:
    """A turn: after every action, the last of the game too."""
    state = after(last_one(2), "c5xd5 GGGG")
    assert state.current_player() == empile.CHANCE
    assert not state.is_terminal()
    assert after(state, "~GGGG").is_terminal()


def test_a_last_round_stays_one() -> None:
    """Rule 10: whatever stands later, and under phase 4 to the end."""
    state = situation(
        "d5=GGGG a1=WWWW b9=WWWW", "e5=1", ["WWWWW", "BBBBB"], seat=1, phase=4,
        last_round=True, blocks=["", "BBBBB"], round=3,
    )  # fmt: skip
    assert "e5= BBBBB" in state.legal_texts()
    state = after(state, "e5= BBBBB", "~GGGGG")
    assert state.is_terminal()
    result = state.result()
    assert result is not None
    assert result.reason == "last-round"


def test_the_round_limit_ends_the_game_as_it_stands() -> None:
    """Options (house): after so many rounds; a round is one turn of every seat."""
    state = situation(STANDING, "", ["WWWWW", "BBBBB"], round=5, round_limit=5)
    state = after(state, "/ W", "~W")
    assert state.current_player() == 1
    state = after(state, "/ B", "~B")
    result = state.result()
    assert result is not None
    assert result.reason == "round-limit"
    assert state.position()["last_round"] is False
    assert state.position()["round"] == 5


def test_when_both_hold_it_is_the_last_round() -> None:
    """Rule 11: reason last-round."""
    state = after(last_one(2, round_limit=7), "c5xd5 GGGG", "~GGGG")
    result = state.result()
    assert result is not None
    assert result.reason == "last-round"


def test_points_decide_then_blocks_then_they_share() -> None:
    """Rule 11: ranked by points, by blocks in front of them; equal in both they share."""

    def ranks(points: list[int], blocks: list[str]) -> list[int]:
        state = situation(
            STANDING, "", ["MMMMM"] * 2 + ["WWWWW"] if len(points) == 3 else ["WWWWW"] * 2,
            seat=len(points) - 1, points=points, blocks=blocks, round_limit=1,
        )  # fmt: skip
        return after(state, "/ W", "~W").ranks()

    assert ranks([3, 5, 4], ["WWWWWW", "", "W"]) == [3, 1, 2]
    assert ranks([5, 5, 4], ["W", "WWG", "WWWWWW"]) == [2, 1, 3]
    assert ranks([5, 5, 4], ["WW", "GB", ""]) == [1, 1, 3]
    assert ranks([0, 0], ["", ""]) == [1, 1]
    assert ranks([0, 70, 0], ["GGGGGGGGGG", "", "BBB"]) == [2, 1, 3]
