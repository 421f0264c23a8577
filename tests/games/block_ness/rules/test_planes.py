"""Tests of the tensors, recomputed from views."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import empile
from tests.games.block_ness.reference import hole
from tests.support.games import Variant, single_steps, variants
from tests.support.planes import assert_planes, clockwise, marked, on_board, ones, seat_marked


class Zone:
    """The holes in use, by row and column from the corner with the smallest coordinates."""

    def __init__(self, corners: list[str]) -> None:
        (self._column, self._row), (column, row) = map(hole, corners)
        self.size = (row - self._row + 1, column - self._column + 1)

    def place(self, name: str) -> tuple[int, int]:
        column, row = hole(name)
        return row - self._row, column - self._column

    def area(self, corners: list[str]) -> dict[tuple[int, int], float]:
        return ones(self.between(*corners))

    def between(self, near: str, far: str) -> list[tuple[int, int]]:
        """Return the holes from one corner to another: those of a ring, both feet among them."""
        (row, column), (last_row, last_column) = sorted([self.place(near), self.place(far)])
        return [(r, c) for r in range(row, last_row + 1) for c in range(column, last_column + 1)]


def distance_and_height(ring: str) -> tuple[int, int]:
    distance, height = ring.split(".")
    return int(distance), int(height)


def reserves(
    view: dict[str, Any],
    setting: dict[str, Any],
    seat: int,
    most: int,
    kinds: list[tuple[int, int]],
) -> Any:
    """Return the rings left but for the start ring, by kind."""
    left = Counter(map(distance_and_height, view["reserves"][seat]))
    if view["heads"][seat] is None:
        left[distance_and_height(setting["rings"][seat][0])] -= 1
    return [left[kind] / most for kind in kinds]


def expected(state: empile.State, seat: int) -> dict[str, Any]:
    view, setting = state.view(seat), state.game.presenter.board_setup()
    seats = state.game.num_players
    zone = Zone(view["zone"])
    place = zone.place
    rings = view["rings"]
    in_set = len(setting["rings"][0])
    top: dict[tuple[int, int], float] = {}
    feet: list[dict[tuple[int, int], float]] = [{} for _ in range(seats)]
    # East, north, west, south.
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    other_foot: list[dict[tuple[int, int], float]] = [{} for _ in ways]
    laid: dict[tuple[int, int], float] = {}
    standing: dict[str, int] = {}
    for number, ring in enumerate(rings):
        near, far = ring["feet"]
        for at in zone.between(near, far):
            top[at] = max(top.get(at, 0.0), ring["height"] / 9)
        for count, (one, other) in enumerate(((near, far), (far, near)), start=1):
            feet[ring["seat"]][place(one)] = ring["height"] / 9
            rows, columns = (b - a for a, b in zip(place(one), place(other), strict=True))
            distance = abs(rows) + abs(columns)
            way = ways.index((rows // distance, columns // distance))
            other_foot[way][place(one)] = distance / 11
            laid[place(one)] = (2 * number + count) / (2 * in_set * seats)
            standing[one] = ring["height"]
    most = max(n for kinds in setting["rings"] for n in Counter(kinds[1:]).values())
    kinds = sorted({distance_and_height(ring) for own in setting["rings"] for ring in own[1:]})
    starts = [
        (0, 0) if head else (distance / 11, height / 9)
        for head, (distance, height) in zip(
            view["heads"],
            [distance_and_height(kinds[0]) for kinds in setting["rings"]],
            strict=True,
        )
    ]
    scores = [sum(ring["seat"] == other for ring in rings) / in_set for other in range(seats)]

    def boards(by_seat: list[dict[tuple[int, int], float]]) -> list[Any]:
        return clockwise([on_board(zone.size, one) for one in by_seat], seat, seats)

    return {
        **(
            {}
            if setting["deep"] == view["zone"]
            else {"deep": on_board(zone.size, zone.area(setting["deep"]))}
        ),
        "top": on_board(zone.size, top),
        "heads": boards([ones([place(h)] if h else []) for h in view["heads"]]),
        "tails": boards([ones([place(t)] if t else []) for t in view["tails"]]),
        "feet": boards(feet),
        "other_foot": [on_board(zone.size, one) for one in other_foot],
        "reserves": clockwise(
            [reserves(view, setting, other, most, kinds) for other in range(seats)],
            seat,
            seats,
        ),
        "start_rings": clockwise(starts, seat, seats),
        "scores": clockwise(scores, seat, seats),
        "head_heights": clockwise(
            [standing[head] / 9 if head else 0 for head in view["heads"]], seat, seats
        ),
        "to_act": seat_marked(view["seat"], seat, seats, seats),
        "stage": marked(3, ["start", "play", "over"].index(view["stage"])),
        "laid": on_board(zone.size, laid),
    }


@pytest.mark.parametrize("variant", variants("block-ness"), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_observe_matches_view(variant: Variant, seed: int) -> None:
    for step in single_steps(variant.game(), seed):
        for seat in range(step.state.game.num_players):
            wanted = expected(step.state, seat)
            assert_planes(
                step.state.game.information_planes, step.state.information_state(seat), wanted
            )
