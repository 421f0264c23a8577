"""Tensor encoding of Block Ness: observation and information state planes, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane, clear, from_seat, size_of
from empile.games.block_ness.rules.components import (
    MAX_COLUMNS,
    MAX_DISTANCE,
    MAX_HEIGHT,
    MAX_ROWS,
)
from empile.games.block_ness.rules.state import (
    END,
    HEAD,
    KINDS,
    MAX_LAID,
    MAX_SEATS,
    NOBODY,
    NORTH,
    PLANES,
    SHORE,
    SOUTH,
    TAIL,
    WEST,
)


def observation_planes(
    seats: int,
    zone: tuple[int, int],
    kinds: int,
    *,
    water: bool = False,
    deep: bool = False,
) -> tuple[Plane, ...]:
    """Return the planes for a zone of (rows, columns) and a number of kinds of rings.

    With ``water`` and ``deep`` if not all holes of the zone are in use, or for start rings.
    """
    return (
        *([Plane("water", zone, board=True)] if water else []),  # holes in use
        *([Plane("deep", zone, board=True)] if deep else []),  # holes for start rings
        Plane("top", zone, board=True),  # greatest height in or over a hole
        Plane("heads", (seats, *zone), board=True),
        Plane("tails", (seats, *zone), board=True),
        # Height of the ring standing in a hole; solo: also of obstacles.
        Plane("feet", (max(seats, 2), *zone), board=True),
        # Distance to the ring's other foot if it is to the east, north, west, south.
        Plane("other_foot", (4, *zone), board=True),
        Plane("reserves", (seats, kinds)),  # by distance, then height; without start rings
        Plane("start_rings", (seats, 2)),  # distance and height; 0 once laid
        Plane("scores", (seats,)),  # rings laid
        Plane("head_heights", (seats,)),  # height of the ring under the head, the tie-break
        Plane("to_act", (seats,)),
        Plane("stage", (3,)),  # start, play, over
    )


def information_planes(
    seats: int,
    zone: tuple[int, int],
    kinds: int,
    *,
    water: bool = False,
    deep: bool = False,
) -> tuple[Plane, ...]:
    """Return the observation's planes, and the order of laying."""
    return (
        *observation_planes(seats, zone, kinds, water=water, deep=deep),
        Plane("laid", zone, board=True),  # near foot first, scaled to at most 1
    )


_GREATEST = (MAX_SEATS, (MAX_ROWS, MAX_COLUMNS), KINDS)
OBSERVATION_PLANES = observation_planes(*_GREATEST, water=True, deep=True)
INFORMATION_PLANES = information_planes(*_GREATEST, water=True, deep=True)
OBSERVATION = size_of(OBSERVATION_PLANES)
INFORMATION = size_of(INFORMATION_PLANES)
assert len(INFORMATION_PLANES) == PLANES

(
    _WATER,
    _DEEP,
    _TOP,
    _HEADS,
    _TAILS,
    _FEET,
    _OTHER_FOOT,
    _RESERVES,
    _START_RINGS,
    _SCORES,
    _HEAD_HEIGHTS,
    _TO_ACT,
    _STAGE,
    _LAID,
) = range(PLANES)

_START, _PLAY, _OVER = 0, 1, 2


@inline
def _at(params: StructRef, plane: int) -> int:
    return int(params.plane[np.uint64(plane)])


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    clear(out, 0, _at(params, _LAID))
    seats = int(params.seats)
    _observe_holes(params, s, out)
    _observe_rings(params, s, seat, out)
    for other in range(seats):
        _observe_seat(params, s, other, from_seat(seat, other, seats), out)
    acting = int(s.seat)
    stage = _OVER
    if acting >= 0:
        out[_at(params, _TO_ACT) + from_seat(seat, acting, seats)] = 1.0
        stage = _START if int(s.laid) < seats else _PLAY
    out[_at(params, _STAGE) + stage] = 1.0


@inline
def _observe_holes(params: StructRef, s: StructRef, out: NDArray[np.float32]) -> None:
    columns = int(params.zone[2])
    hole = (int(params.zone[1]) + 2) * int(params.stride) + int(params.zone[0])
    at = _at(params, _TOP)
    for _ in range(int(params.zone[3])):
        # Few operations and no branches, so that the loop vectorizes.
        for k in range(columns):
            top = np.float32(int(s.top[np.uint64(hole + k)]) & (END - 1))
            out[np.uint64(at + k)] = top / np.float32(MAX_HEIGHT)
        hole += int(params.stride)
        at += columns
    if _at(params, _WATER) >= 0:
        _observe_water(params, s, out)
    if _at(params, _DEEP) >= 0:
        for row in range(int(params.deep[1]), int(params.deep[3]) + 1):
            at = _at(params, _DEEP) + (row - int(params.zone[1])) * columns - int(params.zone[0])
            for column in range(int(params.deep[0]), int(params.deep[2]) + 1):
                out[np.uint64(at + column)] = 1.0


@inline
def _observe_water(params: StructRef, s: StructRef, out: NDArray[np.float32]) -> None:
    """Write which holes are in use; the shore is no ring."""
    columns = int(params.zone[2])
    for place in range(_holes(params)):
        row, column = place // columns + int(params.zone[1]), place % columns + int(params.zone[0])
        if int(s.top[(row + 2) * int(params.stride) + column]) == SHORE:
            out[_at(params, _TOP) + place] = 0.0
        else:
            out[_at(params, _WATER) + place] = 1.0


@inline
def _observe_rings(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    seats = int(params.seats)
    other_foot = _at(params, _OTHER_FOOT)
    for k in range(int(s.laid)):
        ring = np.uint64(k)
        near_hole, far_hole = int(np.int64(s.ring_near[ring])), int(np.int64(s.ring_far[ring]))
        near, far = _place(params, near_hole), _place(params, far_hole)
        laid_by = int(s.ring_seat[ring])
        owner = 1 if laid_by == NOBODY else from_seat(seat, laid_by, seats)
        feet = _at(params, _FEET) + owner * _holes(params)
        height = np.float32(int(s.ring_height[ring])) / np.float32(MAX_HEIGHT)
        out[np.uint64(feet + near)] = height
        out[np.uint64(feet + far)] = height
        columns = _column(params, far_hole) - _column(params, near_hole)
        rows = _row(params, far_hole) - _row(params, near_hole)
        way = NORTH * int(rows > 0) + WEST * int(columns < 0) + SOUTH * int(rows < 0)
        back = (way + 2) & 3
        distance = np.float32(abs(columns) + abs(rows)) / np.float32(MAX_DISTANCE)
        out[np.uint64(other_foot + way * _holes(params) + near)] = distance
        out[np.uint64(other_foot + back * _holes(params) + far)] = distance


@inline
def _observe_seat(
    params: StructRef, s: StructRef, other: int, r: int, out: NDArray[np.float32]
) -> None:
    holes = _holes(params)
    if int(s.end[other, HEAD]) != 0:
        head, tail = (
            _place(params, int(s.end[other, HEAD])),
            _place(params, int(s.end[other, TAIL])),
        )
        out[_at(params, _HEADS) + r * holes + head] = 1.0
        out[_at(params, _TAILS) + r * holes + tail] = 1.0
    else:
        at = _at(params, _START_RINGS) + 2 * r
        out[at] = int(params.start_distance[other]) / MAX_DISTANCE
        out[at + 1] = int(params.start_height[other]) / MAX_HEIGHT
    reserve = _at(params, _RESERVES) + r * int(params.kinds_seen)
    most = np.float32(int(params.most))
    for k in range(int(s.kinds[other])):
        slot = np.uint64(k)
        kind = int(np.int64(s.kind[other, slot]))
        left = np.float32(int(s.left[other, slot]))
        out[np.uint64(reserve + int(params.seen_at[np.uint64(kind)]))] = left / most
    out[_at(params, _SCORES) + r] = int(s.score[other]) / int(params.rings)
    out[_at(params, _HEAD_HEIGHTS) + r] = int(s.head_height[other]) / MAX_HEIGHT


@inline
def _holes(params: StructRef) -> int:
    """Return the number of holes in a board."""
    return int(params.zone[2]) * int(params.zone[3])


@inline
def _row(params: StructRef, hole: int) -> int:
    """Return the row of a hole in a board."""
    return int(np.int64(params.row_at[np.uint64(hole)]))


@inline
def _column(params: StructRef, hole: int) -> int:
    return int(np.int64(params.column_at[np.uint64(hole)]))


@inline
def _place(params: StructRef, hole: int) -> int:
    """Return the index of a hole in a board."""
    return _row(params, hole) * int(params.zone[2]) + _column(params, hole)


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` sees, and when each foot was set."""
    observe(params, s, seat, out)
    laid = _at(params, _LAID)
    clear(out, laid, laid + _holes(params))
    rings = MAX_LAID if int(params.seats) == 1 else int(params.rings) * int(params.seats)
    feet = 2 * rings
    for ring in range(int(s.laid)):
        out[laid + _place(params, int(s.ring_near[ring]))] = (2 * ring + 1) / feet
        out[laid + _place(params, int(s.ring_far[ring]))] = (2 * ring + 2) / feet
