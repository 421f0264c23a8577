"""Seatings of a round are complete and balanced."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import empile
from empile.arena.schedule import round_of
from empile.bots.sprt import seatings


@pytest.mark.parametrize(
    ("players", "entrants", "games"), [(2, 2, 2), (2, 5, 20), (3, 2, 6), (3, 4, 24), (4, 3, 36)]
)
def test_round_of_is_complete_and_unique(players: int, entrants: int, games: int) -> None:
    found = round_of(empile.load("block-ness", players=players), entrants)
    assert len(found) == len(set(found)) == games
    assert {len(set(way)) for way in found} == {min(players, entrants)}


@pytest.mark.parametrize(("players", "entrants"), [(2, 4), (3, 2), (3, 5), (4, 3), (4, 4)])
def test_round_of_is_balanced(players: int, entrants: int) -> None:
    found = round_of(empile.load("block-ness", players=players), entrants)
    seats = Counter((seat, who) for way in found for seat, who in enumerate(way))
    assert set(seats.values()) == {len(found) // entrants}
    pairs = Counter(
        (one, other, way[one], way[other])
        for way in found
        for one, other in permutations(range(players), 2)
        if way[one] != way[other]
    )
    assert len(set(pairs.values())) == 1
    assert len(pairs) == players * (players - 1) * entrants * (entrants - 1)


def test_round_of_two_entrants_matches_duel() -> None:
    game = empile.load("block-ness", players=3)
    duel = {tuple(0 if first else 1 for first in way) for way in seatings(game)}
    assert set(round_of(game, 2)) == duel


def test_round_of_keeps_teams_together() -> None:
    found = round_of(empile.load("cairn", players=4, teams=True), 3)
    assert sorted(found) == [(i, j, i, j) for i, j in permutations(range(3), 2)]


def test_round_of_rotates_the_sides() -> None:
    found = round_of(empile.load("block-ness", players=3), 4)
    for first in range(0, len(found), 3):
        one, two, three = found[first : first + 3]
        assert two == one[-1:] + one[:-1]
        assert three == two[-1:] + two[:-1]
