"""Tests of the tensors, recomputed from views."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import empile
from empile.games.on_top.rules.components import TILES, corners, data_of, tile_corners, tile_name
from tests.support.games import Variant, single_steps, variants
from tests.support.planes import assert_planes, clockwise, marked, on_board, seat_marked

LETTERS = "BYRW"


def colours_of(seat: int, seats: int) -> str:
    """Return the colours in the order in which ``seat`` sees them: its own, others', neutral ones."""
    return LETTERS[seat:seats] + LETTERS[:seat] + LETTERS[seats:]


class Field:
    """A board, as large as the greatest coordinates of its cells demand."""

    def __init__(self, cells: list[str]) -> None:
        self._rows, self._columns = (1 + max(int(cell[k]) for cell in cells) for k in (2, 1))

    def cells(self, values: dict[str, float]) -> list[Any]:
        """Return the cells that point up, then those that point down, by row and column."""
        size = self._rows, self._columns
        return [
            on_board(size, {(int(c[2]), int(c[1])): v for c, v in values.items() if c[0] == kind})
            for kind in "UD"
        ]

    def crossings(self, values: dict[str, float]) -> Any:
        """Return a board of the crossings, by row and column."""
        placed: dict[tuple[int, int], float] = {}
        for point, value in values.items():
            x, y = point.split(",")
            placed[int(y), int(x)] = value
        return on_board((self._rows + 1, self._columns + 1), placed)


def expected(state: empile.State, seat: int) -> dict[str, Any]:
    view, game = state.view(seat), state.game
    seats = game.num_players
    data = data_of(game.options["board"])
    board = Field(data["cells"])
    field, crossings = board.cells, board.crossings
    order = colours_of(seat, seats)
    in_order = str.maketrans(order, LETTERS)
    laid: dict[str, float] = {}
    corner: list[dict[str, float]] = [{}, {}, {}]
    segments: dict[str, dict[str, float]] = {colour: {} for colour in LETTERS}
    for number, text in enumerate(view["laid"], start=1):
        cells, colours = text.split(" ")
        up, down = cells[:3], cells[3:]
        lies = dict(
            zip(tile_corners(up, down), zip(colours, (1, 2, 1, 2), strict=True), strict=True)
        )
        for point, (colour, count) in lies.items():
            there = segments[colour]
            there[str(point)] = there.get(str(point), 0.0) + count / 6
        for cell in (up, down):
            laid[cell] = number / (len(data["cells"]) // 2)
            for k, point in enumerate(corners(cell)):
                corner[k][cell] = (order.index(lies[point][0]) + 1) / 4
    empty = set(data["cells"]) - {*laid, *view["black"], *view["bare"]}
    waiting: dict[str, float] = {}
    for cell in empty:
        for point in corners(cell):
            waiting[str(point)] = waiting.get(str(point), 0) + 1
    towers = view["towers"]
    tile = [marked(4, order.index(letter)) for letter in view["tile"] or ""] or np.zeros((4, 4))
    bag = {tile_name(name.translate(in_order)): count for name, count in view["bag"].items()}
    most = max(data["tiles"].values())
    return {
        "empty": field(dict.fromkeys(empty, 1)),
        "tiles": field(dict.fromkeys(laid, 1)),
        "black": field(dict.fromkeys(view["black"], 1)),
        "bare": field(dict.fromkeys(view["bare"], 1)),
        "segments": [crossings(segments[c]) for c in order],
        "waiting": crossings({point: count / 6 for point, count in waiting.items()}),
        "golden": crossings(dict.fromkeys(data["golden"], 1)),
        "pawns": [crossings({p: 1 for p, tower in towers.items() if c in tower}) for c in order],
        "tops": [crossings({p: 1 for p, tower in towers.items() if tower[-1] == c}) for c in order],
        "tile": tile,
        "bag": [bag.get(name, 0) / most for name in TILES],
        "reserve": view["reserve"] / 10,
        "pawns_left": [view["pawns"][colour] / 21 for colour in order],
        "scores": clockwise([score / 160 for score in view["scores"]], seat, seats),
        "to_act": seat_marked(view["seat"], seat, seats, seats),
        "stage": marked(3, 2 if state.is_terminal() else 1 if view["tile"] else 0),
        "laid": field(laid),
        "corners": [field(values) for values in corner],
    }


@pytest.mark.parametrize("variant", variants("on-top"), ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_observe_matches_view(variant: Variant, seed: int) -> None:
    """From all seats, at every point of small boards and now and then on the great ones."""
    steps = list(single_steps(variant.game(), seed, eager=0.5 * seed))
    for step in [*steps[:: 1 + len(steps) // 40], steps[-1]]:
        for seat in range(step.state.game.num_players):
            wanted = expected(step.state, seat)
            assert_planes(
                step.state.game.information_planes, step.state.information_state(seat), wanted
            )
