"""Parameters of Block Ness from its options, and the checks of own lakes, rings and colours."""

from __future__ import annotations

from typing import Any

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    LIST,
    OBJECT,
    ROOT,
    Words,
    after,
    first_of,
    int_of,
    is_int,
    item,
    kind_of,
    length_of,
    member,
    say,
    shown,
    text_at,
)
from empile.engine.compiled.json_writer import Tokens, number
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import size_of
from empile.games.block_ness.rules import policy_network, value_network
from empile.games.block_ness.rules.components import (
    MAX_COLUMNS,
    MAX_DISTANCE,
    MAX_HAND,
    MAX_HEIGHT,
    MAX_RINGS,
    MAX_ROWS,
    SETS,
)
from empile.games.block_ness.rules.planes import INFORMATION_PLANES, information_planes
from empile.games.block_ness.rules.position import hole_at
from empile.games.block_ness.rules.reserves import (
    COLOUR_NAMES,
    RING_NAMES,
    TEXTS,
    count_rings,
    start_of,
)
from empile.games.block_ness.rules.room import seat_without_room
from empile.games.block_ness.rules.state import (
    HOLES,
    KINDS,
    LINE_DEEP,
    LINE_DISTANCES,
    LINE_HEIGHT,
    LINE_HOLES,
    LINE_START_DISTANCE,
    LINE_START_HEIGHT,
    MARGIN,
    MAX_SEATS,
    PLANES,
    SHORE,
    UNITS,
)

_PLAYERS, _VARIANT, _EXPERT, COLOURS, LAKE, RINGS = (
    TEXTS.add(name) for name in ("players", "variant", "expert", "colours", "lake", "rings")
)
_PARTS = TEXTS.add("columns", "rows", "zones")
_COLUMNS, _ROWS, ZONES = range(_PARTS, _PARTS + 3)
SEATS = TEXTS.add("2", "3", "4")
FEWEST = 2

_NO_LAKE = TEXTS.add("a lake must have exactly the keys 'columns', 'rows' and 'zones'")
_NO_SIZE = TEXTS.add("the lake's '{}' must be a whole number from 2 to {}")
_NO_ZONES = TEXTS.add('the lake\'s \'zones\' must be given for "2", "3" and "4" seats')
_ZONE_OF = TEXTS.add("the zone for {} seats")
_NO_CORNERS = TEXTS.add('{} must be two corners, such as ["c3", "j10"]')
_NO_HOLE = TEXTS.add("{} names {}, which is not a hole of this lake")
_LOW_FIRST = TEXTS.add("{} must name its lower left corner first")
_NOT_NESTED = TEXTS.add("{} must contain the zone for fewer seats")
_NO_SETS = TEXTS.add(f"'rings' must be {SETS} lists of rings, one for each monster")
_RINGS_OF = TEXTS.add("the rings of monster {} ({})")
_NO_SET = TEXTS.add(f"{{}} must be a list of 1 to {MAX_RINGS} rings")
_OTHER_SIZE = TEXTS.add(
    "{} are {}, but monster 0 has {}: every set must have the same number of rings"
)
_NO_RING = TEXTS.add(
    f"{{}} contain {{}}; write a ring as d.h with the distance d from 1 to {MAX_DISTANCE} and the"
    f" height h from 1 to {MAX_HEIGHT}"
)
_NO_COLOURS = TEXTS.add(
    f"'colours' must be {{}} different numbers from 0 to {SETS - 1}, one for each seat"
)
_NO_ROOM = TEXTS.add(
    "seat {} may find no room in the deep water for its start ring {}: enlarge zone 2 or shorten"
    " the start rings"
)

_PLANE_NAMES = [plane.name for plane in INFORMATION_PLANES]
_WATER, _DEEP, _RESERVES = map(_PLANE_NAMES.index, ("water", "deep", "reserves"))
_IS_BOARD = np.array([plane.board for plane in INFORMATION_PLANES])
_SIZES = np.array(
    [
        [size_of([plane]) for plane in information_planes(seats, (1, 1), 1, water=True, deep=True)]
        for seats in range(MAX_SEATS + 1)
    ],
    np.int32,
)
"""Of each plane by the number of seats, with one hole and one kind of ring."""


def fill_constants(params: Any) -> None:
    """Fill the weights of the networks."""
    params.by_trait, params.bias, params.by_neuron = value_network.load_weights()
    params.prior_by_feature, params.prior_bias, params.prior_by_unit = policy_network.load_weights()


@outlined
def check_option(words: Words, out: Tokens) -> int:
    """Check an own lake, own rings or colours."""
    lake, rings = member(words, ROOT, LAKE), member(words, ROOT, RINGS)
    if rings != ROOT:
        return _check_rings(words, rings, out)
    if lake != ROOT:
        return _check_lake(words, lake, out)
    return _check_colours(words, out)


@outlined
def _check_lake(words: Words, lake: int, out: Tokens) -> int:
    if not _has_keys(words, lake, _PARTS):
        return say(out, 0, _NO_LAKE)
    for part in range(2):
        most = MAX_ROWS if part else MAX_COLUMNS
        if not is_int(words, member(words, lake, _PARTS + part), 2, most):
            return say(out, 0, _NO_SIZE, _PARTS + part, number(most))
    zones = member(words, lake, ZONES)
    if not _has_keys(words, zones, SEATS):
        return say(out, 0, _NO_ZONES)
    fault = 0
    for seats in range(FEWEST, MAX_SEATS + 1):
        fault = fault or _check_zone(words, lake, seats, out)
    return fault


@outlined
def _has_keys(words: Words, node: int, first: int) -> bool:
    """Return whether a node is an object with exactly the keys of three tokens."""
    if kind_of(words, node) != OBJECT or length_of(words, node) != 3:
        return False
    count = 0
    for key in range(first, first + 3):
        count += member(words, node, key) != ROOT
    return count == 3


@outlined
def _check_zone(words: Words, lake: int, seats: int, out: Tokens) -> int:
    corners = member(words, member(words, lake, ZONES), SEATS + seats - FEWEST)
    if kind_of(words, corners) != LIST or length_of(words, corners) != 2:
        return say(out, 0, _NO_CORNERS, _ZONE_OF, number(seats))
    low, high = _corner(words, lake, seats, 0), _corner(words, lake, seats, 1)
    if not low or not high:
        corner = item(words, corners, int(low != 0))
        return say(out, 0, _NO_HOLE, _ZONE_OF, number(seats), shown(corner))
    if not _is_within(words, lake, low, high, high):
        return say(out, 0, _LOW_FIRST, _ZONE_OF, number(seats))
    for k in range(2):
        if seats > FEWEST:
            inner = _corner(words, lake, seats - 1, k)
            if not _is_within(words, lake, low, inner, high):
                return say(out, 0, _NOT_NESTED, _ZONE_OF, number(seats))
    return 0


@outlined
def _corner(words: Words, lake: int, seats: int, number_: int) -> int:
    """Return a corner of a zone, from the lower left one; 0 if it is no hole."""
    corners = member(words, member(words, lake, ZONES), SEATS + seats - FEWEST)
    columns, rows = member(words, lake, _COLUMNS), member(words, lake, _ROWS)
    return hole_at(
        words, item(words, corners, number_), int_of(words, columns), int_of(words, rows)
    )


@outlined
def _is_within(words: Words, lake: int, low: int, hole: int, high: int) -> bool:
    """Return whether a hole is in the rectangle from ``low`` to ``high``."""
    stride = int_of(words, member(words, lake, _COLUMNS)) + 2
    return low <= hole <= high and low % stride <= hole % stride <= high % stride


@outlined
def _check_rings(words: Words, rings: int, out: Tokens) -> int:
    if kind_of(words, rings) != LIST or length_of(words, rings) != SETS:
        return say(out, 0, _NO_SETS)
    size = length_of(words, first_of(rings))
    ring_set = first_of(rings)
    for monster in range(SETS):
        fault = _check_set(words, ring_set, monster, size, out)
        if fault:
            return fault
        ring_set = after(words, ring_set)
    return 0


@outlined
def _check_set(words: Words, ring_set: int, monster: int, size: int, out: Tokens) -> int:
    name, colour = number(monster), COLOUR_NAMES + monster
    is_list = kind_of(words, ring_set) == LIST
    if not is_list or not 1 <= length_of(words, ring_set) <= MAX_RINGS:
        return say(out, 0, _NO_SET, _RINGS_OF, name, colour)
    count = length_of(words, ring_set)
    if count != size:
        return say(out, 0, _OTHER_SIZE, _RINGS_OF, name, colour, number(count), number(size))
    ring = first_of(ring_set)
    for _ in range(count):
        if not 0 <= text_at(words, ring) - RING_NAMES < KINDS:
            return say(out, 0, _NO_RING, _RINGS_OF, name, colour, shown(ring))
        ring = after(words, ring)
    return 0


@outlined
def _check_colours(words: Words, out: Tokens) -> int:
    players = int_of(words, member(words, ROOT, _PLAYERS))
    colours = member(words, ROOT, COLOURS)
    chosen = 0
    if kind_of(words, colours) == LIST and length_of(words, colours) == players:
        colour = first_of(colours)
        for _ in range(players):
            if is_int(words, colour, 0, SETS - 1):
                chosen |= 1 << int_of(words, colour)
            colour = after(words, colour)
    count = 0
    for colour in range(SETS):
        count += chosen >> colour & 1
    return 0 if count == players else say(out, 0, _NO_COLOURS, number(players))


@outlined
def fill_params(params: StructRef, words: Words, out: Tokens) -> int:
    seats = int_of(words, member(words, ROOT, _PLAYERS))
    lake = member(words, ROOT, LAKE)
    columns = int_of(words, member(words, lake, _COLUMNS))
    rows = int_of(words, member(words, lake, _ROWS))
    stride = columns + 2
    is_expert = text_at(words, member(words, ROOT, _VARIANT)) == _EXPERT
    params.seats, params.reach = seats, 2 if is_expert else 1
    params.columns, params.rows, params.stride = columns, rows, stride
    for way in range(4):
        params.step[way] = (stride if way % 2 else 1) * (-1 if way > 1 else 1)
    low, high = 2 * stride, (rows + 1) * stride + columns - 1
    if seats > 1:
        fault = _fill_starts(params, words, lake, out)
        if fault:
            return fault
        low, high = _corner(words, lake, seats, 0), _corner(words, lake, seats, 1)
    else:
        # Zone, rings and hand are in the start: no start ring is laid, and all moves are alike.
        params.deep[0] = params.deep[1] = 1
        params.rings = MAX_HAND
        for stage in range(2):
            for unit in range(UNITS):
                params.prior_by_unit[stage, unit] = 0.0
    for hole in range(HOLES):
        params.top[hole] = SHORE
    west, south = low % stride, low // stride
    params.zone[0], params.zone[1] = west, south - 2
    params.zone[2], params.zone[3] = high % stride - west + 1, high // stride - south + 1
    for hole in range(low, high + 1):
        if west <= hole % stride <= high % stride:
            params.row_at[hole] = hole // stride - south
            params.column_at[hole] = hole % stride - west
            if seats > 1:
                params.top[hole] = 0
    _fill_kinds(params, words)
    _fill_lines(params)
    is_same = seats > 1 and low == _corner(words, lake, FEWEST, 0)
    is_same = is_same and high == _corner(words, lake, FEWEST, 1)
    _fill_planes(params, has_deep=seats > 1 and not is_same)
    return 0


@outlined
def _fill_starts(params: StructRef, words: Words, lake: int, out: Tokens) -> int:
    """Fill deep water and start rings; these must find room."""
    stride = int(params.stride)
    for k in range(2):
        corner = _corner(words, lake, FEWEST, k)
        params.deep[2 * k], params.deep[2 * k + 1] = corner % stride, corner // stride - 2
    for seat in range(int(np.int64(params.seats))):
        colours = member(words, ROOT, COLOURS)
        params.colour[seat] = seat if colours == ROOT else int_of(words, item(words, colours, seat))
        start = text_at(words, first_of(_set_of(params, words, seat))) - RING_NAMES
        params.start_distance[seat] = start // MAX_HEIGHT + 1
        params.start_height[seat] = start % MAX_HEIGHT + 1
    params.rings = length_of(words, _set_of(params, words, 0))
    # What is written later is scratch space.
    columns, rows = _deep_size(params)
    seat = seat_without_room(
        columns,
        rows,
        int(np.int64(params.seats)),
        params.start_distance,
        params.start_height,
        params.top,
        params.plane,
    )
    if seat < 0:
        return 0
    return say(out, 0, _NO_ROOM, number(seat + 1), RING_NAMES + start_of(params, seat))


@outlined
def _deep_size(params: StructRef) -> tuple[int, int]:
    deep = params.deep
    first_column, first_row = int(np.int64(deep[0])), int(np.int64(deep[1]))
    return int(np.int64(deep[2])) - first_column + 1, int(np.int64(deep[3])) - first_row + 1


@outlined
def _set_of(params: StructRef, words: Words, seat: int) -> int:
    """Return the list of a seat's rings."""
    return item(words, member(words, ROOT, RINGS), int(params.colour[seat]))


@outlined
def _fill_kinds(params: StructRef, words: Words) -> None:
    """Fill the kinds of rings, start rings excluded."""
    seats = int(np.int64(params.seats))
    for kind in range(KINDS):
        params.seen_at[kind] = seats == 1
    if seats > 1:
        for seat in range(seats):
            rings = _set_of(params, words, seat)
            ring = first_of(rings)
            for _ in range(length_of(words, rings) - 1):
                ring = after(words, ring)
                params.seen_at[text_at(words, ring) - RING_NAMES] = 1
    seen = longest = 0
    most = MAX_HAND if seats == 1 else 1
    for kind in range(KINDS):
        if params.seen_at[kind]:
            params.seen_at[kind] = seen
            seen += 1
            longest = kind // MAX_HEIGHT
            if seats > 1:
                most = max(most, _fill_kind(params, words, kind))
    params.kinds_seen, params.longest, params.most = seen, longest + 1, most


@outlined
def _fill_kind(params: StructRef, words: Words, kind: int) -> int:
    """Fill the number of rings of a kind of each seat; return the greatest."""
    most = 0
    for seat in range(int(np.int64(params.seats))):
        count = count_rings(words, _set_of(params, words, seat), kind)
        count -= int(kind == start_of(params, seat))
        if count:
            slot = int(params.kinds[seat])
            params.kind[seat, slot], params.count[seat, slot] = kind, count
            params.kinds[seat] = slot + 1
            most = max(most, count)
    return most


@outlined
def _fill_lines(params: StructRef) -> None:
    """Fill the tables of pairs of lines, if lake and rings are small enough."""
    if not _has_lines(params):
        return
    params.lines = 1
    columns, rows, stride = int(params.columns), int(params.rows), int(params.stride)
    first = (LINE_DISTANCES[0] - 1) * MAX_HEIGHT
    for bit in range(64):
        kind = bit % 32
        params.line_code[bit] = bit // 32 * KINDS + first + kind + kind // 8
    for way in range(4):
        params.turned_step[way] = (1 if way % 2 else rows + 2) * (-1 if way > 1 else 1)
    for hole in range((columns + 2) * (rows + 4)):
        params.turned[hole] = MARGIN + (hole % stride + 2) * (rows + 2) + hole // stride - 2


@outlined
def _has_lines(params: StructRef) -> bool:
    columns, rows = int(params.columns), int(params.rows)
    deepest = max(_deep_size(params))
    size = max((columns + 2) * (rows + 4), (columns + 4) * (rows + 2))
    is_small = int(np.int64(params.seats)) > 1 and size <= LINE_HOLES and deepest <= LINE_DEEP
    for seat in range(int(np.int64(params.seats))):
        is_small = is_small and int(params.start_distance[seat]) <= LINE_START_DISTANCE
        is_small = is_small and int(params.start_height[seat]) <= LINE_START_HEIGHT
        for slot in range(int(params.kinds[seat])):
            kind = int(params.kind[seat, slot])
            distance, height = kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1
            is_small = is_small and LINE_DISTANCES[0] <= distance <= LINE_DISTANCES[1]
            is_small = is_small and height <= LINE_HEIGHT
    return is_small


@outlined
def _fill_planes(params: StructRef, has_deep: bool) -> None:
    """Fill the offsets of the planes."""
    seats = int(np.int64(params.seats))
    holes = int(np.int64(params.zone[2])) * int(np.int64(params.zone[3]))
    kinds = int(params.kinds_seen)
    at = 0
    for plane in range(PLANES):
        if (plane == _WATER and seats > 1) or (plane == _DEEP and not has_deep):
            params.plane[plane] = -1
        else:
            params.plane[plane] = at
            size = int(_SIZES[seats, plane])
            if _IS_BOARD[plane]:
                size *= holes
            elif plane == _RESERVES:
                size *= kinds
            at += size
