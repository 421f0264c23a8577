"""Move generation of Block Ness from pairs of lines, for games with ``params.lines``.

A line is half a word, with a byte for each hole, nearest first: the heights that cannot pass over it. A
set of kinds of ring is half a word, too: a byte for each distance from 2 to 5, a bit for each height. So
all rings that fit in two lines take a few operations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import count_bits, lowest_bit, nth_bit, swap_bytes
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.random import Stream, below
from empile.games.block_ness.rules.components import MAX_COLUMNS, MAX_HEIGHT
from empile.games.block_ness.rules.state import (
    END,
    KINDS,
    LINE_DISTANCES,
    MARGIN,
    NORTH,
    SOUTH,
    START,
    WEST,
)

Board = NDArray[np.uint8]

_HALF = 32
_LAST = -1 << 63
"""A bit that no kind has."""
_PAIR = 1 | 1 << _HALF
"""A kind of ring is in the sets of both lines."""
_FIRST_KIND = (LINE_DISTANCES[0] - 1) * MAX_HEIGHT
_ONES = 0x0101_0101_0101_0101
_GATHER = 0x0102_0408_1020_4080
_NOT_FIRST = 0xFF_FF_FF_00_FF_FF_FF_00 - (1 << 64)
_LAST_TWO = 0xFF_FF_00_00_FF_FF_00_00 - (1 << 64)
"""Bytes of each line. Negative: words are signed."""


@inline
def set_of(kind: int) -> int:
    """Return the set of a kind of ring, for two lines."""
    bit = kind - _FIRST_KIND
    return _PAIR << bit - bit // MAX_HEIGHT


@inline
def block(params: StructRef, s: StructRef, hole: int, top: int) -> None:
    """Write the byte of a hole to both boards."""
    s.across[hole + MARGIN] = _blocked_by(top)
    s.along[int(params.turned[hole])] = _blocked_by(top)


@inline
def _blocked_by(top: int) -> int:
    return (1 << min(top, 8)) - 1


@inline
def lay(params: StructRef, s: StructRef, near: int, way: int, distance: int, height: int) -> None:
    """Write a ring with an end on its far foot to both boards."""
    row = near + MARGIN
    column = int(params.turned[near])
    for _ in range(distance):
        s.across[np.uint64(row)] = _blocked_by(height)
        s.along[np.uint64(column)] = _blocked_by(height)
        row += int(params.step[way])
        column += int(params.turned_step[way])
    s.across[np.uint64(row)] = _blocked_by(END)
    s.along[np.uint64(column)] = _blocked_by(END)


@inline
def _byte(board: Board, at: int) -> int:
    return int(np.int64(board[np.uint64(at)]))


@inline
def _four(board: Board, at: int) -> int:
    """Return four bytes. Compiled into one load."""
    low = _byte(board, at) | _byte(board, at + 1) << 8
    return low | _byte(board, at + 2) << 16 | _byte(board, at + 3) << 24


@inline
def _first_bits(word: int) -> int:
    """Return the lowest bits of eight bytes as one byte."""
    return (word & _ONES) * _GATHER >> 56 & 255


@inline
def _start_rings(params: StructRef, s: StructRef, seat: int) -> tuple[int, int, int]:
    """Return the western feet of start rings in rows, the southern feet in columns, the distance.

    Bit ``8 * row + column`` of the deep water, which has at most eight of each.
    """
    distance = int(params.start_distance[seat])
    height = int(params.start_height[seat])
    columns = int(params.deep[2]) - int(params.deep[0]) + 1
    rows = int(params.deep[3]) - int(params.deep[1]) + 1
    inside = (1 << columns) - 1
    free = 0
    low = 0
    at = (int(params.deep[1]) + 2) * int(params.stride) + int(params.deep[0]) + MARGIN
    for row in range(rows):
        word = _four(s.across, at) | _four(s.across, at + 4) << _HALF
        free |= (inside & ~_first_bits(word)) << 8 * row
        low |= (inside & ~_first_bits(word >> height - 1)) << 8 * row
        at += int(params.stride)
    level = free & free >> distance & _ONES * ((1 << 8 - distance) - 1)
    upright = free & free >> 8 * distance & (1 << 64 - 8 * distance) - 1
    over = low
    above = low
    for _ in range(1, distance):
        over >>= 1
        above >>= 8
        level &= over
        upright &= above
    return level, upright, distance


@inline
def _spread(columns: int) -> int:
    """Move bit k to bit 4 k, for eight bits."""
    bits = (columns | columns << 12) & 0x000F_000F
    bits = (bits | bits << 6) & 0x0303_0303
    return (bits | bits << 3) & 0x1111_1111


@inline
def legal_starts(params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32]) -> int:
    east, north, distance = _start_rings(params, s, seat)
    west = east << distance
    south = north << 8 * distance
    first = START + (int(params.deep[1]) * MAX_COLUMNS + int(params.deep[0])) * 4
    count = 0
    for row in range(0, 64, 8):
        # A bit for each column and direction.
        ways = _spread(east >> row & 255) | _spread(north >> row & 255) << NORTH
        ways |= _spread(west >> row & 255) << WEST | _spread(south >> row & 255) << SOUTH
        after = count + count_bits(ways)
        while count < after:
            for k in range(4):
                out[np.uint64(count + k)] = first + lowest_bit(ways | _LAST)
                ways &= ways - 1
            count += 4
        count = after
        first += MAX_COLUMNS * 4
    return count


@inline
def random_start(params: StructRef, s: StructRef, seat: int, stream: Stream) -> int:
    """Return a uniformly random start ring, as :func:`legal_starts` orders them."""
    east, north, distance = _start_rings(params, s, seat)
    west = east << distance
    south = north << 8 * distance
    left = below(stream, 2 * (count_bits(east) + count_bits(north)))
    # Find the hole of the tail by halves, from its start rings in the holes before.
    hole = 0
    before = 0
    for k in range(6):
        half = 32 >> k
        holes = (1 << hole + half) - 1
        reached = count_bits(east & holes) + count_bits(north & holes)
        reached += count_bits(west & holes) + count_bits(south & holes)
        hole += half * int(reached <= left)
        before = reached if reached <= left else before
    ways = east >> hole & 1 | (north >> hole & 1) << NORTH
    ways |= (west >> hole & 1) << WEST | (south >> hole & 1) << SOUTH
    row = int(params.deep[1]) + (hole >> 3)
    column = int(params.deep[0]) + (hole & 7)
    return START + (row * MAX_COLUMNS + column) * 4 + nth_bit(ways, left - before)


@inline
def _fitting(between: int, far: int, kinds: int) -> int:
    """Return those of ``kinds`` that fit: far foot free, all between lower."""
    between |= between << 8 & _NOT_FIRST
    between |= between << 16 & _LAST_TWO
    return kinds & ~(between | (far & _ONES) * 255)


@inline
def _fitting_around(params: StructRef, s: StructRef, seat: int, way: int) -> tuple[int, int]:
    """Return the kinds that fit from a near hole to the east and north, to the west and south.

    ``way``: end * 4 + direction to the near hole.
    """
    near_way = way & 3
    reach = int(params.reach)
    old = int(np.int64(s.end[np.uint64(seat), np.uint64(way >> 2)]))
    row = old + MARGIN + reach * int(np.int64(params.step[np.uint64(near_way)]))
    column = int(np.int64(params.turned[np.uint64(old)]))
    column += reach * int(np.int64(params.turned_step[np.uint64(near_way)]))
    # The ring under the end still blocks; the end itself moves away.
    under = _blocked_by(int(np.int64(s.top[np.uint64(old)])) - END)
    freed = (under ^ 255) << 8 * (reach - 1) << _HALF * (near_way & 1)
    kinds = int(s.reserve[np.uint64(seat), 0])
    between = _four(s.across, row + 1) | _four(s.along, column + 1) << _HALF
    far = _four(s.across, row + 2) | _four(s.along, column + 2) << _HALF
    ahead = _fitting(between & ~(freed * int(near_way > NORTH)), far, kinds)
    between = swap_bytes(_four(s.along, column - 4) | _four(s.across, row - 4) << _HALF)
    far = swap_bytes(_four(s.along, column - 5) | _four(s.across, row - 5) << _HALF)
    behind = _fitting(between & ~(freed * int(near_way <= NORTH)), far, kinds)
    return ahead, behind


@inline
def _near_holes(params: StructRef, s: StructRef, seat: int) -> int:
    """Return the ways to free near holes, as bits."""
    reach = int(params.reach)
    ways = 0
    for end in range(2):
        old = int(np.int64(s.end[np.uint64(seat), np.uint64(end)])) + MARGIN
        for near_way in range(4):
            near = old + reach * int(np.int64(params.step[np.uint64(near_way)]))
            ways |= int(_byte(s.across, near) == 0) << end * 4 + near_way
    return ways


@inline
def legal_plays(params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32]) -> int:
    count = 0
    ways = _near_holes(params, s, seat)
    while ways:
        way = lowest_bit(ways)
        ways &= ways - 1
        ahead, behind = _fitting_around(params, s, seat, way)
        count = _list(params, out, count, way * 4, ahead)
        count = _list(params, out, count, way * 4 + 2, behind)
    return count


@inline
def _list(params: StructRef, out: NDArray[np.int32], count: int, ways: int, kinds: int) -> int:
    first = ways * KINDS
    after = count + count_bits(kinds)
    # Four at a time, also past the end: the number of rounds is easier to predict.
    while count < after:
        for k in range(4):
            code = first + int(np.int64(params.line_code[np.uint64(lowest_bit(kinds | _LAST))]))
            out[np.uint64(count + k)] = code
            kinds &= kinds - 1
        count += 4
    return after


@inline
def _code(params: StructRef, ways: int, bit: int) -> int:
    """Return the play of a bit in the kinds of two lines; ``ways`` is that of the first line."""
    return ways * KINDS + int(np.int64(params.line_code[np.uint64(bit)]))


@inline
def random_play(
    params: StructRef, s: StructRef, seat: int, stream: Stream, scratch: NDArray[np.int32]
) -> int:
    """Return a uniformly random play."""
    ways = _near_holes(params, s, seat)
    count = 0
    at = 0
    while ways:
        way = lowest_bit(ways)
        ways &= ways - 1
        ahead, behind = _fitting_around(params, s, seat, way)
        # For each two lines: the moves so far, the way, the kinds.
        count = _note(scratch, at, count, way * 4, ahead)
        count = _note(scratch, at + 4, count, way * 4 + 2, behind)
        at += 8
    chosen = below(stream, count)
    found = 0
    before = 0
    for k in range(0, at, 4):
        # No early exit: the branch would be unpredictable.
        reached = int(np.int64(scratch[np.uint64(k)]))
        found += 4 * int(reached <= chosen)
        before = reached if reached <= chosen else before
    kinds = int(np.int64(scratch[np.uint64(found + 2)]))
    kinds |= int(np.int64(scratch[np.uint64(found + 3)])) << _HALF
    return _code(
        params, int(np.int64(scratch[np.uint64(found + 1)])), nth_bit(kinds, chosen - before)
    )


@inline
def _note(scratch: NDArray[np.int32], at: int, count: int, ways: int, kinds: int) -> int:
    count += count_bits(kinds)
    scratch[np.uint64(at)] = count
    scratch[np.uint64(at + 1)] = ways
    scratch[np.uint64(at + 2)] = kinds & (1 << _HALF) - 1
    scratch[np.uint64(at + 3)] = kinds >> _HALF
    return count


@inline
def choice_at(params: StructRef, s: StructRef, seat: int, end: int) -> tuple[int, int, int]:
    """Return the moves at an end, its usable near holes, and its kinds of ring."""
    ways = _near_holes(params, s, seat) & 15 << 4 * end
    count = 0
    places = 0
    kinds = 0
    while ways:
        way = lowest_bit(ways)
        ways &= ways - 1
        ahead, behind = _fitting_around(params, s, seat, way)
        count += count_bits(ahead) + count_bits(behind)
        kinds |= ahead | behind
        places += int(ahead | behind != 0)
    return count, places, (kinds | kinds >> _HALF) & (1 << _HALF) - 1


@inline
def can_play(params: StructRef, s: StructRef, seat: int) -> bool:
    """Return whether ``seat`` has a legal play; stops at the first near hole with one."""
    ways = _near_holes(params, s, seat)
    while ways:
        way = lowest_bit(ways)
        ways &= ways - 1
        ahead, behind = _fitting_around(params, s, seat, way)
        if ahead | behind:
            return True
    return False
