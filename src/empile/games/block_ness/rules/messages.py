"""Log messages of Block Ness, reasons why a move is illegal, and hints."""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import (
    MessageTexts,
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    number,
    put,
    put_number,
    put_string,
)
from empile.engine.compiled.layout import StructRef
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_DISTANCE, MAX_HEIGHT, Ring
from empile.games.block_ness.rules.state import (
    EAST,
    END,
    HEAD,
    KINDS,
    NORTH,
    SHORE,
    SOUTH,
    START,
    WEST,
)

TEXTS = MessageTexts()

_START = TEXTS.add("log.start")
_PLAY = TEXTS.add("log.head", "log.tail")
_START_FIRST = TEXTS.add("illegal.start_first")
_START_LAID = TEXTS.add("illegal.start_laid")
_NO_SUCH_RING = TEXTS.add("illegal.no_such_ring")
_OFF_LAKE = TEXTS.add("illegal.off_lake")
_NOT_DEEP = TEXTS.add("illegal.not_deep")
_NOT_IN_ZONE = TEXTS.add("illegal.not_in_zone")
_FOOT_THERE = TEXTS.add("illegal.foot_there")
_UNDER_ARCH = TEXTS.add("illegal.under_arch")
_END_UNDER = TEXTS.add("illegal.end_under")
_SAME_HEIGHT = TEXTS.add("illegal.same_height")
_HIGHER = TEXTS.add("illegal.higher")
_UNKNOWN, _UNSOLVABLE, _TAKE_BACK, _SOLVED, _HINT_RING, _HINT_NEAR, _HINT_MOVE = (
    TEXTS.add(f"solo.hint.{name}")
    for name in ("unknown", "unsolvable", "take_back", "solved", "ring", "near", "move")
)
_HINT_ENDS = TEXTS.add("solo.hint.end.H", "solo.hint.end.T")

_TAIL, _HEAD, _NEAR, _FAR = (TEXTS.add(name) for name in ("tail", "head", "near", "far"))
_HEIGHT, _MOVE, _RING, _HOLE = (TEXTS.add(name) for name in ("height", "move", "ring", "hole"))
_COUNT, _DISTANCE = TEXTS.add("count"), TEXTS.add("distance")
_DASH, _UP, _ENDS = TEXTS.add("-"), TEXTS.add("^"), TEXTS.add("H", "T")
_RING_NAMES = TEXTS.add(
    *(str(Ring(kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1)) for kind in range(KINDS))
)
"""By kind."""
_COLUMN_NAMES = MAX_DISTANCE + TEXTS.add(
    # Also of columns beyond the lake, which illegal moves reach.
    *(
        json.dumps(chr(ord("a") + column))[1:-1]
        for column in range(-MAX_DISTANCE, MAX_COLUMNS + MAX_DISTANCE)
    )
)


@inline
def write_event(
    params: StructRef, s: StructRef, seat: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    action = int(actions[0])
    column, row, way, distance, height = _decode(params, s, action)
    far_column, far_row = _ahead(column, row, way, distance)
    if action >= START:
        at = _put_hole(_TAIL, column, row, out, begin_message(_START, out))
        return end_message(out, _put_hole(_HEAD, far_column, far_row, out, at))
    at = begin_message(_PLAY + action // (16 * KINDS), out)
    at = _put_hole(_NEAR, column, row, out, at)
    at = _put_hole(_FAR, far_column, far_row, out, at)
    return end_message(out, put_number(_HEIGHT, height, out, at))


@inline
def write_refusal(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    """Write the first broken rule in a player's order of checks."""
    is_starting = int(np.int64(s.laid)) < int(np.int64(params.seats))
    is_start = action >= START
    kind = action % KINDS
    if is_starting and not is_start:
        # Without an end in the lake a play has no holes to name.
        at = put_string(_MOVE, _RING_NAMES + kind, out, begin_message(_START_FIRST, out))
        return end_message(out, at)
    column, row, way, distance, height = _decode(params, s, action)
    far_column, far_row = _ahead(column, row, way, distance)
    if is_start and not is_starting:
        at = begin_string(_MOVE, out, begin_message(_START_LAID, out))
        at = put(out, _put_name(column, row, out, at), _DASH)
        return end_message(out, end_string(out, _put_name(far_column, far_row, out, at)))
    if not is_start and not _has(params, s, kind):
        at = put_string(_RING, _RING_NAMES + kind, out, begin_message(_NO_SUCH_RING, out))
        return end_message(out, at)
    leaving = -1 if is_start else int(s.end[int(s.seat), action // (16 * KINDS)])
    for foot in range(2):
        there, up = _ahead(column, row, way, distance * foot)
        key = _place_key(params, s, is_start, there, up)
        if key:
            return _about_hole(key, there, up, out)
    for foot in range(2):
        there, up = _ahead(column, row, way, distance * foot)
        if _top(params, s, there, up):
            key = _FOOT_THERE if _is_foot(params, s, there, up) else _UNDER_ARCH
            return _about_hole(key, there, up, out)
    for k in range(1, distance):
        there, up = _ahead(column, row, way, k)
        top = _top(params, s, there, up)
        if top >= END and _index(params, there, up) != leaving:
            return _about_hole(_END_UNDER, there, up, out)
        if top % END >= height:
            key = _SAME_HEIGHT if top % END == height else _HIGHER
            at = _put_hole(_HOLE, there, up, out, begin_message(key, out))
            return end_message(out, put_number(_HEIGHT, top % END, out, at))
    return 0


@inline
def write_clue(
    params: StructRef,
    s: StructRef,
    solvable: int,
    take_back: int,
    action: int,
    step: int,
    out: Tokens,
) -> int:
    """Write what to say at a step: the end to lengthen, the ring, its near hole, the whole move."""
    if solvable < 0:
        return end_message(out, begin_message(_UNKNOWN, out))
    if solvable == 0 and take_back == 0:
        return end_message(out, begin_message(_UNSOLVABLE, out))
    if solvable == 0:
        return end_message(out, put_number(_COUNT, take_back, out, begin_message(_TAKE_BACK, out)))
    if action < 0:
        return end_message(out, begin_message(_SOLVED, out))
    end = action // (16 * KINDS)
    column, row, way, distance, height = _decode(params, s, action)
    if step <= 0:
        return end_message(out, begin_message(_HINT_ENDS + end, out))
    if step == 1:
        at = put_number(_DISTANCE, distance, out, begin_message(_HINT_RING, out))
        return end_message(out, put_number(_HEIGHT, height, out, at))
    if step == 2:
        return end_message(out, _put_hole(_NEAR, column, row, out, begin_message(_HINT_NEAR, out)))
    far_column, far_row = _ahead(column, row, way, distance)
    at = put(out, begin_string(_MOVE, out, begin_message(_HINT_MOVE, out)), _ENDS + end)
    at = put(out, _put_name(column, row, out, at), _DASH)
    at = put(out, put(out, _put_name(far_column, far_row, out, at), _UP), number(height))
    return end_message(out, end_string(out, at))


@inline
def _place_key(params: StructRef, s: StructRef, is_start: bool, column: int, row: int) -> int:
    """Return why no foot of a ring can be in a hole even if it is free, else 0."""
    columns, rows = int(np.int64(params.columns)), int(np.int64(params.rows))
    if not (0 <= column < columns and 0 <= row < rows):
        return _OFF_LAKE
    if is_start:
        return 0 if _is_deep(params, column, row) else _NOT_DEEP
    return _NOT_IN_ZONE if _top(params, s, column, row) == SHORE else 0


@inline
def _decode(params: StructRef, s: StructRef, action: int) -> tuple[int, int, int, int, int]:
    """Return column and row of the near foot, direction and distance of the far one, and the height.

    A start ring is near at its tail. Holes may be outside the lake.
    """
    seat = int(s.seat)
    if action >= START:
        hole = (action - START) // 4
        distance = int(np.int64(params.start_distance[seat]))
        height = int(np.int64(params.start_height[seat]))
        return hole % MAX_COLUMNS, hole // MAX_COLUMNS, action % 4, distance, height
    ways, kind = action // KINDS, action % KINDS
    end = int(s.end[seat, ways // 16])
    column, row = end % int(params.stride), end // int(params.stride) - 2
    column, row = _ahead(column, row, ways // 4 % 4, int(np.int64(params.reach)))
    return column, row, ways % 4, kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1


@inline
def _ahead(column: int, row: int, way: int, distance: int) -> tuple[int, int]:
    column += distance * ((way == EAST) - (way == WEST))
    return column, row + distance * ((way == NORTH) - (way == SOUTH))


@inline
def _has(params: StructRef, s: StructRef, kind: int) -> bool:
    """Return whether the seat to act has a ring of a kind in reserve."""
    seat = int(s.seat)
    if int(s.end[seat, HEAD]) == 0:
        distance = int(np.int64(params.start_distance[seat]))
        if kind == (distance - 1) * MAX_HEIGHT + int(np.int64(params.start_height[seat])) - 1:
            return True
    for k in range(int(np.int64(s.kinds[seat]))):
        if int(np.int64(s.kind[seat, k])) == kind and int(np.int64(s.left[seat, k])) > 0:
            return True
    return False


@inline
def _is_deep(params: StructRef, column: int, row: int) -> bool:
    deep = params.deep
    return int(np.int64(deep[0])) <= column <= int(np.int64(deep[2])) and int(
        np.int64(deep[1])
    ) <= row <= int(np.int64(deep[3]))


@inline
def _is_foot(params: StructRef, s: StructRef, column: int, row: int) -> bool:
    hole = _index(params, column, row)
    for k in range(int(np.int64(s.laid))):
        if int(s.ring_near[k]) == hole or int(s.ring_far[k]) == hole:
            return True
    return False


@inline
def _index(params: StructRef, column: int, row: int) -> int:
    return (row + 2) * int(params.stride) + column


@inline
def _top(params: StructRef, s: StructRef, column: int, row: int) -> int:
    return int(np.int64(s.top[_index(params, column, row)]))


@inline
def _about_hole(key: int, column: int, row: int, out: Tokens) -> int:
    at = begin_message(key, out)
    if key != _OFF_LAKE:
        at = _put_hole(_HOLE, column, row, out, at)
    return end_message(out, at)


@inline
def _put_hole(name: int, column: int, row: int, out: Tokens, at: int) -> int:
    return end_string(out, _put_name(column, row, out, begin_string(name, out, at)))


@inline
def _put_name(column: int, row: int, out: Tokens, at: int) -> int:
    return put(out, put(out, at, _COLUMN_NAMES + column), number(row + 1))
