"""Worked cases of On Top: a turn, holes, circles.

Rule numbers are those of the game's README; "Book" marks the examples of the printed rules. The
compiled rules and the reference play every case (``situations.py``). See also
``test_setting_up.py`` and ``test_endings.py``.
"""

from __future__ import annotations

import pytest

from empile.engine.errors import IllegalActionError, NotationError
from tests.games.on_top.situations import (
    ONE_ABOVE,
    ONE_RIGHT,
    PLENTY,
    TWO_BELOW,
    TWO_LEFT,
    Situation,
)


def refusal(situation: Situation, text: str) -> str:
    """Return the key of the reason for which a move is refused."""
    with pytest.raises(IllegalActionError) as refused:
        situation.state.apply_text(text)
    assert refused.value.reason is not None
    return refused.value.reason.key


# -- A turn ----------------------------------------------------------------------------------------


def test_a_tile_is_drawn_before_each_lay() -> None:
    """Rule 1: each tile in the bag equally likely; it leaves the bag when drawn."""
    situation = Situation(board="house")
    assert situation.state.is_chance_node()
    odds = dict(situation.state.chance_outcomes())
    assert sorted(odds.values()) == pytest.approx([2 / 34] * 2 + [3 / 34] * 10)
    situation.draw("WYBR")
    assert situation.position["tile"] == "BRWY"
    assert situation.position["bag"]["BRWY"] == 2
    assert situation.state.current_player() == 0
    situation.state.apply_text("U12D12 BRWY")
    assert situation.state.is_chance_node()
    assert situation.position["seat"] == 1
    assert situation.position["tile"] is None


@pytest.mark.parametrize(
    "text", ["~WYBR", "~brwy", "~BRWY ", "~ BRWY", "BRWY", "~BRW", "~BBRR", "~"]
)
def test_only_the_name_draws_a_tile(text: str) -> None:
    """Notation: ``~`` and the smaller of a tile's two readings, nothing else."""
    situation = Situation()
    with pytest.raises((NotationError, IllegalActionError)):
        situation.state.apply_text(text)


def test_what_is_not_in_the_bag_is_not_drawn() -> None:
    """Rule 1: the third BRWY is the last."""
    situation = Situation("U12D12 BRWY", "U14D13 BRWY", "U03D03 BRWY", board="house")
    assert "BRWY" not in situation.position["bag"]
    with pytest.raises(IllegalActionError):
        situation.state.apply_text("~BRWY")


def test_the_first_tile_touches_a_triangle_along_a_side() -> None:
    """Rule 2 (book): a corner is not enough."""
    situation = Situation(board="house").draw("BRWY")
    beside = {"D03", "D12", "D13", "U52", "U53", "U62"}
    for text in situation.state.legal_texts():
        assert {text[:3], text[3:6]} & beside
    # U04 meets the triangle on U13 only in the corner 1,4.
    assert refusal(situation, "U04D04 BRWY") == "illegal.alone"
    assert refusal(situation, "U33D33 BRWY") == "illegal.alone"
    assert refusal(situation, "U13D13 BRWY") == "illegal.black_there"


def test_later_tiles_touch_a_tile_or_a_triangle() -> None:
    """Rule 2 (book): of any tile laid, along a side."""
    situation = Situation("U12D12 BRWY").draw("BRWY")
    texts = situation.state.legal_texts()
    assert "U22D22 BRWY" in texts  # U22 next to D12
    assert "U53D53 BRWY" in texts  # next to the triangle on D52
    assert refusal(situation, "U32D22 BRWY") == "illegal.alone"
    assert refusal(situation, "U12D11 BRWY") == "illegal.tile_there"


def test_each_place_takes_a_tile_in_two_ways() -> None:
    """Rule 1: turned by half, never flipped over."""
    situation = Situation(board="house").draw("BRWY")
    texts = situation.state.legal_texts()
    places = {text[:6] for text in texts}
    assert len(places) == 12
    assert set(texts) == {f"{place} {way}" for place in places for way in ("BRWY", "WYBR")}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("U12D12 BYWR", "illegal.other_tile"),
        ("U12D12 BWRY", "illegal.other_tile"),
        ("U12D12 RWYB", "illegal.other_tile"),
        ("U99D99 BRWY", "illegal.no_cell"),
        ("U12D53 BRWY", "illegal.no_place"),
        ("U12D13 BRWY", "illegal.no_place"),
    ],
)
def test_moves_that_are_refused(text: str, key: str) -> None:
    """Rules 1 and 2: the tile in hand, not flipped over, on two cells that share a side."""
    assert refusal(Situation().draw("BRWY"), text) == key


@pytest.mark.parametrize(
    "text",
    ["D12U12 BRWY", "U12D12BRWY", "U12D12  BRWY", "U12 D12 BRWY", "u12d12 brwy", "U12D12 BRW",
     "U12D12 BBRW", " U12D12 BRWY", "U12D12 BRWY ", "U12D12 BRWY\n", "U12D12", "", "~BRWY", "U1 2D12 BRWY",
     "U١2D12 BRWY", "U112D12 BRWY", "U12D12-BRWY"],
)  # fmt: skip
def test_a_move_has_one_text(text: str) -> None:
    """Notation: the U cell, the D cell, a space, the colours; nothing else is read."""
    with pytest.raises((NotationError, IllegalActionError)):
        Situation().draw("BRWY").state.apply_text(text)


@pytest.mark.parametrize(
    ("move", "segments"),
    [
        # The corner of the cells under an acute corner counts once, under an obtuse one twice.
        ("U33D33 BYRW", {"3,3": "B", "4,3": "YY", "4,4": "R", "3,4": "WW"}),
        ("U33D32 BYRW", {"3,4": "B", "3,3": "YY", "4,2": "R", "4,3": "WW"}),
        ("U33D23 BYRW", {"4,3": "B", "3,4": "YY", "2,4": "R", "3,3": "WW"}),
    ],
)
def test_what_corners_show(move: str, segments: dict[str, str]) -> None:
    """The pieces: one segment at a sharp corner, two at a blunt one; three ways a tile lies."""
    situation = Situation(move, start=["U34", "U43", "U24", "U42", "U23", "U32"])
    found = {
        f"{at[0]},{at[1]}": "".join(colour * n for colour, n in seen.items())
        for at in situation.reference.points
        if any((seen := situation.reference.segments(at)).values())
    }
    assert found == segments


# -- Holes -----------------------------------------------------------------------------------------


def test_a_hole_is_filled_at_once() -> None:
    """Rule 3 (book): the cell has no empty neighbour; outside the board nothing is empty."""
    situation = Situation("U50D50 BYRW", start=["U60"])
    assert situation.position["black"] == ["U60"], "a start is no hole"
    situation = Situation("U61D60 WYBR", "U51D50 BWRY", start=["D51"])
    assert situation.effects["filled"] == ["U60"]
    assert situation.position["black"] == ["D51", "U60"]
    assert situation.position["reserve"] == 8


def test_two_empty_cells_are_no_hole() -> None:
    """Rule 3: a gap that takes a tile stays open, and is filled by one."""
    situation = Situation("U61D61 BRWY", start=["D50", "D51"])
    assert {"U60", "D60"}.isdisjoint(situation.position["black"])
    situation.draw("BRWY")
    assert "U60D60 BRWY" in situation.state.legal_texts()


TWO_HOLES = ["U23", "U24", "D42", "D43", "D32", "U03", "D15"]
"""A tile on U33D33 leaves D23 and U43 without an empty neighbour."""


@pytest.mark.parametrize(
    ("more", "black", "bare"),
    [([], {"D23", "U43"}, []), (["D20", "U61"], {"D23"}, ["U43"]), (["D20", "U61", "D62"], set(), ["D23", "U43"])],
)  # fmt: skip
def test_the_last_triangle_goes_to_the_first_name(
    more: list[str], black: set[str], bare: list[str]
) -> None:
    """Rule 3: D before U; what is left stays bare, and the reserve is never below none."""
    start = [*TWO_HOLES, *more]
    situation = Situation("U33D33 BYRW", start=start)
    assert set(situation.position["black"]) == {*start, *black}
    assert situation.position["bare"] == bare
    assert situation.position["reserve"] == max(0, 10 - len(start) - 2)
    assert situation.effects["filled"] == ["D23", "U43"]


def test_a_bare_cell_counts_as_black_for_good() -> None:
    """Rule 3: it completes circles, shows no colour, and nothing is laid on it."""
    start = ["D51", "U03", "D15", "U23", "U25", "D33", "U44", "D31", "D21", "D04"]
    situation = Situation("U61D60 WYBR", "U51D50 BWRY", start=start)
    assert situation.position["bare"] == ["U60"]
    assert situation.towers["6,1"] == "Y"
    assert situation.towers["7,0"] == "B"
    situation.draw("BRWY")
    assert refusal(situation, "U60D50 BRWY") == "illegal.bare_there"
    assert not any("U60" in text for text in situation.state.legal_texts())


def test_holes_are_filled_before_anything_is_scored() -> None:
    """Rules 3 and 4: a circle that only the hole completes is judged in the same turn."""
    situation = Situation("U61D60 WYBR", "U51D50 BWRY", start=["D51"])
    assert [circle["at"] for circle in situation.effects["circles"]] == ["6,1", "7,0"]


# -- Circles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "points"), [(2, [0, 0]), (3, [0, 0, 2]), (4, [0, 0, 2, 0])])
def test_three_red_two_yellow_one_black(players: int, points: list[int]) -> None:
    """Rule 6 (book): yellow places, red on top of it and scores 2; neutral red scores nothing."""
    situation = Situation(
        TWO_LEFT.format("BRWY"),
        TWO_BELOW.format("BYRW"),
        ONE_RIGHT.format("BYRW"),
        players=players,
        start=["U33"],
    )
    assert situation.towers == {"3,3": "YR"}
    assert situation.position["scores"] == points
    assert situation.effects["circles"] == [
        {"at": "3,3", "tower": "YR", "seat": 2 if players > 2 else None, "points": 2}
    ]
    pawns = situation.position["pawns"]
    assert pawns["Y"] == 19
    assert pawns["R"] == (19 if players > 2 else 20)
    assert pawns["B"] == 20


def test_one_blue_and_one_black_on_the_golden_border() -> None:
    """Rules 6 and 7 (book): blue alone, no second; 1 point, doubled: 2."""
    situation = Situation("U61D60 WYBR", "U51D50 BWRY", start=["D51"])
    assert situation.towers["7,0"] == "B"
    assert situation.position["scores"][0] == 2
    plain = Situation("U61D60 WYBR", "U51D50 BWRY", start=["D51"], board={**PLENTY, "golden": []})
    assert plain.position["scores"][0] == 1


def test_two_seconds() -> None:
    """Rule 6 (book): yellow two, blue and red one each: both place, yellow scores 3 on top."""
    situation = Situation(
        ONE_ABOVE.format("RYBW"),
        TWO_BELOW.format("BYRW"),
        ONE_RIGHT.format("BYRW"),
        players=3,
        start=["U33", "U23"],
    )
    assert situation.towers["3,3"] == "BRY"
    assert situation.position["scores"] == [0, 3, 0]


def test_three_seconds_in_the_colours_order() -> None:
    """Rule 6: blue, yellow, red, white in turn, including neutral ones, regardless of the mover."""
    situation = Situation(
        "U33D33 YRBW",  # one yellow
        ONE_ABOVE.format("RBWY"),  # one white
        "U23D13 BWRY",  # U23: blue
        "U32D22 YRBW",  # two red
        start=["D32"],
        players=2,
    )
    assert situation.towers["3,3"] == "BYWR"
    assert situation.position["scores"] == [0, 0], "red is neutral"


def test_blue_and_white_tied_for_most() -> None:
    """Rule 5 (book): nothing is placed, not even by red, which is second."""
    situation = Situation(
        TWO_LEFT.format("RBYW"),
        TWO_BELOW.format("BWRY"),
        ONE_RIGHT.format("BYRW"),
        players=4,
        start=["U33"],
    )
    assert situation.effects["circles"] == [{"at": "3,3", "tower": "", "seat": None, "points": 0}]
    assert situation.towers == {}
    assert situation.position["pawns"] == dict.fromkeys("BRWY", 20)


def test_a_circle_without_any_colour() -> None:
    """Rule 5: two black cells at a corner; no pawn is placed."""
    situation = Situation("U50D50 BRWY", start=["D60", "U51"])
    assert situation.effects["filled"] == ["U60"]
    told = {circle["at"]: circle["tower"] for circle in situation.effects["circles"]}
    assert told == {"6,0": "R", "7,0": ""}
    assert situation.position["scores"] == [0, 0], "red is neutral"


def test_one_tile_two_circles() -> None:
    """Rules 3, 4, 6 and 7: U60 turns black; 6,1 with four yellow, then 7,0 with one blue."""
    situation = Situation("U61D60 WYBR", "U51D50 BWRY", start=["D51"])
    assert situation.effects == {
        "circles": [
            {"at": "6,1", "tower": "Y", "seat": 1, "points": 1},
            {"at": "7,0", "tower": "B", "seat": 0, "points": 2},
        ],
        "filled": ["U60"],
        "over": False,
    }
    assert situation.position["scores"] == [2, 1]


def test_who_laid_the_tile_does_not_matter() -> None:
    """Rule 6: seat 0 lays it, seat 1 scores."""
    situation = Situation("U50D50 BYRW", start=["U60"])
    assert situation.towers == {"6,0": "Y"}
    assert situation.position["scores"] == [0, 2]
    assert situation.position["seat"] == 1


def test_a_circle_is_judged_once() -> None:
    """Rule 4: what lies round it is complete and does not change."""
    situation = Situation("U50D50 BYRW", start=["U60"])
    situation.lay("U51D51 BYRW", "U40D40 BRYW")
    assert situation.towers["6,0"] == "Y"
    assert situation.position["pawns"]["Y"] + "".join(situation.towers.values()).count("Y") == 20
