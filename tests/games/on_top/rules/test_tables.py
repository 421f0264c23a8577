"""Worked cases of On Top: the initial state. Each docstring quotes its rule."""

from __future__ import annotations

import pytest

import empile
from empile.engine.perft import perft
from tests.games.on_top.reference import COLOURS
from tests.games.on_top.situations import Situation


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
