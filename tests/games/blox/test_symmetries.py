"""Symmetries of cities; that they hold for each variant is in the suite."""

from __future__ import annotations

import random

import pytest

import empile
from empile.engine.symmetries.mirrored_games import first_difference
from tests.games.blox.layouts import mirrored_layout
from tests.support.games import Variant


@pytest.mark.parametrize("players", [2, 3, 4])
def test_standard_city_has_a_half_turn(players: int) -> None:
    game = empile.load("blox", players=players)
    assert [symmetry.name for symmetry in game.symmetries] == ["identity", "rotate-180"]


def test_other_cities_may_have_none() -> None:
    assert len(Variant("blox", "2 other layout").game().symmetries) == 1


@pytest.mark.parametrize("players", [2, 3])
def test_mirrored_cities_are_played_alike(players: int) -> None:
    for seed in range(3):
        layout = mirrored_layout(random.Random(seed))
        game = empile.load("blox", players=players, layout=layout, round_limit=12)
        assert [symmetry.name for symmetry in game.symmetries] == ["identity", "reflect-90"]
        stream = empile.new_stream(seed)
        assert first_difference(game, game.symmetries[1], stream, eager=0.5) is None


def test_towers_must_be_as_symmetric_as_colours() -> None:
    layout = mirrored_layout(random.Random(1))
    marks = [list(row) for row in layout["squares"]]
    tall = [(k, c) for k, row in enumerate(marks) for c in range(4) if row[c] in "234"]
    a, b = tall[0]
    c, d = next((row, column) for row, column in tall if marks[row][column] != marks[a][b])
    marks[a][b], marks[c][d] = marks[c][d], marks[a][b]
    swapped = {**layout, "squares": ["".join(row) for row in marks]}
    assert len(empile.load("blox", layout=swapped).symmetries) == 1
