"""The legal moves of Blox, compiled: what a seat can do with its figures, cards and blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.games.blox.access import may_build_on
from empile.games.blox.memory import (
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
    height_of,
    is_tower,
)
from empile.games.blox.pieces import MAX_BLOCKS_IN_HAND


@inner
def legal(box: Record, s: Record, out: NDArray[np.int32]) -> int:
    """Write the legal moves of the seat to act; return how many."""
    seat = int(s.seat)
    count = 0
    if int(s.placed[seat]) < FIGURES:
        count = _enters(box, s, seat, out, count)
    for slot in range(int(s.placed[seat])):
        cell = int(s.place[seat, slot]) - 1
        for way in range(4):
            clear = clear_ahead(box, s, cell, way)
            count = _moves(box, s, seat, cell, way, clear, out, count)
            if clear < int(box.room[cell, way]):
                count = _hits(box, s, seat, cell, way, clear, out, count)
    if int(s.placed[seat]) > 0:
        count = _builds(box, s, seat, out, count)
    return _exchanges(box, s, seat, out, count)


@inner
def _enters(box: Record, s: Record, seat: int, out: NDArray[np.int32], count: int) -> int:
    """Write each cell once, however many entrances lead there."""
    joker = int(s.joker[seat])
    low = 0  # cells written, as bits
    high = 0
    for line in range(SIZE):
        row = int(s.rows[line])
        column = int(s.columns[line])
        for way in range(4):
            mask = row if way % 2 == 0 else column
            # What can be entered is empty itself, so the first thing must lie beyond it.
            clear = int(box.lowest[mask]) if way < 2 else SIZE - int(box.highest[mask])
            door = int(box.door[way, line])
            for colour in range(COLOURS):
                held = int(s.hand[seat, colour]) > 0
                distance = int(box.inside[way, line, colour])
                if distance >= clear or not (held or joker):
                    continue
                cell = door + distance * int(box.step[way])
                if cell < LOW_CELLS:
                    bit = 1 << cell
                    if low & bit:
                        continue
                    low |= bit
                else:
                    bit = 1 << (cell - LOW_CELLS)
                    if high & bit:
                        continue
                    high |= bit
                if held:
                    out[count] = ENTER + cell * 2
                    count += 1
                if joker:
                    out[count] = ENTER + cell * 2 + 1
                    count += 1
    return count


@inner
def _moves(
    box: Record,
    s: Record,
    seat: int,
    cell: int,
    way: int,
    clear: int,
    out: NDArray[np.int32],
    count: int,
) -> int:
    joker = int(s.joker[seat])
    for colour in range(COLOURS):
        if int(box.ahead[cell, way, colour]) <= clear:
            code = MOVE + ((cell * 4 + way) * 4 + colour) * 2
            if int(s.hand[seat, colour]) > 0:
                out[count] = code
                count += 1
            if joker:
                out[count] = code + 1
                count += 1
    return count


@inner
def _hits(
    box: Record,
    s: Record,
    seat: int,
    cell: int,
    way: int,
    clear: int,
    out: NDArray[np.int32],
    count: int,
) -> int:
    """Write the ways to take the tower, or to strike the figure, behind ``clear`` empty cells."""
    target = cell + (clear + 1) * int(box.step[way])
    thing = int(s.on[target])
    if is_tower(thing):
        if not may_fall(box, s, seat, thing):
            return count
        for colour in range(COLOURS):
            if (thing >> (4 * colour)) & 15 and int(box.ahead[cell, way, colour]) <= clear:
                return count
        return _payments(s, seat, thing, DEMOLISH + (cell * 4 + way) * 5, out, count)
    if figure_on(thing) == seat + 1:
        return count
    colour = int(box.colour[target])
    if int(box.ahead[cell, way, colour]) <= clear:
        return count
    cards = int(s.hand[seat, colour])
    joker = int(s.joker[seat])
    code = STRIKE + (cell * 4 + way) * 8
    for number in range(3, min(cards + joker, int(box.strike_cap)) + 1):
        if number <= cards:
            out[count] = code + (number - 3) * 2
            count += 1
        if joker:
            out[count] = code + (number - 3) * 2 + 1
            count += 1
    return count


@inner
def may_fall(box: Record, s: Record, seat: int, tower: int) -> bool:
    """Return whether phase and blocks let ``seat`` demolish a tower."""
    blocks = 0
    for colour in range(COLOURS):
        blocks += int(s.blocks[seat, colour])
    if blocks >= MAX_BLOCKS_IN_HAND:
        return False
    height = height_of(tower)
    if int(box.exact):
        return height == int(s.phase)
    return height <= int(s.phase)


@inner
def _payments(
    s: Record, seat: int, tower: int, code: int, out: NDArray[np.int32], count: int
) -> int:
    """Write ``code`` for each way to pay a card for each block: plain, then with the joker."""
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


@inner
def _most(s: Record, seat: int, colour: int) -> int:
    """Return how many blocks of a colour a seat could build with at most."""
    cards = int(s.hand[seat, colour]) + int(s.joker[seat])
    return min(int(s.blocks[seat, colour]), cards)


@inner
def _builds(box: Record, s: Record, seat: int, out: NDArray[np.int32], count: int) -> int:
    height = int(s.phase) + 1
    white = _most(s, seat, 0)
    grey = _most(s, seat, 1)
    black = _most(s, seat, 2)
    mauve = _most(s, seat, 3)
    if white + grey + black + mauve < height:
        return count
    # The ways to pay are the same on every cell: they are found for the first and copied.
    first = -1
    ways = 0
    first_code = 0
    for slot in range(int(s.placed[seat])):
        cell = int(s.place[seat, slot]) - 1
        if not may_build_on(box, s, cell):
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
                            base = code + int(box.rank[w, g, b]) * 5
                            count = _payments(s, seat, tower, base, out, count)
            ways = count - first
            if ways == 0:
                return count
        else:
            for k in range(ways):
                out[count] = int(out[first + k]) - first_code + code
                count += 1
    return count


@inner
def tower_of(box: Record, rank: int, height: int) -> int:
    """Return the tower whose white, grey and black blocks have a rank, mauve ones to its height."""
    white = int(box.triple[rank, 0])
    grey = int(box.triple[rank, 1])
    black = int(box.triple[rank, 2])
    return white | grey << 4 | black << 8 | (height - white - grey - black) << 12


@inner
def _exchanges(box: Record, s: Record, seat: int, out: NDArray[np.int32], count: int) -> int:
    for white in range(int(s.hand[seat, 0]) + 1):
        for grey in range(int(s.hand[seat, 1]) + 1):
            for black in range(int(s.hand[seat, 2]) + 1):
                rank = int(box.rank[white, grey, black])
                for mauve in range(int(s.hand[seat, 3]) + 1):
                    if white + grey + black + mauve > 0:
                        out[count] = EXCHANGE + rank * 6 + mauve
                        count += 1
    return count
