"""Worked cases of On Top: the initial state, and invalid options.

Each docstring quotes its rule.
"""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import OptionError
from empile.engine.perft import perft
from tests.games.on_top.reference import COLOURS, house_board
from tests.games.on_top.situations import PLENTY, Situation


def refused_options(**options: Any) -> str:
    with pytest.raises(OptionError) as refused:
        empile.load("on-top", **options)
    return str(refused.value)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pawns_of_seats_and_of_neutral_colours(players: int) -> None:
    """Setting up: 20 to place for a seat, for one marks its score; 21 for a neutral colour."""
    position = Situation(players=players, board="house").position
    expected = {c: 20 if COLOURS.index(c) < players else 21 for c in COLOURS}
    assert position["pawns"] == expected
    assert position["scores"] == [0] * players
    assert position["seat"] == 0
    assert position["tile"] is None
    assert position["black"] == ["D52", "U13"]
    assert position["reserve"] == 8
    assert sum(position["bag"].values()) == 34
    colours = empile.load("on-top", players=players).presenter.board_setup()["colours"]
    assert [colour["letter"] for colour in colours] == ["B", "Y", "R", "W"]
    assert [colour["seat"] for colour in colours] == [*range(players), *[None] * (4 - players)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 7, 2021])
def test_perft_whatever_the_seed(players: int, seed: int) -> None:
    """Rules 1 and 2: twelve places and two ways at first; the tile drawn does not matter."""
    game = empile.load("on-top", players=players)
    assert [perft(game, depth, seed) for depth in (1, 2, 3)] == [24, 696, 22960]


def test_triangles_of_the_start_are_taken_from_the_ten() -> None:
    """Setting up, options: any order, kept as given; the reserve is ten less these."""
    start = ["U33", "D22", "U61"]
    situation = Situation(start=start)
    assert situation.game.options["start"] == start
    assert situation.game.presenter.board_setup()["start"] == start
    assert situation.position["black"] == ["D22", "U33", "U61"]
    assert situation.position["reserve"] == 7
    assert Situation(start=["U33"]).position["reserve"] == 9


def test_holes_of_the_start_are_filled_before_the_first_turn() -> None:
    """Rule 3, options: their triangles come from the ten too; complete circles count as judged."""
    situation = Situation(start=["D50", "D60"])
    assert situation.position["black"] == ["D50", "D60", "U60"]
    assert situation.position["reserve"] == 7
    assert situation.position["towers"] == {}
    assert situation.game.presenter.board_setup()["filled"] == ["D50", "D60", "U60"]
    # 7,0 lies between D60 and U60: complete before the first turn, and never judged again.
    situation.lay("U61D51 BRWY")
    assert "7,0" not in situation.towers


def test_a_hole_of_the_start_may_stay_bare() -> None:
    """Rule 3, options: if the start takes all ten triangles."""
    start = ["D50", "D60", "D22", "D24", "D33", "U04", "U15", "U22", "U35", "D43"]
    situation = Situation(start=start)
    assert situation.position["bare"] == ["U60"]
    assert situation.position["reserve"] == 0
    assert situation.position["black"] == sorted(start)


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (["U13", "U13"], "U13"),
        (["U13", "U99"], "U99"),
        (["U13", "D33", "U00"], "U00"),
        ([], "1 to 10"),
        (house_board()["cells"][:11], "11"),
        (["u13"], "u13"),
        (["U13D12"], "U13D12"),
        ([13], "13"),
        ("U13", "list"),
        (None, "list"),
        ({"U13": 1}, "list"),
    ],
)
def test_starts_that_are_refused(start: Any, told: str) -> None:
    """Options: one to ten different cells of the board; a repeated or unknown one is an error."""
    assert told in refused_options(start=start)


def test_the_start_of_a_board_is_the_default_of_the_option() -> None:
    """Options: without ``start`` the board's own is laid."""
    board = {**PLENTY, "start": ["U40", "D14"]}
    assert empile.load("on-top", board=board).options["start"] == ["U40", "D14"]
    assert empile.load("on-top", board=board, start=["U33"]).options["start"] == ["U33"]
    assert empile.load("on-top").options["start"] == ["U13", "D52"]


SMALL = {"cells": ["U00", "D00", "U10"], "golden": [], "start": ["U00"], "tiles": {"BRWY": 1}}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cells": ["U00", "D00", "U10", "U00"]}, "U00"),
        ({"cells": ["U00", "D00", "U1"]}, "U1"),
        ({"cells": ["U00", "D00", "X10"]}, "X10"),
        ({"cells": ["U00", "D00", "U55"]}, "U55"),
        ({"cells": []}, "cells"),
        ({"cells": "U00"}, "list"),
        ({"golden": ["5,5"]}, "5,5"),
        ({"golden": ["0,0", "0,0"]}, "0,0"),
        ({"golden": ["0, 0"]}, "0, 0"),
        ({"golden": [[0, 0]]}, "0"),
        ({"start": ["U22"]}, "U22"),
        ({"start": ["D00"]}, "no tile"),
        ({"start": []}, "1 to 10"),
        ({"tiles": {}}, "at least one"),
        ({"tiles": {"BRWY": 0}}, "at least one"),
        ({"tiles": {"WYBR": 1}}, "WYBR"),
        ({"tiles": {"BBBB": 1}}, "BBBB"),
        ({"tiles": {"BRWY": -1}}, "BRWY"),
        ({"tiles": {"BRWY": 21}}, "BRWY"),
        ({"tiles": {"BRWY": True}}, "BRWY"),
        ({"tiles": {"BRWY": 1.0}}, "BRWY"),
        ({"tiles": ["BRWY"]}, "tiles"),
        ({"seats": 3}, "exactly"),
    ],
)
def test_boards_that_are_refused(change: dict[str, Any], told: str) -> None:
    """Options: a board object has cells that hang together, golden spots, a start, tiles."""
    empile.load("on-top", board=SMALL)
    assert told in refused_options(board={**SMALL, **change})


@pytest.mark.parametrize("key", ["cells", "golden", "start", "tiles"])
def test_boards_that_lack_something_are_refused(key: str) -> None:
    """Options: a board object says all four."""
    refused_options(board={name: value for name, value in SMALL.items() if name != key})


@pytest.mark.parametrize("players", [2, 3])
def test_teams_are_for_four(players: int) -> None:
    """Rule 12, options: an error with two or three seats."""
    assert "to be 4" in refused_options(players=players, teams=True)
    assert not empile.load("on-top", players=players).options["teams"]
    assert empile.load("on-top", players=4, teams=True).teams == [0, 1, 0, 1]
