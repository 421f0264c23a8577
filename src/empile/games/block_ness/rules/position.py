"""States of Block Ness from position objects."""

from __future__ import annotations

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    LIST,
    NULL,
    OBJECT,
    ROOT,
    STRING,
    Words,
    after,
    bare,
    check_choice,
    check_int,
    check_keys,
    check_list,
    check_seat,
    check_texts,
    first_of,
    int_of,
    item,
    kind_of,
    length_of,
    letter,
    member,
    say,
    shown,
    text_at,
)
from empile.engine.compiled.json_writer import (
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
from empile.engine.compiled.templates.rules import TERMINAL
from empile.games.block_ness.rules import lines, moves
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_DISTANCE, MAX_HEIGHT
from empile.games.block_ness.rules.reserves import (
    TEXTS,
    TOO_MANY_RINGS,
    count_laid,
    length,
    put_limit,
    put_start,
    read_reserves,
    step_between,
)
from empile.games.block_ness.rules.state import END, HEAD, MAX_LAID, NOBODY, SHORE, TAIL

_NAMES = ("stage", "seat", "zone", "rings", "heads", "tails", "reserves")
_KEYS = TEXTS.add(*_NAMES)
_STAGE, _SEAT, ZONE, _RINGS, _ENDS, _, RESERVES = range(_KEYS, _KEYS + len(_NAMES))
FEET, HEIGHT = TEXTS.add("feet"), TEXTS.add("height")
_STAGES = TEXTS.add("start", "play", "over")
_START, _PLAY = _STAGES, _STAGES + 1
COLUMN_NAMES = TEXTS.add(*(chr(ord("a") + column) for column in range(MAX_COLUMNS)))

_EARLY = TEXTS.add("a game cannot begin while start rings are still to be laid")
_LATE = TEXTS.add("a game cannot begin from a position in which it is over")
_NO_HOLE = TEXTS.add("{} names {}, which is not a hole there")
_THE_ZONE, _A_RING = TEXTS.add("the zone"), TEXTS.add("a ring")
_LOW_FIRST = TEXTS.add("'zone' must name its lower left hole first")
_OTHER_ZONE = TEXTS.add("the zone for {} seats is {} to {}, not {} to {}")
_HOLE_THERE = TEXTS.add("{}{}")
_RING_KEYS = TEXTS.add("a ring must have exactly 'seat', 'feet' and 'height': {}")
_TWO_FEET = TEXTS.add("'feet' must be two holes, not {}")
_CROOKED = TEXTS.add(
    f"the feet {{}} and {{}} must be in one row or column, 1 to {MAX_DISTANCE} apart"
)
_MANY_LAID = TEXTS.add(f"a position has at most {MAX_LAID} rings in the lake")
_RING_THERE = TEXTS.add("the ring {}-{}^{}")
_TAKEN = TEXTS.add("{} stands in {}, which is not free")
_PASSES = TEXTS.add("{} passes over {}, where a ring of height {} is")
_NO_RING = TEXTS.add("seat {} has no ring in the lake")
_NO_END = TEXTS.add("'{}' of seat {} must be a foot of one of its rings, not {}")
_END_UNDER = TEXTS.add("the end of seat {} in {} lies under an arch")
_SAME_END = TEXTS.add("head and tail of seat {} must be in different holes")

_REASON_TAKEN, _REASON_PASSES = TEXTS.add("fault.foot_taken"), TEXTS.add("fault.passes")
_REASON_NO_END = TEXTS.add("fault.no_head", "fault.no_tail")
_REASON_UNDER, _REASON_SAME = TEXTS.add("fault.end_under"), TEXTS.add("fault.same_end")
_NEAR, _FAR, _HOLE, _CELLS = (TEXTS.add(name) for name in ("near", "far", "hole", "cells"))
_OTHER = TEXTS.add("other")

_A, _ZERO = ord("a"), ord("0")


@outlined
def read_position(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    """Rings must lie as rules 1 and 3 allow, in the order listed.

    The turn goes to the first seat with a legal move, from the seat to act clockwise.
    """
    seats = int(np.int64(params.seats))
    fault = (
        check_keys(words, _KEYS, len(_NAMES), 0, out)
        or _check_stage(words, out)
        or _read_zone(params, s, words, out)
        or _check_rings(params, s, words, out)
        or _lay_rings(params, s, words, out)
        or _read_ends(params, s, words, out)
        or check_list(words, RESERVES, seats, out)
        or read_reserves(params, s, words, member(words, ROOT, RESERVES), out)
        or check_seat(words, _SEAT, seats, out)
    )
    if fault:
        return fault
    if int(params.lines):
        for hole in range(_holes(params)):
            lines.block(params, s, hole, int(s.top[hole]))
    s.seat = TERMINAL
    first = int_of(words, member(words, ROOT, _SEAT))
    for k in range(seats):
        seat = (first + seats - 1 - k) % seats
        if moves.can_play(params, s, seat):
            s.seat = seat
    return 0


@outlined
def _check_stage(words: Words, out: Tokens) -> int:
    fault = check_choice(words, _STAGE, _STAGES, 3, out)
    stage = text_at(words, member(words, ROOT, _STAGE))
    if fault or stage == _PLAY:
        return fault
    return say(out, 0, _EARLY if stage == _START else _LATE)


@outlined
def _read_zone(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    fault = check_texts(words, ZONE, 2, out)
    if fault:
        return fault
    first = first_of(member(words, ROOT, ZONE))
    second = after(words, first)
    low, high = _hole(params, words, first), _hole(params, words, second)
    if not low or not high:
        return say(out, 0, _NO_HOLE, _THE_ZONE, shown(second if low else first))
    seats, stride = int(np.int64(params.seats)), int(params.stride)
    west, east = low % stride, high % stride
    if west > east or low // stride > high // stride:
        return say(out, 0, _LOW_FIRST)
    lowest = (int(params.zone[1]) + 2) * stride + int(params.zone[0])
    highest = lowest + (int(params.zone[3]) - 1) * stride + int(params.zone[2]) - 1
    if seats > 1 and (low != lowest or high != highest):
        at = _name(params, lowest, out, say(out, 0, _OTHER_ZONE, number(seats)))
        return say(out, _name(params, highest, out, at), bare(first), bare(second))
    for hole in range(_holes(params)):
        s.top[hole] = 0 if low <= hole <= high and west <= hole % stride <= east else SHORE
    return 0


@outlined
def _check_rings(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    fault = check_list(words, _RINGS, -1, out)
    if fault:
        return fault
    rings = member(words, ROOT, _RINGS)
    ring = first_of(rings)
    for _ in range(length_of(words, rings)):
        fault = _check_ring(params, s, words, ring, out)
        if fault:
            return fault
        ring = after(words, ring)
    if length_of(words, rings) > MAX_LAID:
        return say(out, put_limit(TOO_MANY_RINGS, MAX_LAID, out), _MANY_LAID)
    return 0


@outlined
def _check_ring(params: StructRef, s: StructRef, words: Words, ring: int, out: Tokens) -> int:
    if not _has_parts(words, ring):
        return say(out, 0, _RING_KEYS, shown(ring))
    seats = int(np.int64(params.seats))
    if seats > 1 or kind_of(words, member(words, ring, _SEAT)) != NULL:
        fault = check_int(words, _SEAT, 0, seats - 1, out, ring)
        if fault:
            return fault
    feet = member(words, ring, FEET)
    if kind_of(words, feet) != LIST or length_of(words, feet) != 2:
        return say(out, 0, _TWO_FEET, shown(feet))
    first = first_of(feet)
    second = after(words, first)
    near, far = _hole(params, words, first), _hole(params, words, second)
    # The border, where no hole is, is shore.
    if int(s.top[near]) == SHORE or int(s.top[far]) == SHORE:
        return say(out, 0, _NO_HOLE, _A_RING, shown(first if int(s.top[near]) == SHORE else second))
    if (
        near == far
        or (far - near) % step_between(params, near, far)
        or length(params, near, far) > MAX_DISTANCE
    ):
        return say(out, 0, _CROOKED, bare(first), bare(second))
    return check_int(words, HEIGHT, 1, MAX_HEIGHT, out, ring)


@outlined
def _has_parts(words: Words, ring: int) -> bool:
    if kind_of(words, ring) != OBJECT or length_of(words, ring) != 3:
        return False
    seat, feet = member(words, ring, _SEAT), member(words, ring, FEET)
    return seat != ROOT and feet != ROOT and member(words, ring, HEIGHT) != ROOT


@outlined
def _lay_rings(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    rings = member(words, ROOT, _RINGS)
    ring = first_of(rings)
    for _ in range(length_of(words, rings)):
        fault = _lay(params, s, words, ring, out)
        if fault:
            return fault
        ring = after(words, ring)
    return 0


@outlined
def _lay(params: StructRef, s: StructRef, words: Words, ring: int, out: Tokens) -> int:
    """Write a ring and its height in or over each of its holes."""
    feet, seat = member(words, ring, FEET), member(words, ring, _SEAT)
    height = int_of(words, member(words, ring, HEIGHT))
    for k in range(2):
        foot = _hole(params, words, item(words, feet, k))
        if s.top[foot]:
            at = end_message(out, _put_ring(params, words, ring, _REASON_TAKEN, foot, out))
            return _name(params, foot, out, _name_ring(words, ring, _TAKEN, out, at))
    near, far = _hole(params, words, first_of(feet)), _hole(params, words, item(words, feet, 1))
    step = step_between(params, near, far)
    for hole in range(near + step, far, step):
        top = int(s.top[hole])
        if top >= height:
            at = _put_ring(params, words, ring, _REASON_PASSES, hole, out)
            at = end_message(out, put_number(_OTHER, top, out, at))
            at = _name(params, hole, out, _name_ring(words, ring, _PASSES, out, at))
            return put(out, at, number(top))
    for hole in range(near, far + step, step):
        s.top[hole] = height
    laid = int(s.laid)
    s.ring_seat[laid] = NOBODY if kind_of(words, seat) == NULL else int_of(words, seat)
    s.ring_height[laid] = height
    s.ring_near[laid], s.ring_far[laid] = near, far
    s.laid = laid + 1
    return 0


@outlined
def _put_ring(params: StructRef, words: Words, ring: int, key: int, hole: int, out: Tokens) -> int:
    """Begin a message about a ring at a hole."""
    feet = member(words, ring, FEET)
    at = put_string(_NEAR, bare(first_of(feet)), out, begin_message(key, out))
    at = put_string(_FAR, bare(item(words, feet, 1)), out, at)
    at = put_number(HEIGHT, int_of(words, member(words, ring, HEIGHT)), out, at)
    return _put_hole(params, hole, out, at)


@outlined
def _put_hole(params: StructRef, hole: int, out: Tokens, at: int) -> int:
    """Append a hole as the arguments that name it and mark it."""
    stride = int(params.stride)
    for k in range(2):
        at = begin_string(_CELLS if k else _HOLE, out, at)
        at = say(out, at, COLUMN_NAMES + hole % stride, number(hole // stride - 1))
        at = end_string(out, at)
    return at


@outlined
def _name_ring(words: Words, ring: int, sentence: int, out: Tokens, at: int) -> int:
    """Begin a sentence about a ring."""
    feet = member(words, ring, FEET)
    near, far = bare(first_of(feet)), bare(item(words, feet, 1))
    height = number(int_of(words, member(words, ring, HEIGHT)))
    return say(out, at, sentence, _RING_THERE, near, far, height)


@outlined
def _name(params: StructRef, hole: int, out: Tokens, at: int) -> int:
    """Append a hole as one value of a sentence."""
    stride = int(params.stride)
    return say(out, at, _HOLE_THERE, COLUMN_NAMES + hole % stride, number(hole // stride - 1))


@outlined
def _read_ends(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    seats = int(np.int64(params.seats))
    for seat in range(seats):
        count = count_laid(params, s, seat, -1)
        if seats > 1:
            s.score[seat] = count
            if not count:
                return say(out, put_start(params, seat, out), _NO_RING, number(seat))
        for end in range(2):
            fault = _read_end(params, s, words, seat, end, out)
            if fault:
                return fault
        head, tail = int(s.end[seat, HEAD]), int(s.end[seat, TAIL])
        if head == tail:
            at = _put_hole(params, head, out, begin_message(_REASON_SAME, out))
            return say(out, end_message(out, at), _SAME_END, number(seat))
        s.top[head] += END
        s.top[tail] += END
    return 0


@outlined
def _read_end(
    params: StructRef, s: StructRef, words: Words, seat: int, end: int, out: Tokens
) -> int:
    fault = check_list(words, _ENDS + end, int(np.int64(params.seats)), out)
    if fault:
        return fault
    text = item(words, member(words, ROOT, _ENDS + end), seat)
    hole = _hole(params, words, text)
    height = 0
    for ring in range(int(s.laid)):
        if int(s.ring_seat[ring]) == seat and hole in (
            int(s.ring_near[ring]),
            int(s.ring_far[ring]),
        ):
            height = int(s.ring_height[ring])
    if not height:
        at = end_message(out, begin_message(_REASON_NO_END + end, out))
        return say(out, at, _NO_END, _ENDS + end, number(seat), shown(text))
    if int(s.top[hole]) != height:
        at = end_message(out, _put_hole(params, hole, out, begin_message(_REASON_UNDER, out)))
        return say(out, at, _END_UNDER, number(seat), bare(text))
    s.end[seat, end] = hole
    if end == HEAD:
        s.head_height[seat] = height
    return 0


@outlined
def _holes(params: StructRef) -> int:
    """Return the number of holes, those of the border included."""
    return (int(params.rows) + 4) * int(params.stride)


@outlined
def _hole(params: StructRef, words: Words, node: int) -> int:
    return hole_at(words, node, int(params.columns), int(params.rows))


@outlined
def hole_at(words: Words, node: int, columns: int, rows: int) -> int:
    """Return the hole of a lake that a string names, 0 if it names none."""
    if kind_of(words, node) != STRING or not 2 <= length_of(words, node) <= 3:
        return 0
    column, row = letter(words, node, 0) - _A, 0
    for k in range(1, length_of(words, node)):
        digit = letter(words, node, k) - _ZERO
        if not int(k == 1) <= digit <= 9:
            return 0
        row = row * 10 + digit
    if not (0 <= column < columns and row <= rows):
        return 0
    return (row + 1) * (columns + 2) + column
