"""Worked cases of On Top: last pawns, the full board, the winner, teams.

Each docstring quotes its rule. Pawns left and points are set directly, since no short game leads
there.
"""

from __future__ import annotations

from typing import Any

import pytest

import empile
from tests.games.on_top.reference import COLOURS
from tests.games.on_top.situations import (
    ONE_ABOVE,
    ONE_RIGHT,
    TWO_BELOW,
    TWO_LEFT,
    Situation,
)

# -- The last pawn ---------------------------------------------------------------------------------


def before_red_wins(players: int, **options: Any) -> Situation:
    """The next tile is ONE_RIGHT with red: it completes 3,3 with the tower YR."""
    return Situation(
        TWO_LEFT.format("BRWY"),
        TWO_BELOW.format("BYRW"),
        start=["U33"],
        players=players,
        **options,
    )


def test_a_last_pawn_wins_whatever_the_points() -> None:
    """Rules 8, 10 and 11: red has 2 points, blue had 50; the others are ranked by points."""
    situation = before_red_wins(4).left(R=1).scored(50, 0, 0, 9)
    situation.lay(ONE_RIGHT.format("BYRW"))
    result = situation.state.result()
    assert result is not None
    assert result.reason == "last-pawn"
    assert result.winners == [2]
    assert result.scores == [30, -19, 2, -11]
    assert result.ranks == [2, 4, 1, 3]
    assert situation.position["seat"] is None
    assert situation.position["scores"] == [30, -19, 2, -11]
    assert situation.state.legal_texts() == []


def test_a_second_can_place_the_last_pawn() -> None:
    """Rules 8 and 11: yellow had one left, so red gets no pawn on top, and no points."""
    situation = before_red_wins(3).left(Y=1).lay(ONE_RIGHT.format("BYRW"))
    result = situation.state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("last-pawn", [1])
    assert situation.towers == {"3,3": "Y"}
    assert situation.effects["circles"] == [{"at": "3,3", "tower": "Y", "seat": None, "points": 0}]
    assert result.scores == [-20, 0, -20]
    assert result.ranks == [2, 1, 2]


def test_in_version_1_the_top_pawn_came_with_a_seconds_last_pawn() -> None:
    """Rule 8 as it was: red still scores."""
    situation = before_red_wins(3, rules_version=1).left(Y=1).lay(ONE_RIGHT.format("BYRW"))
    result = situation.state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("last-pawn", [1])
    assert situation.towers == {"3,3": "YR"}
    assert result.scores == [-20, 0, 2 - 19]
    assert result.ranks == [3, 1, 2]


def test_the_marker_is_no_pawn_to_place() -> None:
    """Rule 8: the game ends when the twentieth lies, and not one later."""
    situation = before_red_wins(3).left(Y=2).lay(ONE_RIGHT.format("BYRW"))
    assert situation.state.result() is None
    assert situation.position["pawns"]["Y"] == 1


@pytest.mark.parametrize(
    ("version", "winners", "scores", "ranks"),
    [(1, [2], [-20, 30, 2], [3, 2, 1]), (2, [1], [-20, 3, 29], [3, 1, 2])],
)
def test_the_seconds_last_pawn_comes_before_the_top_ones(
    version: int, winners: list[int], scores: list[int], ranks: list[int]
) -> None:
    """Rule 8: yellow and red have one left each; red never places its last, with version 1 it won."""
    points = (0, 30, 0) if version == 1 else (0, 3, 30)
    situation = before_red_wins(3, rules_version=version).left(Y=1, R=1).scored(*points)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert (result.winners, result.ranks) == (winners, ranks)
    assert result.scores == scores
    assert situation.position["pawns"]["R"] == version - 1


def two_seconds(players: int, **options: Any) -> Situation:
    """The next tile, ONE_RIGHT with red, completes 3,3 with the tower BRY."""
    return Situation(
        ONE_ABOVE.format("RYBW"),
        TWO_BELOW.format("BYRW"),
        start=["U33", "U23"],
        players=players,
        **options,
    )


@pytest.mark.parametrize(
    ("points", "winners", "ranks"),
    [([9, 99, 3], [0], [1, 2, 3]), ([3, 0, 9], [2], [2, 3, 1]), ([5, 99, 5], [0, 2], [1, 3, 1])],
)
def test_of_two_last_pawns_below_the_better_one_wins(
    points: list[int], winners: list[int], ranks: list[int]
) -> None:
    """Rule 11: more points win, equal ones share.

    Whose last pawn does not win is ranked with the others.
    """
    situation = two_seconds(3).left(B=1, R=1).scored(*points)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert result.reason == "last-pawn"
    assert situation.towers == {"3,3": "BR"}
    assert (result.winners, result.ranks) == (winners, ranks)


@pytest.mark.parametrize("yellow", [1, 2])
def test_red_wins_by_score_whatever_yellow_has(yellow: int) -> None:
    """Rule 11: points 3, 40 and 4; blue's and red's last pawns, yellow scores nothing on top."""
    situation = two_seconds(3).left(B=1, R=1, Y=yellow).scored(3, 40, 4)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert result.winners == [2]
    assert result.scores == [3, 40 - yellow, 4]


DEDUCTING: list[dict[str, Any]] = [{"neutral_out": "deduct"}, {"rules_version": 1}]


def test_after_a_neutral_last_pawn_most_points_win() -> None:
    """Rules 8 and 10: neutral red's last pawn; nothing is deducted."""
    situation = before_red_wins(2).left(R=1, B=12, Y=8).scored(5, 3)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("neutral-out", [0])
    assert result.scores == situation.position["scores"] == [5, 3]
    assert situation.towers == {"3,3": "YR"}


@pytest.mark.parametrize("options", DEDUCTING, ids=str)
def test_unused_pawns_can_be_deducted_then(options: dict[str, Any]) -> None:
    """Rule 10: yellow leads after a point for each unused pawn."""
    situation = before_red_wins(2, **options).left(R=1, B=12, Y=8).scored(5, 3)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("neutral-out", [1])
    assert result.scores == [5 - 12, 3 - 7]
    assert result.ranks == [2, 1]


@pytest.mark.parametrize(
    ("option", "scores", "winners"), [("points", [7, 10], [1]), ("deduct", [4, -2], [0])]
)
def test_a_neutral_second_ends_the_game_before_the_top_pawn(
    option: str, scores: list[int], winners: list[int]
) -> None:
    """Rules 8 and 10: blue and neutral red are second; red's last pawn, so yellow scores nothing."""
    situation = two_seconds(2, neutral_out=option).left(R=1, B=4, Y=12).scored(7, 10)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("neutral-out", winners)
    assert result.scores == situation.position["scores"] == scores
    assert situation.towers == {"3,3": "BR"}
    assert situation.position["pawns"] == {"B": 3, "R": 0, "W": 21, "Y": 12}


def test_a_seats_last_pawn_goes_before_a_neutral_one() -> None:
    """Rule 11: both are second at the same crossing: blue wins by the last pawn, all is deducted."""
    situation = two_seconds(2).left(R=1, B=1).scored(0, 99)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("last-pawn", [0])
    assert result.scores == [0, 99 - 20]


def test_a_last_pawn_ends_the_turn_before_later_circles() -> None:
    """Rule 8: 6,1 is judged first, by yellow's last pawn; 7,0 is complete and judged no more."""
    situation = Situation("U61D60 WYBR", start=["D51"]).left(Y=1)
    situation.lay("U51D50 BWRY")
    assert situation.towers == {"6,1": "Y"}
    assert situation.position["scores"] == [-20, 1]
    assert situation.effects["over"]
    # The hole was filled before: that comes first.
    assert situation.position["black"] == ["D51", "U60"]
    # The other way round both are judged: blue's last pawn is placed on the later one.
    both = Situation("U61D60 WYBR", start=["D51"]).left(B=1).lay("U51D50 BWRY")
    assert both.towers == {"6,1": "Y", "7,0": "B"}
    assert both.position["scores"] == [2, 1 - 19]


def test_circles_are_judged_from_the_top_row_then_from_the_left() -> None:
    """Rule 4: one tile closes 0,4 and 1,4 ... in a row, after 0,5 above; it shows when pawns run out."""
    moves = ("U14D13 RYBW", "U03D03 YRWB")
    last = "U05D04 YWBR"
    start = ["U13", "D52"]
    whole = Situation(*moves, last, start=start)
    order = [circle["at"] for circle in whole.effects["circles"]]
    assert order == sorted(order, key=lambda at: (-int(at[2]), int(at[0])))
    assert len(order) >= 2
    for number, circle in enumerate(whole.effects["circles"]):
        colour = circle["tower"][-1:]
        if not colour:
            continue
        cut = Situation(*moves, start=start).left(**{colour: 1}).lay(last)
        told = [one["at"] for one in cut.effects["circles"]]
        first = next(k for k, one in enumerate(whole.effects["circles"]) if colour in one["tower"])
        assert told == order[: first + 1], (number, colour)


# -- The end ---------------------------------------------------------------------------------------

# A board of five cells in a row: after U00 two tiles fill it.
ROW = {
    "cells": ["U00", "D00", "U10", "D10", "U20"],
    "golden": [],
    "start": ["U00"],
    "tiles": {"BRWY": 1, "BYWR": 1, "WBYR": 1},
}


def test_the_game_ends_when_the_board_is_full() -> None:
    """Rules 9 and 10: unused pawns cost a point each, and scores may be negative."""
    situation = Situation("U10D00 BRWY", board=ROW)
    assert situation.state.result() is None
    situation.lay("U20D10 WBYR")
    result = situation.state.result()
    assert result is not None
    assert result.reason == "board-full"
    assert max(result.scores) < 0
    pawns = situation.position["pawns"]
    told = [circle for circle in situation.effects["circles"] if circle["tower"]]
    assert told
    assert situation.position["tile"] is None
    assert situation.position["seat"] is None
    assert situation.position["bag"] == {"BYWR": 1}
    points = [score + pawns[colour] for score, colour in zip(result.scores, "BY", strict=True)]
    towers = situation.towers.values()
    expected = [sum(len(t) for t in towers if t[-1] == colour) for colour in "BY"]
    assert points == expected


def test_an_empty_bag_ends_the_game_too() -> None:
    """Rule 9: a board of one's own may have fewer tiles than fit."""
    situation = Situation("U10D00 BRWY", board={**ROW, "tiles": {"BRWY": 1}})
    result = situation.state.result()
    assert result is not None
    assert result.reason == "board-full"
    assert situation.position["bag"] == {}


def test_a_last_pawn_on_the_last_tile() -> None:
    """Rules 8 and 9: an ending by pawns comes before the full board."""
    full = Situation("U10D00 BRWY", "U20D10 WBYR", board=ROW)
    colour = next(t[-1] for t in full.towers.values() if t[-1] in "BY")
    situation = Situation("U10D00 BRWY", board=ROW)
    left = situation.position["pawns"][colour] - full.position["pawns"][colour]
    result = situation.left(**{colour: left}).lay("U20D10 WBYR").state.result()
    assert result is not None
    assert result.reason == "last-pawn"
    assert result.winners == ["BY".index(colour)]


@pytest.mark.parametrize(
    ("pawns", "winners", "ranks"),
    [((9, 5), [1], [2, 1]), ((5, 9), [0], [1, 2]), ((7, 7), [0, 1], [1, 1])],
)
def test_ties_go_to_fewer_unused_pawns(
    pawns: tuple[int, int], winners: list[int], ranks: list[int]
) -> None:
    """Rule 11: equal points after the deduction; still equal, they share."""
    full = Situation("U10D00 BRWY", "U20D10 WBYR", board=ROW)
    used = [20 - full.position["pawns"][colour] for colour in "BY"]
    won = [score + 20 - n for score, n in zip(full.state.scores(), used, strict=True)]
    situation = Situation("U10D00 BRWY", board=ROW)
    placed = [20 - situation.position["pawns"][colour] for colour in "BY"]
    so_far = situation.state.scores()
    situation.left(**{c: pawns[s] + used[s] - placed[s] for s, c in enumerate("BY")})
    situation.scored(*(100 + pawns[s] - won[s] + so_far[s] for s in range(2)))
    result = situation.lay("U20D10 WBYR").state.result()
    assert result is not None
    assert result.scores == [100, 100]
    assert (result.winners, result.ranks) == (winners, ranks)


def test_seats_that_share_a_place_share_its_number() -> None:
    """Rule 11: and the next place skips."""
    situation = before_red_wins(4).left(R=1).scored(30, 31, 0, 31).left(Y=11, W=10, B=11)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert result.scores == [19, 21, 2, 21]
    assert result.ranks == [4, 2, 1, 2]


# -- Teams -----------------------------------------------------------------------------------------


def test_a_partners_last_pawn_wins_for_both() -> None:
    """Rule 12: red's wins for blue too; each seat keeps its own score."""
    situation = before_red_wins(4, teams=True).left(R=1).scored(0, 90, 0, 90)
    result = situation.lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert result.winners == [0, 2]
    assert result.ranks == [1, 2, 1, 2]
    assert result.scores == [-20, 71, 2, 70]
    assert situation.state.returns() == [1.0, -1.0, 1.0, -1.0]


@pytest.mark.parametrize(("version", "winners"), [(1, [0, 2]), (2, [1, 3])])
def test_a_seconds_last_pawn_comes_before_the_other_teams_top_one(
    version: int, winners: list[int]
) -> None:
    """Rule 8: yellow's last pawn; red's would be the last too, and won with version 1."""
    situation = before_red_wins(4, teams=True, rules_version=version).left(R=1, Y=1)
    result = situation.scored(0, 90, 0, 90).lay(ONE_RIGHT.format("BYRW")).state.result()
    assert result is not None
    assert result.winners == winners


@pytest.mark.parametrize(
    ("points", "winners", "ranks"),
    [
        ([0, 0, 90, 0], [0, 2], [1, 2, 1, 2]),
        ([90, 50, 0, 60], [1, 3], [2, 1, 2, 1]),
        # White, on top, places nothing: it has 20 pawns left, as red has.
        ([10, 10, 10, 10], [0, 1, 2, 3], [1, 1, 1, 1]),
    ],
)
def test_both_teams_at_once_below_the_better_sum_wins(
    points: list[int], winners: list[int], ranks: list[int]
) -> None:
    """Rule 12: blue's and yellow's last pawns, both second to white."""
    situation = Situation(
        ONE_ABOVE.format("RYBW"),
        TWO_BELOW.format("BWRY"),
        start=["U33", "U23"],
        players=4,
        teams=True,
    )
    situation.left(B=1, Y=1).scored(*points).lay(ONE_RIGHT.format("BRYW"))
    assert situation.towers["3,3"] == "BY"
    result = situation.state.result()
    assert result is not None
    assert result.reason == "last-pawn"
    assert result.scores == [points[0], points[1], points[2] - 20, points[3] - 20]
    assert (result.winners, result.ranks) == (winners, ranks)


@pytest.mark.parametrize(
    ("more", "winners"), [((0, 0, 1, 0), [0, 2]), ((0, 1, 0, 0), [1, 3]), ((0, 0, 0, 0), [1, 3])]
)
def test_teams_add_up_points_and_then_pawns(
    more: tuple[int, int, int, int], winners: list[int]
) -> None:
    """Rule 12: sums after the deduction; ties go to fewer unused pawns together."""
    situation = Situation("U10D00 BRWY", board=ROW, players=4, teams=True)
    full = Situation("U10D00 BRWY", "U20D10 WBYR", board=ROW, players=4, teams=True)
    used = [situation.position["pawns"][c] - full.position["pawns"][c] for c in COLOURS]
    won = [
        a - b
        for a, b in zip(full.reference.raw_scores, situation.reference.raw_scores, strict=True)
    ]
    unused = [9, 4, 7, 8]  # 16 and 12
    situation.left(**{c: unused[s] + used[s] for s, c in enumerate(COLOURS)})
    situation.scored(*(30 + unused[s] - won[s] + more[s] for s in range(4)))
    result = situation.lay("U20D10 WBYR").state.result()
    assert result is not None
    assert result.scores == [30 + extra for extra in more]
    assert result.winners == winners


def test_teams_that_are_equal_in_all_share() -> None:
    """Rule 12: both are first."""
    situation = Situation("U10D00 BRWY", board=ROW, players=4, teams=True)
    full = Situation("U10D00 BRWY", "U20D10 WBYR", board=ROW, players=4, teams=True)
    used = [situation.position["pawns"][c] - full.position["pawns"][c] for c in COLOURS]
    won = [
        a - b
        for a, b in zip(full.reference.raw_scores, situation.reference.raw_scores, strict=True)
    ]
    situation.left(**{c: (9, 8, 5, 6)[s] + used[s] for s, c in enumerate(COLOURS)})
    situation.scored(*((19, 28, 35, 26)[s] - won[s] for s in range(4)))
    result = situation.lay("U20D10 WBYR").state.result()
    assert result is not None
    assert result.scores == [10, 20, 30, 20]
    assert result.ranks == [1, 1, 1, 1]
    assert situation.state.returns() == [0.0] * 4


def test_without_a_neutral_colour_none_can_run_out() -> None:
    """Rule 8: with four seats every last pawn is a seat's."""
    assert "neutral-out" not in empile.load("on-top", players=4).end_reasons
    assert "neutral-out" in empile.load("on-top", players=3).end_reasons
