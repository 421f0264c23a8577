"""Move generation of Block Ness with bit boards, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import count_bits, lowest_bit, nth_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.random import Stream, below
from empile.games.block_ness.rules import lines
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_HEIGHT, MAX_ROWS
from empile.games.block_ness.rules.state import (
    EAST,
    END,
    FIELD,
    HOLES,
    KINDS,
    MAX_LEGAL,
    NORTH,
    SOUTH,
    SPAN,
    START,
    WEST,
    WORD,
)

_FREE, _LOW = MAX_LEGAL - 2 * MAX_ROWS, MAX_LEGAL - MAX_ROWS
"""Offsets of the row bit boards in the scratch array while start rings are generated."""

_FIRST_HEIGHTS = sum(1 << (k * MAX_HEIGHT) for k in range(SPAN))
"""Lowest bit of each field."""


@inline
def _read_rows(params: StructRef, s: StructRef, height: int, rows: NDArray[np.int32]) -> None:
    """Write free and low holes of the deep water's rows as bits, at the end of ``rows``."""
    first_column, last_column = int(params.deep[0]), int(params.deep[2])
    for row in range(int(params.deep[1]), int(params.deep[3]) + 1):
        hole = (row + 2) * int(params.stride) + first_column
        free = 0
        low = 0
        for column in range(first_column, last_column + 1):
            top = int(np.int64(s.top[np.uint64(hole)]))
            hole += 1
            free |= int(top == 0) << column
            low |= int(top < height) << column
        rows[np.uint64(_FREE + row)] = free
        rows[np.uint64(_LOW + row)] = low


@inline
def _across(distance: int, free: int, low: int) -> int:
    """Return the western feet of horizontal rings in a row, as bits."""
    found = free & free >> distance
    for k in range(1, distance):
        found &= low >> k
    return found


@inline
def _upright(rows: NDArray[np.int32], distance: int, south: int) -> int:
    """Return the columns of vertical rings from row ``south``, as bits."""
    north = south + distance
    found = int(rows[np.uint64(_FREE + south)]) & int(rows[np.uint64(_FREE + north)])
    for row in range(south + 1, north):
        found &= int(rows[np.uint64(_LOW + row)])
    return found


@inline
def _starts_of_row(
    params: StructRef, rows: NDArray[np.int32], distance: int, row: int
) -> tuple[int, int, int, int]:
    """Return the tails of start rings in a row as bits, for each direction to the head."""
    east = _across(distance, int(rows[np.uint64(_FREE + row)]), int(rows[np.uint64(_LOW + row)]))
    north = south = 0
    if row + distance <= int(params.deep[3]):
        north = _upright(rows, distance, row)
    if row - distance >= int(params.deep[1]):
        south = _upright(rows, distance, row - distance)
    return east, north, east << distance, south


@inline
def legal_starts(params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32]) -> int:
    if int(params.lines) != 0:
        return lines.legal_starts(params, s, seat, out)
    distance = int(params.start_distance[seat])
    _read_rows(params, s, int(params.start_height[seat]), out)
    count = 0
    for row in range(int(params.deep[1]), int(params.deep[3]) + 1):
        east, north, west, south = _starts_of_row(params, out, distance, row)
        tails = east | north | west | south
        while tails:
            column = lowest_bit(tails)
            tails &= tails - 1
            code = START + (row * MAX_COLUMNS + column) * 4
            # Branch-free: write all four codes, advance only past the legal ones.
            out[np.uint64(count)] = code + EAST
            count += east >> column & 1
            out[np.uint64(count)] = code + NORTH
            count += north >> column & 1
            out[np.uint64(count)] = code + WEST
            count += west >> column & 1
            out[np.uint64(count)] = code + SOUTH
            count += south >> column & 1
    return count


@inline
def random_start(
    params: StructRef, s: StructRef, seat: int, stream: Stream, rows: NDArray[np.int32]
) -> int:
    """Return a uniformly random start ring; ``rows`` is scratch space."""
    if int(params.lines) != 0:
        return lines.random_start(params, s, seat, stream)
    distance = int(params.start_distance[seat])
    _read_rows(params, s, int(params.start_height[seat]), rows)
    first_row, last_row = int(params.deep[1]), int(params.deep[3])
    count = 0
    for row in range(first_row, last_row + 1):
        # Each ring counts from both feet.
        free, low = int(rows[np.uint64(_FREE + row)]), int(rows[np.uint64(_LOW + row)])
        count += 2 * count_bits(_across(distance, free, low))
        if row + distance <= last_row:
            count += 2 * count_bits(_upright(rows, distance, row))
    left = below(stream, count)
    for row in range(first_row, last_row + 1):
        east, north, west, south = _starts_of_row(params, rows, distance, row)
        here = count_bits(east) + count_bits(north) + count_bits(west) + count_bits(south)
        if left >= here:
            left -= here
            continue
        tails = east | north | west | south
        while True:
            column = lowest_bit(tails)
            tails &= tails - 1
            ways = east >> column & 1 | (north >> column & 1) << 1
            ways |= (west >> column & 1) << 2 | (south >> column & 1) << 3
            if left < count_bits(ways):
                return START + (row * MAX_COLUMNS + column) * 4 + nth_bit(ways, left)
            left -= count_bits(ways)
    return -1


@inline
def _fitting(
    params: StructRef, s: StructRef, seat: int, end: int, near_way: int, far_way: int, word: int
) -> int:
    """Return the kinds of ring that fit two directions, as one word of a set.

    Each hole is a bit field of the heights that it blocks; their prefix union needs no branches.
    """
    reach = int(params.reach)
    step = int(params.step[far_way])
    old = int(s.end[seat, end])
    # The ring under the end still blocks; the end itself moves away.
    under = (1 << int(np.int64(s.top[np.uint64(old)])) - END) - 1
    hole = old + reach * int(params.step[near_way])
    first = word * SPAN
    before = 0
    for _ in range(first):
        hole += step
        before |= under if hole == old else _blocked(s, hole)
    longest = int(np.int64(params.longest))
    line = 0
    for k in range(SPAN):
        if first + k >= longest:
            break
        hole += step
        line |= _blocked(s, hole) << k * MAX_HEIGHT
    taken = (line & _FIRST_HEIGHTS) * FIELD
    back = int(near_way ^ far_way == 2) & int(word == 0)
    line &= ~((FIELD ^ under) * back << (reach - 1) * MAX_HEIGHT)
    over = before | line << MAX_HEIGHT
    over |= over << MAX_HEIGHT
    over |= over << 2 * MAX_HEIGHT
    over |= over << 4 * MAX_HEIGHT
    return int(s.reserve[np.uint64(seat), np.uint64(word)]) & ~(taken | over)


@inline
def _blocked(s: StructRef, hole: int) -> int:
    """Return the ring heights that cannot pass over a hole, as bits."""
    # Nothing can be read past the border, which has blocked all rings.
    at = hole if 0 <= hole < HOLES else 0
    return (1 << min(int(np.int64(s.top[np.uint64(at)])), MAX_HEIGHT)) - 1


@inline
def legal_plays(params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32]) -> int:
    if int(params.lines) != 0:
        return lines.legal_plays(params, s, seat, out)
    reach = int(params.reach)
    words = _words(params)
    count = 0
    for end in range(2):
        old = int(s.end[seat, end])
        for near_way in range(4):
            near = old + reach * int(params.step[near_way])
            if s.top[np.uint64(near)] != 0:
                continue
            for far_way in range(4):
                code = ((end * 4 + near_way) * 4 + far_way) * KINDS
                kinds = _fitting(params, s, seat, end, near_way, far_way, 0)
                count = _list(out, count, code, kinds)
                if words > 1:
                    kinds = _fitting(params, s, seat, end, near_way, far_way, 1)
                    count = _list(out, count, code + WORD, kinds)
    return count


@inline
def _list(out: NDArray[np.int32], count: int, code: int, kinds: int) -> int:
    """Append ``code`` plus the index of each bit of ``kinds`` after ``count`` moves."""
    while kinds:
        out[np.uint64(count)] = code + lowest_bit(kinds)
        count += 1
        kinds &= kinds - 1
    return count


@inline
def _words(params: StructRef) -> int:
    return 1 + (int(params.longest) > SPAN)


@inline
def random_play(
    params: StructRef, s: StructRef, seat: int, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    """Return a uniformly random play."""
    if int(params.lines) != 0:
        return lines.random_play(params, s, seat, stream, scratch)
    count = legal_plays(params, s, seat, scratch)
    return int(scratch[np.uint64(below(stream, count))])


@inline
def choice_at(params: StructRef, s: StructRef, seat: int, end: int) -> tuple[int, int, int, int]:
    """Return the moves at an end, its usable near holes, and its kinds of ring."""
    if int(params.lines) != 0:
        count, places, first = lines.choice_at(params, s, seat, end)
        return count, places, first, 0
    old = int(s.end[np.uint64(seat), np.uint64(end)])
    words = _words(params)
    count = 0
    places = 0
    first = 0
    second = 0
    for near_way in range(4):
        near = old + int(params.reach) * int(params.step[np.uint64(near_way)])
        if s.top[np.uint64(near)] != 0:
            continue
        before = count
        for far_way in range(4):
            kinds = _fitting(params, s, seat, end, near_way, far_way, 0)
            count += count_bits(kinds)
            first |= kinds
            if words > 1:
                kinds = _fitting(params, s, seat, end, near_way, far_way, 1)
                count += count_bits(kinds)
                second |= kinds
        places += int(count > before)
    return count, places, first, second


@inline
def can_play(params: StructRef, s: StructRef, seat: int) -> bool:
    """Return whether ``seat`` has a legal play; stops at the first."""
    if int(params.lines) != 0:
        return lines.can_play(params, s, seat)
    reach = int(params.reach)
    words = _words(params)
    for end in range(2):
        old = int(s.end[seat, end])
        for near_way in range(4):
            near = old + reach * int(params.step[near_way])
            if s.top[np.uint64(near)] != 0:
                continue
            for far_way in range(4):
                if _fitting(params, s, seat, end, near_way, far_way, 0) != 0:
                    return True
                if words > 1 and _fitting(params, s, seat, end, near_way, far_way, 1) != 0:
                    return True
    return False
