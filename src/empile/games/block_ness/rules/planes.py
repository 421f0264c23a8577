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
    MAX_HAND,
    MAX_HEIGHT,
    MAX_ROWS,
)
from empile.games.block_ness.rules.state import (
    END,
    HEAD,
    MAX_LAID,
    MAX_SEATS,
    NOBODY,
    PLANES,
    SHORE,
    TAIL,
)


def observation_planes(
    seats: int, zone: tuple[int, int], longest: int, tallest: int
) -> tuple[Plane, ...]:
    """Return the planes for a zone of (rows, columns) and rings up to a distance and a height."""
    return (
        Plane("water", zone, board=True),  # holes of the zone in use
        Plane("deep", zone, board=True),  # holes for start rings
        Plane("top", zone, board=True),  # greatest height in or over a hole
        Plane("heads", (seats, *zone), board=True),
        Plane("tails", (seats, *zone), board=True),
        # Height of the ring standing in a hole; solo: also of obstacles.
        Plane("feet", (max(seats, 2), *zone), board=True),
        # Offset to the ring's other foot: columns, rows.
        Plane("other_foot", (2, *zone), low=-1.0, board=True),
        Plane("reserves", (seats, longest, tallest)),  # without start rings
        Plane("start_rings", (seats, 2)),  # distance and height; 0 once laid
        Plane("scores", (seats,)),  # rings laid
        Plane("head_heights", (seats,)),  # height of the ring under the head, the tie-break
        Plane("to_act", (seats,)),
        Plane("stage", (3,)),  # start, play, over
    )


def information_planes(
    seats: int, zone: tuple[int, int], longest: int, tallest: int
) -> tuple[Plane, ...]:
    """Return the observation's planes, and the order of laying."""
    return (
        *observation_planes(seats, zone, longest, tallest),
        Plane("laid", zone, board=True),  # near foot first, scaled to at most 1
    )


_GREATEST = (MAX_SEATS, (MAX_ROWS, MAX_COLUMNS), MAX_DISTANCE, MAX_HEIGHT)
OBSERVATION_PLANES = observation_planes(*_GREATEST)
INFORMATION_PLANES = information_planes(*_GREATEST)
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
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    clear(out, 0, int(params.plane[_LAID]))
    seats = int(params.seats)
    _observe_holes(params, s, out)
    _observe_rings(params, s, seat, out)
    most = MAX_HAND if seats == 1 else 1
    for other in range(seats):
        for slot in range(int(params.kinds[other])):
            most = max(most, int(params.count[other, slot]))
    for other in range(seats):
        r = from_seat(seat, other, seats)
        _observe_seat(params, s, other, r, most, out)
    acting = int(s.seat)
    if acting >= 0:
        out[int(params.plane[_TO_ACT]) + from_seat(seat, acting, seats)] = 1.0
        out[int(params.plane[_STAGE]) + (_START if int(s.laid) < seats else _PLAY)] = 1.0
    else:
        out[int(params.plane[_STAGE]) + _OVER] = 1.0


@inline
def _observe_holes(params: StructRef, s: StructRef, out: NDArray[np.float32]) -> None:
    stride = int(params.stride)
    at = -1
    for row in range(int(params.zone[1]), int(params.zone[1]) + int(params.zone[3])):
        is_deep = int(params.deep[1]) <= row <= int(params.deep[3])
        for column in range(int(params.zone[0]), int(params.zone[0]) + int(params.zone[2])):
            hole = (row + 2) * stride + column
            at += 1
            top = int(s.top[np.uint64(hole)])
            if top != SHORE:
                out[int(params.plane[_WATER]) + at] = 1.0
                out[int(params.plane[_TOP]) + at] = top % END / MAX_HEIGHT
            if is_deep and int(params.deep[0]) <= column <= int(params.deep[2]):
                out[int(params.plane[_DEEP]) + at] = 1.0


@inline
def _observe_rings(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    seats = int(params.seats)
    columns = int(params.zone[2])
    across = int(params.plane[_OTHER_FOOT])
    along = across + _holes(params)
    for ring in range(int(s.laid)):
        near = _place(params, int(s.ring_near[ring]))
        far = _place(params, int(s.ring_far[ring]))
        laid_by = int(s.ring_seat[ring])
        owner = 1 if laid_by == NOBODY else from_seat(seat, laid_by, seats)
        feet = int(params.plane[_FEET]) + owner * _holes(params)
        height = int(s.ring_height[ring]) / MAX_HEIGHT
        out[feet + near] = height
        out[feet + far] = height
        out[across + near] = (far % columns - near % columns) / MAX_DISTANCE
        out[across + far] = -out[across + near]
        out[along + near] = (far // columns - near // columns) / MAX_DISTANCE
        out[along + far] = -out[along + near]


@inline
def _observe_seat(
    params: StructRef, s: StructRef, other: int, r: int, most: int, out: NDArray[np.float32]
) -> None:
    holes = _holes(params)
    if int(s.end[other, HEAD]) != 0:
        head, tail = (
            _place(params, int(s.end[other, HEAD])),
            _place(params, int(s.end[other, TAIL])),
        )
        out[int(params.plane[_HEADS]) + r * holes + head] = 1.0
        out[int(params.plane[_TAILS]) + r * holes + tail] = 1.0
    else:
        at = int(params.plane[_START_RINGS]) + 2 * r
        out[at] = int(params.start_distance[other]) / MAX_DISTANCE
        out[at + 1] = int(params.start_height[other]) / MAX_HEIGHT
    for slot in range(int(s.kinds[other])):
        kind = int(s.kind[other, slot])
        distance, height = kind // MAX_HEIGHT, kind % MAX_HEIGHT
        kinds = (r * int(params.longest) + distance) * int(params.tallest) + height
        out[int(params.plane[_RESERVES]) + kinds] = int(s.left[other, slot]) / most
    out[int(params.plane[_SCORES]) + r] = int(s.score[other]) / int(params.rings)
    out[int(params.plane[_HEAD_HEIGHTS]) + r] = int(s.head_height[other]) / MAX_HEIGHT


@inline
def _holes(params: StructRef) -> int:
    """Return the number of holes in a board."""
    return int(params.zone[2]) * int(params.zone[3])


@inline
def _place(params: StructRef, hole: int) -> int:
    """Return the index of a hole in a board."""
    stride = int(params.stride)
    row, column = hole // stride - 2 - int(params.zone[1]), hole % stride - int(params.zone[0])
    return row * int(params.zone[2]) + column


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` sees, and when each foot was set."""
    observe(params, s, seat, out)
    laid = int(params.plane[_LAID])
    clear(out, laid, laid + _holes(params))
    rings = MAX_LAID if int(params.seats) == 1 else int(params.rings) * int(params.seats)
    feet = 2 * rings
    for ring in range(int(s.laid)):
        out[laid + _place(params, int(s.ring_near[ring]))] = (2 * ring + 1) / feet
        out[laid + _place(params, int(s.ring_far[ring]))] = (2 * ring + 2) / feet
