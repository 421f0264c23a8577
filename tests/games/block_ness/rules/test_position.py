"""Worked cases of positions from which a game of Block Ness begins."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import empile
from empile.engine.errors import Reason
from empile.games.block_ness.rules.components import MAX_COLUMNS
from tests.games.block_ness.solo.starts import WORKED

Change = Callable[[dict[str, Any]], None]


def solo(position: dict[str, Any], **options: Any) -> empile.State:
    return empile.load("block-ness", players=1, **options).state_from_position(position)


def changed(position: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(position), **changes}


def ring(seat: int | None, near: str, far: str, height: int) -> dict[str, Any]:
    return {"seat": seat, "feet": [near, far], "height": height}


def after(*moves: str, **options: Any) -> dict[str, Any]:
    """Return the position of a game for two or more after ``moves``."""
    match = empile.Match(empile.load("block-ness", **options))
    for move in moves:
        match.play(move)
    return match.state.position()


def test_legal_moves_of_the_worked_case() -> None:
    legal = solo(WORKED).legal_texts()
    assert "Hd7-d9^2" in legal
    assert "Hd7-f7^2" not in legal, "f7 lies under an arch"


def test_solo_is_solved_when_the_hand_is_empty() -> None:
    state = solo(changed(WORKED, reserves=[["2.2"]]))
    state.apply_text("Hd7-d9^2")
    result = state.result()
    assert result is not None
    assert result == ([0], [1], [1], "solved")
    assert state.returns() == [1.0]
    assert state.position()["stage"] == "over"


def test_solo_is_stuck_without_a_legal_move() -> None:
    state = solo(changed(WORKED, zone=["d4", "f8"], reserves=[["5.1"]]))
    assert state.result() == ([], [0], [2], "stuck")
    assert state.returns() == [-1.0]


def test_solo_with_an_empty_hand_is_over_at_once() -> None:
    assert solo(changed(WORKED, reserves=[[]])).result() == ([0], [0], [1], "solved")


def test_solo_needs_a_start() -> None:
    with pytest.raises(empile.OptionError, match="begins from a position"):
        empile.load("block-ness", players=1).new_state()


def test_own_rings_need_not_form_a_chain() -> None:
    rings = [ring(0, "c3", "c5", 2), ring(0, "h3", "j3", 9), ring(None, "e5", "e7", 1)]
    state = solo(changed(WORKED, rings=rings, heads=["h3"], tails=["c5"]))
    assert any(text.startswith("Hh4-") for text in state.legal_texts())
    assert any(text.startswith("Tc6-") for text in state.legal_texts())


def test_expert_and_colour_are_options_of_a_solo_game() -> None:
    state = solo(WORKED, variant="expert", colours=[2])
    assert all(
        text[:3] in ("Hd8", "Hf6", "Hb6", "Td2", "Tf4", "Tb4") for text in state.legal_texts()
    )
    assert "violet" in state.to_svg()


def test_hand_may_hold_rings_that_no_box_has() -> None:
    state = solo(changed(WORKED, reserves=[["11.9", "1.1", "1.1", "7.8"] * 3]))
    assert state.position()["reserves"] == [sorted(["11.9", "1.1", "1.1", "7.8"] * 3)]


def test_the_next_seat_acts_if_the_seat_to_act_cannot() -> None:
    moves = [
        "c7-c9",
        "f5-c5",
        "Tc6-g6^5",
        "Tf4-d4^2",
        "Th6-h4^2",
        "Td3-h3^3",
        "Ti4-i6^3",
        "Ti7-g7^4",
    ]
    position = after(*moves)
    game = empile.load("block-ness")
    assert position["seat"] == 1
    assert game.state_from_position(position).legal_texts() == ["Ti3-i8^5"]
    other = game.state_from_position({**position, "seat": 0})
    assert other.current_player() in (0, 1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"stage": "start"}, "start rings are still to be laid"),
        ({"stage": "over"}, "in which it is over"),
        ({"stage": "later"}, "'stage' must be one of"),
        ({"seat": None}, "'seat' must be the seat to act"),
        ({"seat": 1}, "'seat' must be a whole number from 0 to 0"),
        ({"zone": ["j10", "c3"]}, "lower left hole first"),
        ({"zone": ["c3", "m12"]}, "not a hole there"),
        ({"zone": ["c3"]}, "list of 2 items"),
        ({"zone": ["e4", "j10"]}, "not a hole there"),
        ({"rings": [ring(0, "d4", "e6", 1)]}, "in one row or column"),
        ({"rings": [ring(0, "d4", "d4", 1)]}, "in one row or column"),
        ({"rings": [ring(0, "d4", "d6", 10)]}, "'height' must be a whole number from 1 to 9"),
        ({"rings": [ring(1, "d4", "d6", 1)]}, "'seat' must be a whole number from 0 to 0"),
        ({"rings": [{"seat": 0, "feet": ["d4", "d6"]}]}, "exactly 'seat', 'feet' and 'height'"),
        ({"rings": [ring(0, "d4", "d6", 1), ring(None, "d6", "f6", 2)]}, "d6, which is not free"),
        (
            {"rings": [ring(0, "d4", "d6", 2), ring(None, "c5", "e5", 2)]},
            "where a ring of height 2",
        ),
        ({"rings": [ring(0, "d4", "d6", 1), ring(None, "d5", "f5", 2)]}, "d5, which is not free"),
        ({"rings": [ring(None, "d4", "d6", 1)]}, "must be a foot of one of its rings"),
        (
            {"rings": [ring(0, "d4", "d6", 1), ring(None, "c6", "e6", 2)]},
            "the end of seat 0 in d6 lies under an arch",
        ),
        ({"heads": ["d5"]}, "'heads' of seat 0 must be a foot"),
        ({"tails": [None]}, "'tails' of seat 0 must be a foot"),
        ({"heads": ["d4"]}, "must be in different holes"),
        ({"reserves": [["2.2"] * 13]}, "at most 12 rings"),
        ({"reserves": [["12.2"]]}, "write a ring as d.h"),
        ({"reserves": [["2.2", 3]]}, "write a ring as d.h"),
        ({"reserves": []}, "list of 1 items"),
    ],
)
def test_refused_solo_positions(change: dict[str, Any], why: str) -> None:
    with pytest.raises(empile.PositionError, match=why):
        solo(changed(WORKED, **change))


def lose_a_ring(position: dict[str, Any]) -> None:
    position["reserves"][0].pop()


def gain_a_ring(position: dict[str, Any]) -> None:
    position["reserves"][1].append("9.9")


def enlarge_the_zone(position: dict[str, Any]) -> None:
    position["zone"] = ["a1", "l12"]


def lift_the_last_ring(position: dict[str, Any]) -> None:
    position["rings"].pop()


def add_an_obstacle(position: dict[str, Any]) -> None:
    position["rings"][0]["seat"] = None


def give_a_ring_away(position: dict[str, Any]) -> None:
    position["rings"][0]["seat"] = 1


def swap_heads(position: dict[str, Any]) -> None:
    position["heads"].reverse()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lose_a_ring, "are not the orange set: .* missing"),
        (gain_a_ring, "are not the black set: 9.9 too many"),
        (enlarge_the_zone, "the zone for 2 seats is c3 to j10"),
        (lift_the_last_ring, "'heads' of seat 0 must be a foot"),
        (add_an_obstacle, "'seat' must be a whole number from 0 to 1"),
        (give_a_ring_away, "'tails' of seat 0 must be a foot"),
        (swap_heads, "'heads' of seat 0 must be a foot"),
    ],
)
def test_refused_positions_of_two(change: Change, why: str) -> None:
    position = after("d5-d7", "f9-i9", "Hd8-d10^4")
    change(position)
    with pytest.raises(empile.PositionError, match=why):
        empile.load("block-ness").state_from_position(position)


def test_an_unlaid_start_ring_is_refused() -> None:
    position = after("d5-d7", "f9-i9", "Hd8-d10^4")
    position["reserves"][0].remove("2.2")
    position["reserves"][0].append("2.1")
    position["rings"][0]["height"] = 2
    with pytest.raises(
        empile.PositionError, match=r"start ring 2\.1 of seat 0 must be in the lake"
    ) as refused:
        empile.load("block-ness").state_from_position(position)
    wanted = Reason("fault.start_ring", {"colour": "orange", "distance": 2})
    assert refused.value.reason == wanted


def test_a_seat_without_rings_misses_its_start_ring() -> None:
    position = after("d5-d7", "f9-i9")
    position["rings"].pop()
    position["heads"][1] = position["tails"][1] = None
    position["reserves"][1].insert(2, "3.1")
    with pytest.raises(empile.PositionError, match="seat 1 has no ring in the lake") as refused:
        empile.load("block-ness").state_from_position(position)
    assert refused.value.reason == Reason("fault.start_ring", {"colour": "black", "distance": 3})


def test_a_full_lake_of_the_largest_size_is_refused_in_words() -> None:
    lake = {"columns": 26, "rows": 26, "zones": {n: ["a1", "z26"] for n in "234"}}
    letters = [chr(ord("a") + column) for column in range(MAX_COLUMNS)]
    rings = [ring(0, f"{c}{row}", f"{c}{row + 1}", 1) for row in range(1, 26, 2) for c in letters]
    position = changed(WORKED, rings=rings, zone=["a1", "z26"], heads=["a1"], tails=["a2"])
    with pytest.raises(empile.PositionError, match="at most 80 rings"):
        solo(position, lake=lake)
