"""Positions and moves of Block Ness as tokens of JSON, equal to those of the presenter."""

from __future__ import annotations

from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import Texts, Tokens, number, put, text_rows
from empile.engine.compiled.layout import StructRef
from empile.games.block_ness.rules.components import (
    MAX_COLUMNS,
    MAX_HEIGHT,
    MAX_ROWS,
    Hole,
    Ring,
)
from empile.games.block_ness.rules.state import HEAD, KINDS, NOBODY, SHORE, START, TAIL

_TEXTS = (
    '{"stage":"start","seat":',
    '{"stage":"play","seat":',
    '{"stage":"over","seat":',
    ',"zone":["',
    '","',
    '"],"rings":[',
    '{"seat":',
    ',"feet":["',
    '"],"height":',
    "}",
    '],"heads":[',
    '],"tails":[',
    '],"reserves":[',
    "]}",
    "null",
    '"',
    ",",
    "[",
    "]",
    '{"text":"',
    "-",
    "^",
    '","parts":{"near":"',
    '","far":"',
    '","ring":"',
    '","end":"',
    '"}}',
    "H",
    "T",
)
_START, _PLAY, _OVER, _ZONE, _TO, _RINGS, _SEAT, _FEET, _HEIGHT, _CLOSE = range(10)
_HEADS, _TAILS, _RESERVES, _END, _NULL, _QUOTE, _COMMA, _OPEN_ARRAY, _END_ARRAY = range(10, 19)
_TEXT, _DASH, _UP, _NEAR, _FAR, _RING, _OF_END, _MOVE_END, _ENDS = range(19, 28)
_HOLE_NAMES = len(_TEXTS)
"""By row and column."""
_RING_NAMES = _HOLE_NAMES + MAX_ROWS * MAX_COLUMNS
"""By kind."""
GROUPS = 3
"""Of kinds, in text order."""


def texts() -> Texts:
    """Return the texts of the tokens."""
    names = [str(Hole(column, row)) for row in range(MAX_ROWS) for column in range(MAX_COLUMNS)]
    rings = [str(Ring(kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1)) for kind in range(KINDS)]
    return text_rows([*_TEXTS, *names, *rings])


@inline
def write_view(params: StructRef, s: StructRef, seat: int, out: Tokens) -> int:
    acting = int(s.seat)
    seats = int(params.seats)
    if acting < 0:
        at = put(out, put(out, 0, _OVER), _NULL)
    else:
        at = put(out, put(out, 0, _START if int(s.laid) < seats else _PLAY), number(acting))
    at = _put_zone(params, s, out, put(out, at, _ZONE))
    at = put(out, at, _RINGS)
    for k in range(int(s.laid)):
        if k:
            at = put(out, at, _COMMA)
        owner = int(s.ring_seat[k])
        at = put(out, put(out, at, _SEAT), _NULL if owner == NOBODY else number(owner))
        at = put(out, put(out, at, _FEET), _hole(params, int(s.ring_near[k])))
        at = put(out, put(out, at, _TO), _hole(params, int(s.ring_far[k])))
        at = put(out, put(out, at, _HEIGHT), number(int(s.ring_height[k])))
        at = put(out, at, _CLOSE)
    at = _put_ends(params, s, seats, HEAD, out, put(out, at, _HEADS))
    at = _put_ends(params, s, seats, TAIL, out, put(out, at, _TAILS))
    at = put(out, at, _RESERVES)
    for other in range(seats):
        if other:
            at = put(out, at, _COMMA)
        at = _put_reserve(params, s, other, out, put(out, at, _OPEN_ARRAY))
        at = put(out, at, _END_ARRAY)
    return put(out, at, _END)


@inline
def write_move(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    seat = int(s.seat)
    at = put(out, 0, _TEXT)
    if int(s.laid) < int(params.seats):
        at = _put_start(params, action, int(params.start_distance[seat]), out, at)
    else:
        at = _put_play(params, s, action, seat, out, at)
    return put(out, at, _MOVE_END)


@inline
def _hole(params: StructRef, hole: int) -> int:
    """Return the token of a hole."""
    stride = int(params.stride)
    return _HOLE_NAMES + (hole // stride - 2) * MAX_COLUMNS + hole % stride


@inline
def _put_start(params: StructRef, action: int, distance: int, out: Tokens, at: int) -> int:
    hole = (action - START) // 4
    tail = (hole // MAX_COLUMNS + 2) * int(params.stride) + hole % MAX_COLUMNS
    head = _hole(params, tail + distance * int(params.step[action % 4]))
    tail = _hole(params, tail)
    at = put(out, put(out, put(out, at, tail), _DASH), head)
    at = put(out, put(out, put(out, at, _NEAR), tail), _FAR)
    return put(out, at, head)


@inline
def _put_play(params: StructRef, s: StructRef, action: int, seat: int, out: Tokens, at: int) -> int:
    ways, kind = action // KINDS, action % KINDS
    end = ways // 16
    near = int(s.end[seat, end]) + int(params.reach) * int(params.step[ways // 4 % 4])
    far = _hole(params, near + (kind // MAX_HEIGHT + 1) * int(params.step[ways % 4]))
    near = _hole(params, near)
    at = put(out, put(out, put(out, at, _ENDS + end), near), _DASH)
    at = put(out, put(out, put(out, at, far), _UP), number(kind % MAX_HEIGHT + 1))
    at = put(out, put(out, put(out, at, _NEAR), near), _RING)
    at = put(out, put(out, put(out, at, _RING_NAMES + kind), _FAR), far)
    return put(out, put(out, at, _OF_END), _ENDS + end)


@inline
def _put_zone(params: StructRef, s: StructRef, out: Tokens, at: int) -> int:
    first = 0
    while int(s.top[first]) == SHORE:
        first += 1
    last = (int(params.rows) + 2) * int(params.stride) - 1
    while int(s.top[last]) == SHORE:
        last -= 1
    return put(out, put(out, put(out, at, _hole(params, first)), _TO), _hole(params, last))


@inline
def _put_ends(params: StructRef, s: StructRef, seats: int, end: int, out: Tokens, at: int) -> int:
    for seat in range(seats):
        if seat:
            at = put(out, at, _COMMA)
        hole = int(s.end[seat, end])
        if hole:
            at = put(out, put(out, put(out, at, _QUOTE), _hole(params, hole)), _QUOTE)
        else:
            at = put(out, at, _NULL)
    return at


@inline
def _put_reserve(params: StructRef, s: StructRef, seat: int, out: Tokens, at: int) -> int:
    """Write the rings that ``seat`` has not laid, sorted as texts."""
    start = -1
    if int(s.end[seat, HEAD]) == 0:
        distance = int(params.start_distance[seat])
        start = (distance - 1) * MAX_HEIGHT + int(params.start_height[seat]) - 1
    count = 0
    for group in range(GROUPS):
        for k in range(int(s.kinds[seat])):
            kind = int(s.kind[seat, k])
            if group_of(kind) == group:
                if start >= 0 and group_of(start) == group and start <= kind:
                    at = _put_ring(start, count, out, at)
                    count += 1
                    start = -1
                for _ in range(int(s.left[seat, k])):
                    at = _put_ring(kind, count, out, at)
                    count += 1
        if start >= 0 and group_of(start) == group:
            at = _put_ring(start, count, out, at)
            count += 1
            start = -1
    return at


@inline
def group_of(kind: int) -> int:
    """Return the place of a kind's distance in text order: 1, then 10 and more, then 2 to 9."""
    distance = kind // MAX_HEIGHT + 1
    return 0 if distance == 1 else 1 if distance >= 10 else 2


@inline
def _put_ring(kind: int, index: int, out: Tokens, at: int) -> int:
    if index:
        at = put(out, at, _COMMA)
    return put(out, put(out, put(out, at, _QUOTE), _RING_NAMES + kind), _QUOTE)
