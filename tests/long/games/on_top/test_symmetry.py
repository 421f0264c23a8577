"""Symmetries of On Top: half-turns of the default board, and permutations of colours.

A game and its image have the same legal moves, and the same towers until pawns or triangles run
out: then the order of circles and holes matters.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import empile
from empile.engine.symmetries.mirrored_games import first_difference
from empile.engine.symmetries.symmetry import Symmetry, symmetry_of
from empile.games.on_top.rules.components import board_of
from tests.games.on_top.reference import COLOURS, default_board, tile_name
from tests.support.games import Variant, random_match

seeds = st.integers(0, 2**32)
EVEN = {**default_board(), "tiles": dict.fromkeys(default_board()["tiles"], 3)}
"""As many of each tile: else another colour would have other odds."""


@cache
def even(players: int) -> empile.Game:
    return empile.load("on-top", players=players, board=EVEN)


def turned_point(text: str) -> str:
    x, y = map(int, text.split(","))
    return f"{7 - x},{6 - y}"


def turned_cell(cell: str) -> str:
    """The corners (x, y) of a cell come to lie on (7 - x, 6 - y)."""
    return f"{'D' if cell[0] == 'U' else 'U'}{6 - int(cell[1])}{5 - int(cell[2])}"


def turned_text(text: str) -> str:
    """A tile turned with the board reads the same, from the corner that now is its U cell's."""
    if text.startswith("~"):
        return text
    up, down, colours = text[:3], text[3:6], text[7:]
    return f"{turned_cell(down)}{turned_cell(up)} {colours[2:]}{colours[:2]}"


def test_board_is_symmetric() -> None:
    board = default_board()
    assert {turned_cell(cell) for cell in board["cells"]} == set(board["cells"])
    assert {turned_point(at) for at in board["golden"]} == set(board["golden"])
    assert {turned_cell(cell) for cell in board["start"]} == set(board["start"])


@pytest.mark.parametrize("players", [2, 3, 4])
@given(seed=seeds)
def test_rules_are_symmetric_under_half_turn(players: int, seed: int) -> None:
    game = Variant("on-top", str(players)).game()
    match = random_match(game, seed, eager=0.5)
    position = match.state.position()
    result = match.state.result()
    assume(result is not None and result.reason == "board-full" and not position["bare"])
    other = game.new_state()
    for index, event in enumerate(match.events):
        before = match.state_before(index)
        assert other.legal_texts() == sorted(map(turned_text, before.legal_texts()))
        assert other.scores() == before.scores()
        other.apply_text(turned_text(event.text))
    towers = {turned_point(at): tower for at, tower in position["towers"].items()}
    assert other.position()["towers"] == towers
    assert other.result() == result


def half_turn(game: empile.Game) -> Symmetry:
    """Return the half-turn of the default board, which holds until pawns or triangles run out."""
    planes = game.observation_planes
    rows, columns = planes[0].shape[-2:]
    cells = np.arange(2 * rows * columns)
    points = np.arange((rows + 1) * (columns + 1))
    for up in range(2):
        for y in range(rows):
            for x in range(columns):
                to = turned_cell(f"{'UD'[up]}{x}{y}")
                if "-" not in to:  # else off the board
                    cells[(up * rows + y) * columns + x] = (
                        "UD".index(to[0]) * rows + int(to[2])
                    ) * columns + int(to[1])
    for y in range(rows + 1):
        for x in range(columns + 1):
            to_x, to_y = map(int, turned_point(f"{x},{y}").split(","))
            if to_y >= 0:
                points[y * (columns + 1) + x] = to_y * (columns + 1) + to_x
    images = {
        plane.name: cells if plane.shape[-2:] == (rows, columns) else points
        for plane in planes
        if plane.board
    }
    places = board_of("house").places()
    moves = [
        places.index((turned_cell(down), turned_cell(up))) * 2 + 1 - turn
        for up, down in places
        for turn in range(2)
    ]
    actions = game.possible_actions
    return symmetry_of("rotate-180", planes, images, actions, np.array(moves)[actions])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_half_turn_is_no_exact_symmetry(players: int) -> None:
    """Most games and their images are alike; in the others order decides, so it is not offered."""
    game = Variant("on-top", str(players)).game()
    assert [symmetry.name for symmetry in game.symmetries] == ["identity"]
    turn = half_turn(game)
    found = [first_difference(game, turn, empile.new_stream(seed), eager=0.9) for seed in range(40)]
    assert 20 < found.count(None) < 40, found


@pytest.mark.parametrize("players", [2, 3, 4])
@given(seed=seeds, data=st.data())
def test_rules_are_symmetric_in_colours(players: int, seed: int, data: st.DataObject) -> None:
    """Seats may change colours among themselves, and neutral colours too."""
    seated = data.draw(st.sampled_from(list(permutations(COLOURS[:players]))))
    neutral = data.draw(st.sampled_from(list(permutations(COLOURS[players:]))))
    image = dict(zip(COLOURS, (*seated, *neutral), strict=True))

    def painted(text: str) -> str:
        letters = "".join(image[c] for c in text[-4:])
        return f"~{tile_name(letters)}" if text.startswith("~") else f"{text[:7]}{letters}"

    game = even(players)
    match = random_match(game, seed, eager=0.5)
    other = game.new_state()
    seat_of = [COLOURS.index(image[COLOURS[seat]]) for seat in range(players)]
    for index, event in enumerate(match.events):
        before = match.state_before(index)
        assert other.legal_texts() == sorted(map(painted, before.legal_texts()))
        scores = other.scores()
        assert [scores[seat_of[seat]] for seat in range(players)] == before.scores()
        other.apply_text(painted(event.text))
    for at, tower in match.state.position()["towers"].items():
        there = other.position()["towers"][at]
        assert there[-1] == image[tower[-1]]
        assert set(there) == {image[colour] for colour in tower}
    result, mirrored = match.state.result(), other.result()
    assert result is not None
    assert mirrored is not None
    assert mirrored.reason == result.reason
    assert [mirrored.ranks[seat_of[seat]] for seat in range(players)] == result.ranks
