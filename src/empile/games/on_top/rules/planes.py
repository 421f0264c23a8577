"""Tensor encoding of On Top: observation and information state planes, compiled.

Cells pointing up and down are two boards: ``U52`` and ``D52`` lie in row 2, column 5; intersection
``x,y`` in row y, column x. Colours start with the observing seat's, then clockwise, then neutral.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane, clear, from_seat, size_of
from empile.games.on_top.rules.circles import pawns_of, pawns_placed
from empile.games.on_top.rules.components import COLOURS, PAWNS, SEAT_PAWNS, SIDE, TILES, TRIANGLES
from empile.games.on_top.rules.state import (
    BARE,
    BLACK,
    COLOUR_BITS,
    END,
    KINDS,
    MAX_SEATS,
    PLANES,
    SCORED,
    SEGMENTS,
    TILE,
)

_CELL_CORNERS = 3
_CELLS_AROUND = 6
_MOST_POINTS = SEAT_PAWNS * MAX_SEATS * 2
"""Upper bound: a pawn on top of every highest tower, all golden."""

_TILE_COLOURS = np.array([[COLOURS.index(letter) for letter in name] for name in TILES], np.int8)
"""In the order of the tile's name."""


def observation_planes(seats: int, cells: tuple[int, int]) -> tuple[Plane, ...]:
    """Return the planes for a number of seats, and a board of (rows, columns) of cells."""
    field, crossings = (2, *cells), (cells[0] + 1, cells[1] + 1)
    return (
        Plane("empty", field, board=True),
        Plane("tiles", field, board=True),
        Plane("black", field, board=True),
        Plane("bare", field, board=True),
        Plane("segments", (MAX_SEATS, *crossings), board=True),  # segments of each colour
        Plane("waiting", crossings, board=True),  # empty cells around an intersection
        Plane("golden", crossings, board=True),
        Plane("pawns", (MAX_SEATS, *crossings), board=True),  # a pawn of the colour is in the tower
        Plane("tops", (MAX_SEATS, *crossings), board=True),  # the pawn on top
        Plane("tile", (4, MAX_SEATS)),  # in hand: colour of each corner, in the order of its name
        Plane("bag", (KINDS,)),  # named with the seat's order of colours
        Plane("reserve", (1,)),  # black triangles
        Plane("pawns_left", (MAX_SEATS,)),
        Plane("scores", (seats,), low=-SEAT_PAWNS / _MOST_POINTS),
        Plane("to_act", (seats,)),  # seat to draw and lay
        Plane("stage", (3,)),  # draw, lay, over
    )


def information_planes(seats: int, cells: tuple[int, int]) -> tuple[Plane, ...]:
    """Return the observation's planes, and the order and the colours of the tiles laid."""
    return (
        *observation_planes(seats, cells),
        Plane("laid", (2, *cells), board=True),  # order of laying, 1 for a full board
        # Colours in a tile's corners.
        Plane("corners", (_CELL_CORNERS, 2, *cells), board=True),
    )


OBSERVATION_PLANES = observation_planes(MAX_SEATS, (SIDE, SIDE))
INFORMATION_PLANES = information_planes(MAX_SEATS, (SIDE, SIDE))
OBSERVATION = size_of(OBSERVATION_PLANES)
INFORMATION = size_of(INFORMATION_PLANES)
assert len(INFORMATION_PLANES) == PLANES

(
    _EMPTY,
    _TILES,
    _BLACK,
    _BARE,
    _SEGMENTS,
    _WAITING,
    _GOLDEN,
    _PAWNS,
    _TOPS,
    _TILE,
    _BAG,
    _RESERVE,
    _PAWNS_LEFT,
    _SCORES,
    _TO_ACT,
    _STAGE,
    _LAID,
    _CORNERS,
) = range(PLANES)


@inline
def _at(params: StructRef, plane: int) -> int:
    return int(params.plane[np.uint64(plane)])


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    clear(out, 0, _at(params, _LAID))
    seats = int(params.seats)
    _observe_cells(params, s, out)
    _observe_crossings(params, s, seat, out)
    if int(s.tile) > 0:
        for corner in range(4):
            colour = int(_TILE_COLOURS[int(s.tile) - 1, corner])
            out[_at(params, _TILE) + corner * MAX_SEATS + _colour_from(seat, colour, seats)] = 1.0
    most = 1
    for tile in range(KINDS):
        most = max(most, int(params.bag[tile]))
    for tile in range(KINDS):
        out[_at(params, _BAG) + int(params.seen_as[seat, tile])] = int(s.bag[tile]) / most
    out[_at(params, _RESERVE)] = int(s.reserve) / TRIANGLES
    for colour in range(MAX_SEATS):
        r = _colour_from(seat, colour, seats)
        out[_at(params, _PAWNS_LEFT) + r] = pawns_of(int(s.pawns), colour) / PAWNS
        if colour < seats:
            out[_at(params, _SCORES) + r] = int(s.points[colour]) / _MOST_POINTS
    stage = int(s.stage)
    if stage != END:
        out[_at(params, _TO_ACT) + from_seat(seat, int(s.seat), seats)] = 1.0
    out[_at(params, _STAGE) + stage] = 1.0


@inline
def _colour_from(seat: int, colour: int, seats: int) -> int:
    return from_seat(seat, colour, seats) if colour < seats else colour


@inline
def _observe_cells(params: StructRef, s: StructRef, out: NDArray[np.float32]) -> None:
    for cell in range(int(params.cells)):
        at = int(params.cell_at[cell])
        on = int(s.cell[cell])
        if on < TILE:
            out[_at(params, _EMPTY) + at] = 1.0
        elif on == TILE:
            out[_at(params, _TILES) + at] = 1.0
        elif on == BLACK:
            out[_at(params, _BLACK) + at] = 1.0
        elif on == BARE:
            out[_at(params, _BARE) + at] = 1.0


@inline
def _observe_crossings(
    params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]
) -> None:
    seats = int(params.seats)
    crossings = (int(params.rows) + 1) * (int(params.columns) + 1)
    for number in range(int(params.circles)):
        at = int(params.circle_at[number])
        circle = int(s.circle[number])
        segments = circle & (SEGMENTS - 1)
        out[_at(params, _GOLDEN) + at] = int(params.golden[number])
        if circle < SCORED:
            out[_at(params, _WAITING) + at] = circle // SEGMENTS / _CELLS_AROUND
        placed = pawns_placed(int(params.scoring[0, segments])) if circle >= SCORED else 0
        for colour in range(MAX_SEATS):
            there = _colour_from(seat, colour, seats) * crossings + at
            around = segments >> (COLOUR_BITS * colour) & ((1 << COLOUR_BITS) - 1)
            out[_at(params, _SEGMENTS) + there] = around / _CELLS_AROUND
            out[_at(params, _PAWNS) + there] = pawns_of(placed, colour)
            if placed and int(params.top[segments]) == colour:
                out[_at(params, _TOPS) + there] = 1.0


@inline
def _field(params: StructRef) -> int:
    """Return the number of cells of both boards."""
    return 2 * int(params.rows) * int(params.columns)


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write the observation and the tiles in the order of laying."""
    observe(params, s, seat, out)
    clear(out, _at(params, _LAID), _at(params, _CORNERS) + _CELL_CORNERS * _field(params))
    seats = int(params.seats)
    for number in range(int(s.laid)):
        move = int(s.order[number]) // KINDS
        tile = int(s.order[number]) % KINDS
        place = move >> 1
        for half in range(2):
            cell = int(params.cover[place, half])
            at = int(params.cell_at[cell])
            out[_at(params, _LAID) + at] = (number + 1) / (int(params.cells) // 2)
            for corner in range(_CELL_CORNERS):
                for k in range(4):
                    if int(params.corner[place, k]) == int(params.corners[cell, corner]):
                        colour = int(_TILE_COLOURS[tile, (k + 2 * (move & 1)) % 4])
                        seen = _colour_from(seat, colour, seats)
                        out[_at(params, _CORNERS) + corner * _field(params) + at] = (
                            seen + 1
                        ) / MAX_SEATS
