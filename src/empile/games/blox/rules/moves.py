"""Move generation of Blox, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import lowest_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.components import MAX_BLOCKS_IN_HAND
from empile.games.blox.rules.reachability import may_build_on
from empile.games.blox.rules.state import (
    BUILD,
    COLOURS,
    DEMOLISH,
    ENTER,
    EXCHANGE,
    FIGURES,
    LOW_CELLS,
    MOVE,
    SETS,
    SIZE,
    STRIKE,
    clear_ahead,
    figure_on,
    first_thing,
    height_of,
    heights_that_fall,
    is_tower,
)

_LOW_ROWS = LOW_CELLS // SIZE


@inline
def legal(params: StructRef, s: StructRef, out: NDArray[np.int32]) -> int:
    """Write the legal moves of the seat to act; return their number.

    Branch-free: the count advances only past payable moves.
    """
    seat = int(s.seat)
    joker = int(s.joker[seat])
    held = 0  # colours in hand, as bits
    many = 0  # colours with enough cards for a strike
    blocks = 0
    for colour in range(COLOURS):
        cards = int(np.int64(s.hand[np.uint64(seat), colour]))
        held |= (cards > 0) << colour
        many |= (cards + joker > 2) << colour
        blocks += int(np.int64(s.blocks[np.uint64(seat), colour]))
    fall = 0
    if blocks < MAX_BLOCKS_IN_HAND:
        fall = heights_that_fall(params, s)
    others = 0b111110 & ~(2 << seat)
    placed = int(s.placed[seat])
    hand = held << 1 | joker
    count = 0
    if placed < FIGURES:
        count = _enters(params, s, held, joker, out, count)
    for slot in range(placed):
        cell = int(np.int64(s.place[np.uint64(seat), slot])) - 1
        here = np.uint64(cell)
        for way in range(4):
            clear = clear_ahead(params, s, cell, way)
            passed = int(np.int64(params.passed[here, way, np.uint64(clear)]))
            count = _moves(params, passed << 5 | hand, MOVE + (cell * 4 + way) * 8, out, count)
            # At the edge, read the last cell: it is empty or holds the figure itself.
            reach = clear + int(clear < int(np.int64(params.room[here, way])))
            target = cell + reach * int(params.step[way])
            thing = int(np.int64(s.on[np.uint64(target)]))
            if _can_hit(params, thing, target, fall, many & ~passed, others, passed):
                count = _hits(params, s, seat, thing, target, cell * 4 + way, out, count)
    if placed > 0 and blocks > int(s.phase):
        count = _builds(params, s, seat, out, count)
    return _exchanges(params, s, seat, out, count)


@inline
def gain(params: StructRef, s: StructRef, action: int) -> int:
    """Return a demolished tower's height, a strike's cards, else 0."""
    if action < DEMOLISH or EXCHANGE <= action < BUILD:
        return 0
    if action < STRIKE:
        code = action - DEMOLISH
        return height_of(int(s.on[first_thing(params, s, code // 20, code // 5 % 4)]))
    if action < EXCHANGE:
        return (action - STRIKE) // 2 % 4 + 3
    return int(s.phase) + 1


@inline
def _moves(
    params: StructRef, way_and_hand: int, code: int, out: NDArray[np.int32], count: int
) -> int:
    """Write always eight moves to the first cells of colours passed, some not counted."""
    key = np.uint64(way_and_hand)
    ways = params.ways[key]
    a, b, c, d = int(ways[0]), int(ways[1]), int(ways[2]), int(ways[3])
    e, f, g, h = int(ways[4]), int(ways[5]), int(ways[6]), int(ways[7])
    at = np.uint64(count)
    out[at] = code + a
    out[at + np.uint64(1)] = code + b
    out[at + np.uint64(2)] = code + c
    out[at + np.uint64(3)] = code + d
    out[at + np.uint64(4)] = code + e
    out[at + np.uint64(5)] = code + f
    out[at + np.uint64(6)] = code + g
    out[at + np.uint64(7)] = code + h
    return count + int(np.int64(params.way_count[key]))


@inline
def _enters(
    params: StructRef, s: StructRef, held: int, joker: int, out: NDArray[np.int32], count: int
) -> int:
    low = 0
    high = 0
    for line in range(SIZE):
        column = int(params.column_doors[line, int(s.columns[line])])
        low |= int(params.column_cells[column, 0]) << line
        high |= int(params.column_cells[column, 1]) << line
        row = int(params.row_doors[line, int(s.rows[line])])
        if line < _LOW_ROWS:
            low |= row << (line * SIZE)
        else:
            high |= row << ((line - _LOW_ROWS) * SIZE)
    payable = 15 if joker else held
    low &= int(params.coloured[payable, 0])
    high &= int(params.coloured[payable, 1])
    while low:
        cell = lowest_bit(low)
        low &= low - 1
        out[np.uint64(count)] = ENTER + cell * 2
        count += held >> int(np.int64(params.colour[np.uint64(cell)])) & 1
        out[np.uint64(count)] = ENTER + cell * 2 + 1
        count += joker
    while high:
        cell = lowest_bit(high) + LOW_CELLS
        high &= high - 1
        out[np.uint64(count)] = ENTER + cell * 2
        count += held >> int(np.int64(params.colour[np.uint64(cell)])) & 1
        out[np.uint64(count)] = ENTER + cell * 2 + 1
        count += joker
    return count


@inline
def _can_hit(
    params: StructRef, thing: int, target: int, fall: int, struck: int, others: int, passed: int
) -> bool:
    """Return whether the object on ``target`` can be hit, ignoring cards.

    ``fall`` (heights), ``struck``, ``passed`` (colours) and ``others`` (figures) are bit masks. One
    combined condition, since a single rare branch is predicted well.
    """
    marks = int(np.int64(params.marks[np.uint64(thing & 0xFFFF)]))
    falls = int(marks & fall != 0) & int(marks >> 8 & passed == 0)
    strikes = struck >> int(np.int64(params.colour[np.uint64(target)])) & others >> figure_on(thing)
    return (falls | strikes) & 1 != 0


@inline
def _hits(
    params: StructRef,
    s: StructRef,
    seat: int,
    thing: int,
    target: int,
    line: int,
    out: NDArray[np.int32],
    count: int,
) -> int:
    """Write demolitions or strikes; ``line`` is the figure's cell * 4 + direction."""
    if is_tower(thing):
        return _payments(s, seat, thing, DEMOLISH + line * 5, out, count)
    cards = int(s.hand[seat, int(params.colour[target])])
    joker = int(s.joker[seat])
    code = STRIKE + line * 8
    for number in range(3, min(cards + joker, int(params.strike_cap)) + 1):
        if number <= cards:
            out[count] = code + (number - 3) * 2
            count += 1
        if joker:
            out[count] = code + (number - 3) * 2 + 1
            count += 1
    return count


@inline
def _payments(
    s: StructRef, seat: int, tower: int, code: int, out: NDArray[np.int32], count: int
) -> int:
    """Write ``code`` for each payment of one card a block: without, then with the joker."""
    short = 0
    lacking = 0
    for colour in range(COLOURS):
        missing = ((tower >> (4 * colour)) & 15) - int(s.hand[seat, colour])
        if missing > 0:
            short += missing
            lacking = colour
    if short == 0:
        out[count] = code
        count += 1
    if int(s.joker[seat]) and short <= 1:
        for colour in range(COLOURS):
            if (tower >> (4 * colour)) & 15 and (short == 0 or colour == lacking):
                out[count] = code + colour + 1
                count += 1
    return count


@inline
def _most(s: StructRef, seat: int, colour: int) -> int:
    cards = int(s.hand[seat, colour]) + int(s.joker[seat])
    return min(int(s.blocks[seat, colour]), cards)


@inline
def _builds(params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32], count: int) -> int:
    height = int(s.phase) + 1
    white = _most(s, seat, 0)
    grey = _most(s, seat, 1)
    black = _most(s, seat, 2)
    mauve = _most(s, seat, 3)
    if white + grey + black + mauve < height:
        return count
    # Payments are equal on every cell: compute once, then copy.
    first = -1
    ways = 0
    first_code = 0
    for slot in range(int(s.placed[seat])):
        cell = int(s.place[seat, slot]) - 1
        if not may_build_on(params, s, cell):
            continue
        code = BUILD + cell * SETS * 5
        if first < 0:
            first = count
            first_code = code
            for w in range(min(white, height) + 1):
                for g in range(min(grey, height - w) + 1):
                    for b in range(min(black, height - w - g) + 1):
                        m = height - w - g - b
                        if m <= mauve:
                            tower = w | g << 4 | b << 8 | m << 12
                            base = code + int(params.rank[w, g, b]) * 5
                            count = _payments(s, seat, tower, base, out, count)
            ways = count - first
            if ways == 0:
                return count
        else:
            for k in range(ways):
                out[count] = int(out[first + k]) - first_code + code
                count += 1
    return count


@inline
def tower_of(params: StructRef, rank: int, height: int) -> int:
    """Return a tower of the blocks in ``rank``, filled with mauve."""
    white = int(params.triple[rank, 0])
    grey = int(params.triple[rank, 1])
    black = int(params.triple[rank, 2])
    return white | grey << 4 | black << 8 | (height - white - grey - black) << 12


@inline
def _exchanges(
    params: StructRef, s: StructRef, seat: int, out: NDArray[np.int32], count: int
) -> int:
    hand = s.hand[seat]
    rank = int(params.rank[int(hand[0]), int(hand[1]), int(hand[2])])
    parts = int(params.exchanges[rank])
    for part in range(parts):
        out[np.uint64(count + part)] = params.exchange[rank, part]
    return count + parts
