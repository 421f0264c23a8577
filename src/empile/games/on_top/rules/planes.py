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
from empile.games.on_top.rules.circles import pawns_of
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

_GOLDEN_BIT = 15
_TOWER_BIT = 16
"""What is on an intersection: a circle as in the state, if it is golden, and its tower."""

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
    clear(out, _at(params, _TILE), _at(params, _LAID))
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
        left = np.float32(int(s.bag[tile])) / np.float32(most)
        out[_at(params, _BAG) + int(params.seen_as[seat, tile])] = left
    out[_at(params, _RESERVE)] = int(s.reserve) / TRIANGLES
    for colour in range(MAX_SEATS):
        r = _colour_from(seat, colour, seats)
        out[_at(params, _PAWNS_LEFT) + r] = np.float32(pawns_of(int(s.pawns), colour)) / np.float32(
            PAWNS
        )
        if colour < seats:
            out[_at(params, _SCORES) + r] = np.float32(int(s.points[colour])) / np.float32(
                _MOST_POINTS
            )
    stage = int(s.stage)
    if stage != END:
        out[_at(params, _TO_ACT) + from_seat(seat, int(s.seat), seats)] = 1.0
    out[_at(params, _STAGE) + stage] = 1.0


@inline
def _colour_from(seat: int, colour: int, seats: int) -> int:
    return from_seat(seat, colour, seats) if colour < seats else colour


@inline
def _observe_cells(params: StructRef, s: StructRef, out: NDArray[np.float32]) -> None:
    """Write four planes at once, from the contents of cells in the first of them.

    Loops over planes without branches are vector code, unlike a loop over cells.
    """
    field = _field(params)
    empty = _at(params, _EMPTY)
    clear(out, empty, empty + field)
    for cell in range(int(params.cells)):
        at = int(np.int64(params.cell_at[np.uint64(cell)]))
        out[np.uint64(empty + at)] = np.float32(int(np.int64(s.cell[np.uint64(cell)])) + 1)
    _mark(out, empty, _at(params, _TILES), field, TILE + 1)
    _mark(out, empty, _at(params, _BLACK), field, BLACK + 1)
    _mark(out, empty, _at(params, _BARE), field, BARE + 1)
    for k in range(empty, empty + field):
        on = out[np.uint64(k)]
        out[np.uint64(k)] = np.float32((on > np.float32(0)) & (on < np.float32(TILE + 1)))


@inline
def _mark(out: NDArray[np.float32], first: int, plane: int, field: int, content: int) -> None:
    for k in range(field):
        out[np.uint64(plane + k)] = np.float32(out[np.uint64(first + k)] == np.float32(content))


@inline
def _observe_crossings(
    params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]
) -> None:
    """Write all planes of intersections, from what is on them in one: numbers of 24 bits."""
    crossings = (int(params.rows) + 1) * (int(params.columns) + 1)
    waiting = _at(params, _WAITING)
    clear(out, waiting, waiting + crossings)
    for number in range(int(params.circles)):
        at = int(np.int64(params.circle_at[np.uint64(number)]))
        circle = int(np.int64(s.circle[np.uint64(number)]))
        golden = int(np.int64(params.golden[np.uint64(number)]))
        tower = int(np.int64(params.tower[np.uint64(circle & (SEGMENTS - 1))]))
        there = circle | golden << _GOLDEN_BIT | tower * int(circle >= SCORED) << _TOWER_BIT
        out[np.uint64(waiting + at)] = np.float32(there)
    if int(s.cut):
        _remove_top(params, s, int(s.cut) - 1, waiting, out)
    # The colours as constants: shifts by them are vector code of 32 bits.
    _observe_colour(params, seat, 0, crossings, out)
    _observe_colour(params, seat, 1, crossings, out)
    _observe_colour(params, seat, 2, crossings, out)
    _observe_colour(params, seat, 3, crossings, out)
    _write_bit(out, waiting, _at(params, _GOLDEN), crossings, _GOLDEN_BIT)
    for k in range(waiting, waiting + crossings):
        there = int(np.int32(out[np.uint64(k)]))
        cells = there // SEGMENTS & 7
        cells *= int(cells != SCORED // SEGMENTS)
        out[np.uint64(k)] = np.float32(np.int32(cells)) / np.float32(_CELLS_AROUND)


@inline
def _observe_colour(
    params: StructRef, seat: int, colour: int, crossings: int, out: NDArray[np.float32]
) -> None:
    first = _colour_from(seat, colour, int(params.seats)) * crossings
    waiting = _at(params, _WAITING)
    segments = _at(params, _SEGMENTS) + first
    shift = COLOUR_BITS * colour
    for k in range(crossings):
        there = int(np.int32(out[np.uint64(waiting + k)]))
        around = np.float32(np.int32(there >> shift & ((1 << COLOUR_BITS) - 1)))
        out[np.uint64(segments + k)] = around / np.float32(_CELLS_AROUND)
    _write_bit(out, waiting, _at(params, _PAWNS) + first, crossings, _TOWER_BIT + colour)
    top = _TOWER_BIT + MAX_SEATS + colour
    _write_bit(out, waiting, _at(params, _TOPS) + first, crossings, top)


@inline
def _remove_top(
    params: StructRef, s: StructRef, circle: int, waiting: int, out: NDArray[np.float32]
) -> None:
    """Leave the seconds of a tower that got no top pawn."""
    at = waiting + int(params.circle_at[circle])
    tower = int(params.tower[int(s.circle[circle]) - SCORED])
    top = tower >> MAX_SEATS
    out[at] = np.float32(int(np.int32(out[at])) - ((top << MAX_SEATS | top) << _TOWER_BIT))


@inline
def _write_bit(out: NDArray[np.float32], first: int, plane: int, crossings: int, bit: int) -> None:
    for k in range(crossings):
        there = int(np.int32(out[np.uint64(first + k)]))
        out[np.uint64(plane + k)] = np.float32(np.int32(there >> bit & 1))


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
