"""Parameters of Blox from its options, and the faults of own boards, all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import count_bits
from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    INT,
    LIST,
    OBJECT,
    ROOT,
    SAID,
    STRING,
    Words,
    after,
    first_of,
    int_of,
    item,
    kind_of,
    length_of,
    letter,
    member,
    say,
    text_at,
)
from empile.engine.compiled.json_writer import (
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    put_number,
)
from empile.engine.compiled.json_writer import put as put_token
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import offsets_among
from empile.games.blox.rules import tables
from empile.games.blox.rules.components import BLOCKS, RAISED, SINGLES
from empile.games.blox.rules.components import COLOURS as ALL_LETTERS
from empile.games.blox.rules.planes import INFORMATION_PLANES, information_planes
from empile.games.blox.rules.position import (
    CELL_NAMES,
    LETTERS,
    TEXTS,
    colour_of,
)
from empile.games.blox.rules.reachability import closed_in
from empile.games.blox.rules.state import (
    ACCESS,
    CELLS,
    COLOURS,
    EXCHANGE,
    LOW_CELLS,
    MAX_SEATS,
    MOST_TOWER,
    NONE,
    PLANES,
    SIZE,
)

_PLAYERS, _DEMOLISH, STRIKE_CAP, ACCESS_OPTION, RECHARGE, ROUND_LIMIT, LAYOUT = (
    TEXTS.add(name)
    for name in (
        "players",
        "demolish",
        "strike_cap",
        "access",
        "recharge",
        "round_limit",
        "layout",
    )
)
_EXACT, _FIVE = TEXTS.add("exact"), TEXTS.add("five")
_ACCESSES = TEXTS.add(*ACCESS)
BOARD_PARTS = TEXTS.add("colours", "squares")
_NO_BOARD = TEXTS.add("option 'layout' is not a playable board: {}")

_FORM, _CLOSED, _LACKING = (TEXTS.add(f"fault.{name}") for name in ("form", "closed", "lacking"))
_ROWS = TEXTS.add("fault.rows.colours", "fault.rows.squares")
_ROW = TEXTS.add("fault.row.colours", "fault.row.squares")
_SIGNS = TEXTS.add("fault.sign.colours", "fault.sign.squares")
_UNCOLOURED, _SQUARES = TEXTS.add("fault.uncoloured"), TEXTS.add("fault.squares")
_SINGLES = TEXTS.add("fault.singles")
_TOO_MANY = TEXTS.add(*(f"fault.singles.{colour}" for colour in RAISED))
_TOO_FEW = TEXTS.add(*(f"fault.singles.{colour}.few" for colour in RAISED))
_CELLS, _WANTED, _NUMBER = (TEXTS.add(name) for name in ("cells", "wanted", "row"))
_COUNT, _COMMA, _MORE = TEXTS.add("count"), TEXTS.add(", "), TEXTS.add("…")

_MOST_NAMED = 12
_NO_SIGN, _ONE, _FOUR = (ord(sign) for sign in ".14")
_ENDLESS = 2**30 - 1
"""A limit of rounds that no game reaches; faults have no greater numbers."""
_STEPS = (1, SIZE, -1, -SIZE)
_OF_COLOUR = tuple(ALL_LETTERS.index(colour) for colour in RAISED)
_RAISED = tuple(RAISED.values())
_PLANES = np.array(
    [
        offsets_among(information_planes(seats, neutral=seats == 2), INFORMATION_PLANES)
        for seats in range(MAX_SEATS + 1)
    ],
    np.int32,
)

# Sets of cells.
_UNKNOWN, _MISSING, _ODD, _TOWER, _SINGLE = range(5)
_SINGLE_OF = _SINGLE + 1
"""With a colour added: cells with one square."""


def fill_constants(params: Any) -> None:
    """Fill the lookup tables of lines, masks and multisets."""
    params.step, params.ahead = _STEPS, NONE
    for cell in range(CELLS):
        row, column = divmod(cell, SIZE)
        params.room[cell] = SIZE - 1 - column, SIZE - 1 - row, column, row
    params.column_cells = tables.column_cells(LOW_CELLS)
    params.marks = tables.marks_of_towers(MOST_TOWER)
    ways, way_count = params.ways, params.way_count
    for key in range(1 << 9):
        moves = tables.ways_to_move(key >> 5, key >> 1 & 15, key & 1)
        way_count[key] = len(moves)
        ways[key, : len(moves)] = moves
    params.highest = [mask.bit_length() for mask in range(1 << SIZE)]
    for rank, triple in enumerate(tables.triples()):
        params.rank[triple] = rank
        params.triple[rank] = triple
        parts = tables.parts_of_hand(*triple)
        params.exchanges[rank] = len(parts)
        params.exchange[rank, : len(parts)] = [EXCHANGE + part * 6 + mauve for part, mauve in parts]


@outlined
def fill_params(params: StructRef, words: Words, out: Tokens) -> int:
    seats = int_of(words, member(words, ROOT, _PLAYERS))
    params.seats = seats
    for plane in range(PLANES):
        params.plane[plane] = _PLANES[seats, plane]
    params.exact = text_at(words, member(words, ROOT, _DEMOLISH)) == _EXACT
    params.strike_cap = int_of(words, member(words, ROOT, STRIKE_CAP))
    params.access = text_at(words, member(words, ROOT, ACCESS_OPTION)) - _ACCESSES
    params.recharge_five = text_at(words, member(words, ROOT, RECHARGE)) == _FIVE
    limit = member(words, ROOT, ROUND_LIMIT)
    is_word = kind_of(words, limit) == INT
    params.round_limit = min(int_of(words, limit), _ENDLESS) if is_word else _ENDLESS
    layout = member(words, ROOT, LAYOUT)
    for cell in range(CELLS):
        params.colour[cell] = _colour(words, layout, cell)
    _fill_towers(params, words, layout, seats)
    for cell in range(CELLS):
        for way in range(4):
            _fill_way(params, cell, way)
    for line in range(SIZE):
        _fill_doors(params.colour, line * SIZE, 1, params.row_doors[line])
        _fill_doors(params.colour, line, SIZE, params.column_doors[line])
    _fill_coloured(params)
    return 0


@outlined
def _fill_towers(params: StructRef, words: Words, layout: int, seats: int) -> None:
    """Fill the towers of the set-up, in reading order, and the neutral figures."""
    towers = blocks = 0
    for place in range(CELLS):
        cell = (SIZE - 1 - place // SIZE) * SIZE + place % SIZE
        height = _height(words, layout, cell)
        if seats == 2 and height == 1:
            if int(params.colour[cell]) in _OF_COLOUR:
                height = 2
            else:
                height = 0
                params.neutral[cell] = 1
        if height:
            params.tower_cell[towers] = cell
            params.tower_height[towers] = height
            towers += 1
            blocks += height
    params.blocks = blocks


@outlined
def _fill_way(params: StructRef, cell: int, way: int) -> None:
    """Fill the tables of the colours from a cell to the edge."""
    colours, ahead, passed = params.colour, params.ahead, params.passed
    step = _STEPS[way]
    there, seen = cell, 0
    for distance in range(1, int(params.room[cell, way]) + 1):
        there += step
        colour = int(colours[there])
        if not seen >> colour & 1:
            ahead[cell, way, colour] = distance
            seen |= 1 << colour
        passed[cell, way, distance] = seen


@outlined
def _fill_doors(colours: NDArray[np.uint8], start: int, step: int, out: NDArray[np.uint16]) -> None:
    """Fill the enterable cells of a line, as bits, by its mask.

    They are the first of each colour below the lowest cell that is occupied, and the last above the highest.
    """
    firsts = lasts = seen = 0
    for place in range(SIZE):
        colour = int(colours[start + place * step])
        if not seen >> colour & 1:
            firsts |= 1 << place
        seen |= 1 << colour
    seen = 0
    for up in range(SIZE):
        place = SIZE - 1 - up
        colour = int(colours[start + place * step])
        if not seen >> colour & 1:
            lasts |= 1 << place
        seen |= 1 << colour
    out[0] = firsts | lasts
    for low in range(SIZE):
        for high in range(low, SIZE):
            doors = firsts & ((1 << low) - 1) | lasts & ~((2 << high) - 1)
            ends = 1 << low | 1 << high
            for between in range(1 << max(0, high - low - 1)):
                out[ends | between << (low + 1)] = doors


@outlined
def _fill_coloured(params: StructRef) -> None:
    """Fill the cells of each set of colours."""
    coloured = params.coloured
    for colour in range(COLOURS):
        low = high = 0
        for cell in range(CELLS):
            if int(params.colour[cell]) == colour:
                if cell < LOW_CELLS:
                    low |= 1 << cell
                else:
                    high |= 1 << (cell - LOW_CELLS)
        for some in range(1 << COLOURS):
            if some >> colour & 1:
                coloured[some, 0] |= low
                coloured[some, 1] |= high


@outlined
def check_option(words: Words, out: Tokens) -> int:
    """Write all faults of an own board."""
    at = _write_faults(words, member(words, ROOT, LAYOUT), out)
    return say(out, at, _NO_BOARD, SAID) if at else 0


@outlined
def _write_faults(words: Words, layout: int, out: Tokens) -> int:
    if not _has_parts(words, layout):
        return end_message(out, begin_message(_FORM, out))
    at = _write_form_faults(words, layout, out)
    if at:
        return at
    for kind, key in ((_UNKNOWN, _SIGNS), (_ODD, _SIGNS + 1), (_MISSING, _UNCOLOURED)):
        low, high = _cells(words, layout, kind)
        at = _name_cells(key, low, high, 0, out, at)
    unknown_low, unknown_high = _cells(words, layout, _UNKNOWN)
    missing_low, missing_high = _cells(words, layout, _MISSING)
    low, high = unknown_low | missing_low, unknown_high | missing_high
    odd_low, odd_high = _cells(words, layout, _ODD)
    if not odd_low | odd_high:
        at = _write_square_faults(words, layout, low, high, out, at)
    if not low | high:
        at = _write_lacking(words, layout, out, at)
    return at


@outlined
def _has_parts(words: Words, layout: int) -> bool:
    if kind_of(words, layout) != OBJECT or length_of(words, layout) != 2:
        return False
    return (
        member(words, layout, BOARD_PARTS) != ROOT
        and member(words, layout, BOARD_PARTS + 1) != ROOT
    )


@outlined
def _write_form_faults(words: Words, layout: int, out: Tokens) -> int:
    at = 0
    for part in range(2):
        rows = member(words, layout, BOARD_PARTS + part)
        if kind_of(words, rows) != LIST or length_of(words, rows) != SIZE:
            at = end_message(out, begin_message(_ROWS + part, out, at))
        else:
            row = first_of(rows)
            for above in range(SIZE):
                if kind_of(words, row) != STRING or length_of(words, row) != SIZE:
                    at = begin_message(_ROW + part, out, at)
                    at = end_message(out, put_number(_NUMBER, SIZE - above, out, at))
                row = after(words, row)
    return at


@outlined
def _write_square_faults(
    words: Words, layout: int, uncoloured_low: int, uncoloured_high: int, out: Tokens, at: int
) -> int:
    squares = 0
    for cell in range(CELLS):
        squares += _height(words, layout, cell)
    if squares != BLOCKS:
        at = put_number(_COUNT, squares, out, begin_message(_SQUARES, out, at))
        at = end_message(out, put_number(_WANTED, BLOCKS, out, at))
    singles_low, singles_high = _cells(words, layout, _SINGLE)
    singles = count_bits(singles_low) + count_bits(singles_high)
    if singles != SINGLES:
        at = put_number(_COUNT, singles, out, begin_message(_SINGLES, out, at))
        at = end_message(out, put_number(_WANTED, SINGLES, out, at))
    all_coloured = not (singles_low & uncoloured_low | singles_high & uncoloured_high)
    for raised in range(len(_RAISED)):
        low, high = _cells(words, layout, _SINGLE_OF + _OF_COLOUR[raised])
        count, due = count_bits(low) + count_bits(high), _RAISED[raised]
        if count > due:
            at = _name_cells(_TOO_MANY + raised, low, high, due, out, at)
        elif count < due and singles >= SINGLES and all_coloured:
            at = put_number(_COUNT, count, out, begin_message(_TOO_FEW + raised, out, at))
            at = end_message(out, put_number(_WANTED, due, out, at))
    low, high = _cells(words, layout, _TOWER)
    low, high = closed_in(low, high)
    return _name_cells(_CLOSED, low, high, 0, out, at)


@outlined
def _write_lacking(words: Words, layout: int, out: Tokens, at: int) -> int:
    """Write which colours no cell has."""
    seen = 0
    for cell in range(CELLS):
        seen |= 1 << _colour(words, layout, cell)
    if seen == (1 << COLOURS) - 1:
        return at
    at = begin_string(BOARD_PARTS, out, begin_message(_LACKING, out, at))
    for colour in range(COLOURS):
        if not seen >> colour & 1:
            at = put_token(out, at, LETTERS + colour)
    return end_message(out, end_string(out, at))


@outlined
def _name_cells(key: int, low: int, high: int, due: int, out: Tokens, at: int) -> int:
    """Write a message about cells in reading order, unless there are none; ``due`` unless it is 0."""
    count = count_bits(low) + count_bits(high)
    if not count:
        return at
    at = begin_string(_CELLS, out, begin_message(key, out, at))
    named = 0
    for place in range(CELLS):
        cell = (SIZE - 1 - place // SIZE) * SIZE + place % SIZE
        if _is_in(low, high, cell):
            if 0 < named <= _MOST_NAMED:
                at = put_token(out, at, _COMMA)
            if named < _MOST_NAMED:
                at = put_token(out, at, CELL_NAMES + cell)
            elif named == _MOST_NAMED:
                at = put_token(out, at, _MORE)
            named += 1
    at = put_number(_COUNT, count, out, end_string(out, at))
    if due:
        at = put_number(_WANTED, due, out, at)
    return end_message(out, at)


@outlined
def _is_in(low: int, high: int, cell: int) -> bool:
    """Return whether a set has a cell."""
    return (low >> cell if cell < LOW_CELLS else high >> (cell - LOW_CELLS)) & 1 != 0


@outlined
def _cells(words: Words, layout: int, kind: int) -> tuple[int, int]:
    """Return the set of the cells of a kind, as in :mod:`.reachability`."""
    low = high = 0
    for cell in range(CELLS):
        colour, height = _colour(words, layout, cell), _height(words, layout, cell)
        if kind == _UNKNOWN:
            is_member = colour < 0 and _sign(words, layout, 0, cell) != _NO_SIGN
        elif kind == _MISSING:
            is_member = _sign(words, layout, 0, cell) == _NO_SIGN
        elif kind == _ODD:
            is_member = height < 0
        elif kind == _TOWER:
            is_member = height > 0
        else:
            is_member = height == 1 and kind in (_SINGLE, _SINGLE_OF + colour)
        if is_member:
            if cell < LOW_CELLS:
                low |= 1 << cell
            else:
                high |= 1 << (cell - LOW_CELLS)
    return low, high


@outlined
def _colour(words: Words, layout: int, cell: int) -> int:
    """Return the colour of a cell, or -1."""
    return colour_of(_sign(words, layout, 0, cell))


@outlined
def _height(words: Words, layout: int, cell: int) -> int:
    """Return the squares of a cell, or -1 for another sign."""
    sign = _sign(words, layout, 1, cell)
    if sign == _NO_SIGN:
        return 0
    return sign - _ONE + 1 if _ONE <= sign <= _FOUR else -1


@outlined
def _sign(words: Words, layout: int, part: int, cell: int) -> int:
    """Return the sign of a cell in a part of the board; rows are listed from the last."""
    rows = member(words, layout, BOARD_PARTS + part)
    return letter(words, item(words, rows, SIZE - 1 - cell // SIZE), cell % SIZE)
