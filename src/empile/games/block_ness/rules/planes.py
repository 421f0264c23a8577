"""Tensor encoding of Block Ness: observation and information state planes, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane, clear, from_seat, offsets, size_of
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
    SHORE,
    TAIL,
)

_LAKE = (MAX_ROWS, MAX_COLUMNS)
_HOLES = MAX_ROWS * MAX_COLUMNS

OBSERVATION_PLANES = (
    Plane("water", _LAKE),  # holes of the zone in use
    Plane("deep", _LAKE),  # holes for start rings
    Plane("top", _LAKE),  # greatest height in or over a hole
    Plane("heads", (MAX_SEATS, *_LAKE)),
    Plane("tails", (MAX_SEATS, *_LAKE)),
    Plane("feet", (MAX_SEATS, *_LAKE)),  # height of the ring standing in a hole; 1: obstacles
    Plane("other_foot", (2, *_LAKE), low=-1.0),  # offset to the ring's other foot: columns, rows
    Plane("reserves", (MAX_SEATS, MAX_DISTANCE, MAX_HEIGHT)),  # without start rings
    Plane("start_rings", (MAX_SEATS, 2)),  # distance and height; 0 once laid
    Plane("scores", (MAX_SEATS,)),  # rings laid
    Plane("head_heights", (MAX_SEATS,)),  # height of the ring under the head, the tie-break
    Plane("to_act", (MAX_SEATS,)),
    Plane("stage", (3,)),  # start, play, over
    Plane("seats", (MAX_SEATS - 1,)),  # 2, 3, 4; solo: none
    Plane("expert", (1,)),
)
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
    _SEATS,
    _EXPERT,
) = offsets(OBSERVATION_PLANES)
OBSERVATION = size_of(OBSERVATION_PLANES)

INFORMATION_PLANES = (
    *OBSERVATION_PLANES,
    Plane("laid", _LAKE),  # order of laying, near foot first, scaled to at most 1
)
_LAID = OBSERVATION
INFORMATION = size_of(INFORMATION_PLANES)

_START, _PLAY, _OVER = 0, 1, 2


@inline
def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    clear(out, 0, OBSERVATION)
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
        out[_TO_ACT + from_seat(seat, acting, seats)] = 1.0
        out[_STAGE + (_START if int(s.laid) < seats else _PLAY)] = 1.0
    else:
        out[_STAGE + _OVER] = 1.0
    if seats > 1:
        out[_SEATS + seats - 2] = 1.0
    out[_EXPERT] = int(params.reach) - 1


@inline
def _observe_holes(params: StructRef, s: StructRef, out: NDArray[np.float32]) -> None:
    stride = int(params.stride)
    for row in range(int(params.rows)):
        is_deep = int(params.deep[1]) <= row <= int(params.deep[3])
        for column in range(int(params.columns)):
            hole = (row + 2) * stride + column
            at = row * MAX_COLUMNS + column
            top = int(s.top[np.uint64(hole)])
            if top != SHORE:
                out[_WATER + at] = 1.0
                out[_TOP + at] = top % END / MAX_HEIGHT
            if is_deep and int(params.deep[0]) <= column <= int(params.deep[2]):
                out[_DEEP + at] = 1.0


@inline
def _observe_rings(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    seats = int(params.seats)
    stride = int(params.stride)
    for ring in range(int(s.laid)):
        near = _place(stride, int(s.ring_near[ring]))
        far = _place(stride, int(s.ring_far[ring]))
        laid_by = int(s.ring_seat[ring])
        owner = 1 if laid_by == NOBODY else from_seat(seat, laid_by, seats)
        height = int(s.ring_height[ring]) / MAX_HEIGHT
        out[_FEET + owner * _HOLES + near] = height
        out[_FEET + owner * _HOLES + far] = height
        columns = (far % MAX_COLUMNS - near % MAX_COLUMNS) / MAX_DISTANCE
        rows = (far // MAX_COLUMNS - near // MAX_COLUMNS) / MAX_DISTANCE
        out[_OTHER_FOOT + near] = columns
        out[_OTHER_FOOT + far] = -columns
        out[_OTHER_FOOT + _HOLES + near] = rows
        out[_OTHER_FOOT + _HOLES + far] = -rows


@inline
def _observe_seat(
    params: StructRef, s: StructRef, other: int, r: int, most: int, out: NDArray[np.float32]
) -> None:
    stride = int(params.stride)
    score = int(s.score[other])
    if int(s.end[other, HEAD]) != 0:
        out[_HEADS + r * _HOLES + _place(stride, int(s.end[other, HEAD]))] = 1.0
        out[_TAILS + r * _HOLES + _place(stride, int(s.end[other, TAIL]))] = 1.0
    else:
        out[_START_RINGS + 2 * r] = int(params.start_distance[other]) / MAX_DISTANCE
        out[_START_RINGS + 2 * r + 1] = int(params.start_height[other]) / MAX_HEIGHT
    for slot in range(int(s.kinds[other])):
        kind = int(s.kind[other, slot])
        at = _RESERVES + r * MAX_DISTANCE * MAX_HEIGHT + kind
        out[at] = int(s.left[other, slot]) / most
    out[_SCORES + r] = score / int(params.rings)
    out[_HEAD_HEIGHTS + r] = int(s.head_height[other]) / MAX_HEIGHT


@inline
def _place(stride: int, hole: int) -> int:
    return (hole // stride - 2) * MAX_COLUMNS + hole % stride


@inline
def information_state(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
    """Write what ``seat`` sees, and when each foot was set."""
    observe(params, s, seat, out)
    clear(out, OBSERVATION, INFORMATION)
    stride = int(params.stride)
    rings = MAX_LAID if int(params.seats) == 1 else int(params.rings) * int(params.seats)
    feet = 2 * rings
    for ring in range(int(s.laid)):
        out[_LAID + _place(stride, int(s.ring_near[ring]))] = (2 * ring + 1) / feet
        out[_LAID + _place(stride, int(s.ring_far[ring]))] = (2 * ring + 2) / feet
