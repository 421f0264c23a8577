"""Reserves in position objects."""

from __future__ import annotations

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    LIST,
    SetupTexts,
    Words,
    after,
    first_of,
    kind_of,
    length_of,
    say,
    shown,
    text_at,
)
from empile.engine.compiled.json_writer import (
    Tokens,
    begin_message,
    end_message,
    number,
    put,
    put_number,
    put_string,
)
from empile.engine.compiled.layout import StructRef
from empile.games.block_ness.rules import lines
from empile.games.block_ness.rules.components import (
    COLOURS,
    MAX_DISTANCE,
    MAX_HAND,
    MAX_HEIGHT,
    Ring,
)
from empile.games.block_ness.rules.state import KINDS, MAX_LAID, WORD

TEXTS = SetupTexts()

COLOUR_NAMES = TEXTS.add(*COLOURS)
RING_NAMES = TEXTS.add(
    *(str(Ring(kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1)) for kind in range(KINDS))
)
"""By kind."""

_NO_HAND = TEXTS.add("'reserves' of seat {} must be a list, not {}")
_STRANGE_RING = TEXTS.add(
    "'reserves' of seat {} contains {}; write a ring as d.h, d from 1"
    f" to {MAX_DISTANCE} and h from 1 to {MAX_HEIGHT}"
)
_BIG_HAND = TEXTS.add(f"a hand has at most {MAX_HAND} rings, not {{}}")
_MANY_RINGS = TEXTS.add(f"a position has at most {MAX_LAID} rings, those in hand included")
_OTHER_SET = TEXTS.add("the rings of seat {}, laid and in reserve, are not the {} set: {}")
_EXTRA, _LACKING = TEXTS.add("{} too many"), TEXTS.add("{} missing")
_BOTH, _LISTED = TEXTS.add("{} and {}"), TEXTS.add("{} {}")
_START_IN_HAND = TEXTS.add("the start ring {} of seat {} must be in the lake")

_REASON_START, _REASON_HAND = TEXTS.add("fault.start_ring"), TEXTS.add("fault.hand_size")
TOO_MANY_RINGS = TEXTS.add("fault.too_many_rings")
_MOST, _COLOUR, _DISTANCE = (TEXTS.add(name) for name in ("most", "colour", "distance"))


@outlined
def put_start(params: StructRef, seat: int, out: Tokens) -> int:
    """Write the message that a start ring is not in the lake."""
    at = begin_message(_REASON_START, out)
    at = put_string(_COLOUR, COLOUR_NAMES + int(params.colour[seat]), out, at)
    return end_message(out, put_number(_DISTANCE, int(params.start_distance[seat]), out, at))


@outlined
def read_reserves(params: StructRef, s: StructRef, words: Words, reserves: int, out: Tokens) -> int:
    """Check a list for each seat, and write it; the rings in the lake are written."""
    seats = int(np.int64(params.seats))
    hand = first_of(reserves)
    for seat in range(seats):
        if kind_of(words, hand) != LIST:
            return say(out, 0, _NO_HAND, number(seat), shown(hand))
        ring = first_of(hand)
        for _ in range(length_of(words, hand)):
            if not 0 <= text_at(words, ring) - RING_NAMES < KINDS:
                return say(out, 0, _STRANGE_RING, number(seat), shown(ring))
            ring = after(words, ring)
        hand = after(words, hand)
    hand = first_of(reserves)
    if seats == 1:
        return _read_hand(s, words, hand, out)
    for seat in range(seats):
        fault = _read_set(params, s, words, hand, seat, out)
        if fault:
            return fault
        hand = after(words, hand)
    return 0


@outlined
def _read_hand(s: StructRef, words: Words, hand: int, out: Tokens) -> int:
    """Read the reserve of a solo game."""
    size = length_of(words, hand)
    if size > MAX_HAND:
        at = put_limit(_REASON_HAND, MAX_HAND, out)
        return say(out, at, _BIG_HAND, number(size))
    if size + int(s.laid) > MAX_LAID:
        return say(out, put_limit(TOO_MANY_RINGS, MAX_LAID, out), _MANY_RINGS)
    slot = 0
    for kind in range(KINDS):
        left = count_rings(words, hand, kind)
        if left:
            s.kind[0, slot], s.left[0, slot] = kind, left
            s.reserve[0, kind // WORD] |= 1 << kind % WORD
            slot += 1
    s.kinds[0] = slot
    return 0


@outlined
def _read_set(
    params: StructRef, s: StructRef, words: Words, hand: int, seat: int, out: Tokens
) -> int:
    """Read the reserve of a seat, which has a set of rings."""
    start = start_of(params, seat)
    kinds = int(params.kinds[seat])
    is_other = _excess(params, s, words, hand, seat, start) != 0
    is_other = is_other or length_of(words, hand) + int(s.score[seat]) != int(params.rings)
    for slot in range(kinds):
        kind = int(params.kind[seat, slot])
        is_other = is_other or _excess(params, s, words, hand, seat, kind) != 0
    if is_other:
        colour = COLOUR_NAMES + int(params.colour[seat])
        at = say(out, 0, _OTHER_SET, number(seat), colour)
        return _name_difference(params, s, words, hand, seat, out, at)
    if not count_laid(params, s, seat, start):
        at = say(out, put_start(params, seat, out), _START_IN_HAND, RING_NAMES + start)
        return put(out, at, number(seat))
    s.kinds[seat] = kinds  # laid ones included
    for slot in range(kinds):
        kind = int(params.kind[seat, slot])
        left = count_rings(words, hand, kind)
        s.kind[seat, slot], s.left[seat, slot] = kind, left
        if left and int(params.lines):
            s.reserve[seat, 0] |= lines.set_of(kind)
        elif left:
            s.reserve[seat, kind // WORD] |= 1 << kind % WORD
    return 0


@outlined
def _name_difference(
    params: StructRef,
    s: StructRef,
    words: Words,
    hand: int,
    seat: int,
    out: Tokens,
    at: int,
) -> int:
    """Append the rings that are too many, and those that are missing, as one value."""
    extra = lacking = 0
    for kind in range(KINDS):
        excess = _excess(params, s, words, hand, seat, kind)
        extra += max(0, excess)
        lacking += max(0, -excess)
    if extra and lacking:
        at = put(out, at, _BOTH)
    for sign in (1, -1):
        left = extra if sign > 0 else lacking
        if left:
            at = put(out, at, _EXTRA if sign > 0 else _LACKING)
        for kind in range(KINDS):
            for _ in range(sign * _excess(params, s, words, hand, seat, kind)):
                left -= 1
                if left:
                    at = put(out, at, _LISTED)
                at = put(out, at, RING_NAMES + kind)
    return at


@outlined
def _excess(params: StructRef, s: StructRef, words: Words, hand: int, seat: int, kind: int) -> int:
    """Return how many rings of a kind a seat has, laid and in reserve, without those of its set."""
    excess = count_rings(words, hand, kind) + count_laid(params, s, seat, kind)
    for slot in range(int(params.kinds[seat])):
        if int(params.kind[seat, slot]) == kind:
            excess -= int(params.count[seat, slot])
    return excess - int(kind == start_of(params, seat))


@outlined
def count_rings(words: Words, rings: int, kind: int) -> int:
    """Return how many rings of a kind are in a list."""
    count = 0
    ring = first_of(rings)
    for _ in range(length_of(words, rings)):
        count += text_at(words, ring) == RING_NAMES + kind
        ring = after(words, ring)
    return count


@outlined
def count_laid(params: StructRef, s: StructRef, seat: int, kind: int) -> int:
    """Return how many rings of a kind, or of all if it is -1, a seat has in the lake."""
    count = 0
    for ring in range(int(s.laid)):
        if int(s.ring_seat[ring]) == seat:
            distance = length(params, int(s.ring_near[ring]), int(s.ring_far[ring]))
            laid = (distance - 1) * MAX_HEIGHT + int(s.ring_height[ring]) - 1
            count += kind in (laid, -1)
    return count


@outlined
def start_of(params: StructRef, seat: int) -> int:
    """Return the kind of a start ring."""
    return (int(params.start_distance[seat]) - 1) * MAX_HEIGHT + int(params.start_height[seat]) - 1


@outlined
def put_limit(key: int, most: int, out: Tokens) -> int:
    return end_message(out, put_number(_MOST, most, out, begin_message(key, out)))


@outlined
def step_between(params: StructRef, near: int, far: int) -> int:
    """Return the offset to the next hole on the line between two feet."""
    stride = int(params.stride)
    size = 1 if near // stride == far // stride else stride
    return size if far > near else -size


@outlined
def length(params: StructRef, near: int, far: int) -> int:
    """Return the distance between two feet on a line."""
    return (far - near) // step_between(params, near, far)
