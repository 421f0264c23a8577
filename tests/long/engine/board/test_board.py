"""Layouts of states, and the tensors that follow from them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from empile.engine.board import Board, Cells, kinds, levels, number, owners, place
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.planes import size_of, split_planes
from tests.support.climb import Climb
from tests.support.games import random_match

CELLS = Cells.grid(columns=3, rows=2)


def rules_of(board: Board, seats: int) -> Any:
    @inline
    def current(params: StructRef, s: StructRef) -> int:
        return int(s.seat)

    rules: Any = ModuleType("rules")
    rules.STATE = struct_dtype([("seat", "i1"), *board.fields])
    rules.MAX_SEATS = seats
    rules.current = current
    return rules


def observed(board: Board, seats: int, seat: int, **values: Any) -> dict[str, list[Any]]:
    """Return the planes of a state with these values; seat 1 acts."""
    rules = rules_of(board, 4)
    s: Any = np.zeros(1, rules.STATE)
    s["seat"] = 1
    for name, value in values.items():
        s[name][0] = value
    params: Any = np.zeros(1, struct_dtype([("seats", "u1")]))
    params["seats"] = seats
    planes = board.planes(seats)
    out = np.full(size_of(planes), np.nan, np.float32)
    board.tensor(rules)[1](params[0], s[0], seat, out)
    return {name: part.tolist() for name, part in split_planes(planes, out).items()}


def test_owners_are_seen_own_first_then_clockwise() -> None:
    board = Board(CELLS, cell=owners(4))
    seen = observed(board, 3, 1, cell=[0, 1, 2, 3, 0, 2])
    assert seen["cell"] == [
        [[0, 0, 1], [0, 0, 1]],
        [[0, 0, 0], [1, 0, 0]],
        [[0, 1, 0], [0, 0, 0]],
    ]
    assert seen["to_act"] == [1, 0, 0]
    assert observed(board, 3, 2, cell=[0] * 6)["to_act"] == [0, 0, 1]


def test_numbered_pieces_have_a_board_each() -> None:
    board = Board(CELLS, cell=owners(4, each=2))
    seen = observed(board, 2, 1, cell=[4, 0, 0, 0, 0, 1])
    assert seen["cell"] == [
        [[[0, 0, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 0]]],
        [[[0, 0, 0], [0, 0, 1]], [[0, 0, 0], [0, 0, 0]]],
    ]


def test_levels_kinds_and_places_have_a_board_for_each_value() -> None:
    board = Board(CELLS, height=levels(2), piece=kinds("pawn", "king"), last=place(CELLS))
    seen = observed(board, 2, 0, height=[1, 2, 0, 0, 0, 1], piece=[0, 0, 2, 0, 0, 0], last=6)
    assert seen["height"] == [[[1, 0, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 0]]]
    assert seen["piece"] == [[[0, 0, 0], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]]]
    assert seen["last"] == [[0, 0, 0], [0, 0, 1]]
    assert observed(board, 2, 0)["last"] == [[0, 0, 0], [0, 0, 0]]


def test_numbers_are_fractions_of_the_most() -> None:
    board = Board(
        CELLS, turns=number(8), held=number(4, least=-4, per_seat=4), pile=number(10, length=2)
    )
    assert [field[0] for field in board.fields] == ["turns", "held", "pile"]
    seen = observed(board, 3, 2, turns=2, held=[1, 2, -4, 0], pile=[5, 10])
    assert seen["turns"] == [0.25]
    assert seen["held"] == [-1, 0.25, 0.5]
    assert seen["pile"] == [0.5, 1]


def test_named_cells_are_a_row() -> None:
    cells = Cells.named({"left": (0, 0), "right": (1, 0)})
    board = Board(cells, cell=owners(4))
    assert observed(board, 2, 0, cell=[2, 0])["cell"] == [[0, 0], [1, 0]]
    assert not board.planes(2)[0].board


def test_state_must_have_the_fields() -> None:
    rules = rules_of(Board(CELLS, cell=owners(2)), 2)
    for board in (Board(CELLS, other=owners(2)), Board(CELLS, cell=number(3))):
        with pytest.raises(ValueError, match="STATE needs a field"):
            board.tensor(rules)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_planes_have_the_seats_of_the_game(seats: int) -> None:
    """The tensors of a game with fewer seats are shorter, and written completely."""
    game = Climb(players=seats)
    assert game.observation_planes[0].shape == (seats, 2, 5, 5)
    state = random_match(game, 1, 30).state
    for seat in range(seats):
        seen = split_planes(game.observation_planes, state.observation(seat))
        workers = state.position()["worker"]
        for own in range(seats):
            cells = [cell for cell, who in workers.items() if who[0] == f"{(seat + own) % seats}"]
            assert seen["worker"][own].sum() == len(cells)
        assert seen["to_act"].tolist().index(1) == (state.current_player() - seat) % seats
        assert np.isfinite(state.information_state(seat)).all()
