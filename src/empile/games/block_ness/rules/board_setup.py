"""Static board data of Block Ness for the client, as tokens of JSON."""

from __future__ import annotations

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    NULL,
    ROOT,
    Words,
    after,
    first_of,
    int_of,
    item,
    kind_of,
    length_of,
    member,
    put_item,
    say,
    shown,
)
from empile.engine.compiled.json_writer import COMMA, Tokens, number, put
from empile.engine.compiled.layout import StructRef
from empile.games.block_ness.rules.components import MAX_HEIGHT
from empile.games.block_ness.rules.json_view import GROUPS, group_of
from empile.games.block_ness.rules.options import COLOURS, FEWEST, LAKE, RINGS, SEATS, ZONES
from empile.games.block_ness.rules.position import (
    COLUMN_NAMES,
    FEET,
    HEIGHT,
    RESERVES,
    ZONE,
    hole_at,
)
from empile.games.block_ness.rules.reserves import (
    COLOUR_NAMES,
    RING_NAMES,
    TEXTS,
    count_rings,
    length,
)
from empile.games.block_ness.rules.state import KINDS

_COLUMNS, _ROWS, _DEEP, _ZONE, _ZONES = (
    TEXTS.add(text) for text in ('{"columns":', ',"rows":', ',"deep":', ',"zone":', ',"zones":')
)
_OF_ONE, _WHOLE, _END_WHOLE = (TEXTS.add(text) for text in ('{"1":', '["a1","', '"]'))
_CLOSE, _COLOURS, _RINGS = (TEXTS.add(text) for text in ("}", ',"colours":[', '],"rings":['))
_OPEN_ARRAY, _END_ARRAY, _END = (TEXTS.add(text) for text in ("[", "]", "]}"))


@outlined
def write_setup(params: StructRef, words: Words, out: Tokens) -> int:
    """Write the lake, and the rings of each seat; solo the zone of the start, and its rings."""
    options = first_of(ROOT)
    start = after(words, options)
    seats = int(np.int64(params.seats))
    columns, rows = int(np.int64(params.columns)), int(np.int64(params.rows))
    is_solo = seats == 1 and kind_of(words, start) != NULL
    at = say(out, 0, _COLUMNS, number(columns), _ROWS, number(rows))
    if is_solo:
        zone = shown(member(words, start, ZONE))
        at = say(out, at, _DEEP, zone, _ZONE, zone, _ZONES, _OF_ONE, zone, _CLOSE)
    else:
        zones = member(words, member(words, options, LAKE), ZONES)
        at = say(out, at, _DEEP, shown(member(words, zones, SEATS)), _ZONE)
        if seats == 1:
            at = say(out, at, _WHOLE, COLUMN_NAMES + columns - 1, number(rows), _END_WHOLE)
        else:
            at = put(out, at, shown(member(words, zones, SEATS + seats - FEWEST)))
        at = say(out, at, _ZONES, shown(zones))
    at = put(out, at, _COLOURS)
    for seat in range(seats):
        at = put_item(seat, COLOUR_NAMES + _colour_of(words, options, seat), out, at)
    at = put(out, at, _RINGS)
    if is_solo:
        at = _put_rings_of(params, words, start, out, at)
    else:
        sets = member(words, options, RINGS)
        for seat in range(seats):
            if seat:
                at = put(out, at, COMMA)
            at = put(out, at, shown(item(words, sets, _colour_of(words, options, seat))))
    return put(out, at, _END)


@outlined
def _colour_of(words: Words, options: int, seat: int) -> int:
    colours = member(words, options, COLOURS)
    return seat if colours == ROOT else int_of(words, item(words, colours, seat))


@outlined
def _put_rings_of(params: StructRef, words: Words, start: int, out: Tokens, at: int) -> int:
    """Append the kinds of rings in a solo start, in the lake or in hand, sorted as texts."""
    at = put(out, at, _OPEN_ARRAY)
    rings = 0
    for group in range(GROUPS):
        for kind in range(KINDS):
            if group_of(kind) == group and _has_ring(params, words, start, kind):
                at = put_item(rings, RING_NAMES + kind, out, at)
                rings += 1
    return put(out, at, _END_ARRAY)


@outlined
def _has_ring(params: StructRef, words: Words, start: int, kind: int) -> bool:
    if count_rings(words, first_of(member(words, start, RESERVES)), kind):
        return True
    columns, rows = int(np.int64(params.columns)), int(np.int64(params.rows))
    laid = member(words, start, RINGS)
    ring = first_of(laid)
    for _ in range(length_of(words, laid)):
        near = first_of(member(words, ring, FEET))
        far = after(words, near)
        distance = length(
            params, hole_at(words, near, columns, rows), hole_at(words, far, columns, rows)
        )
        height = int_of(words, member(words, ring, HEIGHT))
        if (distance - 1) * MAX_HEIGHT + height - 1 == kind:
            return True
        ring = after(words, ring)
    return False
