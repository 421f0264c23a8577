"""Array layouts of Blox: parameter and state dtypes, action encoding and cell contents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.bits import lowest_bit
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.games.blox.rules import components

MAX_SEATS = 4
CELLS = components.CELLS
SIZE = components.SIZE
LOW_CELLS = 45
"""Bit boards have two words: cells below this number, and the others."""
COLOURS = 4
HAND = components.HAND
FIGURES = components.FIGURES
LAST_PHASE = 4
TALLEST = 5
BLOCKS_LEFT_OF_TWO = components.BLOCKS_OF_A_COLOUR - 1
NONE = 99
MAX_TOWERS = 26

NEUTRAL = MAX_SEATS + 1
"""Owner code of a neutral figure; seats have 1 to 4."""

# Action encoding: ``cell`` is the figure's cell, ``way`` a direction; ``joker`` is 0 or 1 if the
# cards have one colour, else 0 or the colour that it replaces + 1.
ENTER = 0
"""``cell * 2 + joker``; the card has the colour of the cell."""
MOVE = ENTER + CELLS * 2
"""``((cell * 4 + way) * 4 + colour) * 2 + joker``."""
DEMOLISH = MOVE + CELLS * 32
"""``(cell * 4 + way) * 5 + joker``."""
STRIKE = DEMOLISH + CELLS * 20
"""``((cell * 4 + way) * 4 + cards - 3) * 2 + joker``."""
EXCHANGE = STRIKE + CELLS * 32
"""``rank * 6 + mauve``; ``rank`` encodes the white, grey and black cards."""
SETS = 56
"""Multisets of at most five items in three colours."""
MAX_EXCHANGES = 31
"""Most sub-multisets of a hand."""
BUILD = EXCHANGE + SETS * 6
"""``(cell * 56 + rank) * 5 + joker``."""
ACTIONS = BUILD + CELLS * SETS * 5

TOWERS, HANDS, PLAY, DRAW, END = 0, 1, 2, 3, 4

ACCESS = ("all", "new", "off")
ALL, NEW, OFF = range(len(ACCESS))
"""Towers that must be accessible after building: all, the new one, none."""

MOST_TOWER = (TALLEST + 1) << 12
"""Upper bound (exclusive) of a tower's code."""

PLANES = 20
"""Planes of the information state."""

PARAMS = struct_dtype(
    [
        ("plane", "i4", (PLANES,)),  # offsets in the information state; -1 if absent
        ("seats", "u1"),
        ("exact", "u1"),  # only towers of the phase's exact height can be demolished
        ("strike_cap", "u1"),
        ("access", "u1"),
        ("recharge_five", "u1"),  # only exchanging five cards turns the joker up
        ("blocks", "u1"),  # total in the set-up
        ("round_limit", "i4"),
        ("colour", "u1", (CELLS,)),
        ("neutral", "u1", (CELLS,)),  # initial neutral figures
        ("tower_cell", "u1", (MAX_TOWERS,)),  # in reading order
        ("tower_height", "u1", (MAX_TOWERS,)),
        ("step", "i1", (4,)),  # cell offset by direction
        ("room", "u1", (CELLS, 4)),  # cells to the edge
        ("ahead", "u1", (CELLS, 4, COLOURS)),  # distance to the first cell of a colour, or NONE
        ("passed", "u1", (CELLS, 4, SIZE)),  # colours within a number of cells, as bits
        ("row_doors", "u2", (SIZE, 1 << SIZE)),  # enterable cells by mask
        ("column_doors", "u2", (SIZE, 1 << SIZE)),
        ("column_cells", "i8", (1 << SIZE, 2)),  # bit board of a column's mask, in column a
        ("coloured", "i8", (1 << COLOURS, 2)),  # bit board by set of colours
        (
            "ways",
            "i4",
            (1 << 9, 8),
        ),  # colour * 2 + joker of each move; by colours passed, held, joker
        ("marks", "u2", (MOST_TOWER,)),  # by tower: bit of its height; bits 8 to 11: its colours
        ("way_count", "u1", (1 << 9,)),
        ("highest", "u1", (1 << SIZE,)),  # highest bit + 1; 0 for an empty line
        ("rank", "u1", (6, 6, 6)),  # by numbers of white, grey and black items
        ("triple", "u1", (SETS, 3)),  # inverse of rank
        ("exchanges", "u1", (SETS,)),  # sub-multisets of a hand of five, by rank
        ("exchange", "i4", (SETS, MAX_EXCHANGES)),  # and the actions discarding them
    ]
)

STATE = struct_dtype(
    [
        ("stage", "u1"),
        ("seat", "i1"),  # seat to act, draw or be dealt to
        ("to_draw", "u1"),  # blocks or cards left in the chance event
        ("cursor", "u1"),  # towers set up
        ("phase", "u1"),
        ("last_round", "u1"),
        ("round_number", "i4"),
        ("walls", "i8", (2,)),  # bit board of the towers
        ("on", "u4", (CELLS,)),  # bits 0-15: tower, four bits a colour; bits 16-18: figure
        ("rows", "u2", (SIZE,)),  # bit c of row r: occupied
        ("columns", "u2", (SIZE,)),
        ("standing", "u1", (TALLEST + 1,)),  # towers by height
        ("placed", "u1", (MAX_SEATS,)),  # figures on the board
        ("place", "u1", (MAX_SEATS, FIGURES)),  # cells + 1, ascending
        ("joker", "u1", (MAX_SEATS,)),  # 1 if face up
        ("hand", "u1", (MAX_SEATS, COLOURS)),
        (
            "kept",
            "i1",
            (MAX_SEATS, COLOURS),
        ),  # in hand at the last reshuffle (else 0), minus cards paid since
        ("blocks", "u1", (MAX_SEATS, COLOURS)),
        ("points", "i2", (MAX_SEATS,)),
        ("deck", "u1", (COLOURS,)),
        ("discard", "u1", (COLOURS,)),
        ("bag", "u1", (COLOURS,)),  # blocks left in the set-up
    ]
)


@inline
def total(pile: NDArray[np.uint8]) -> int:
    count = 0
    for colour in range(COLOURS):
        count += int(pile[colour])
    return count


@inline
def heights_that_fall(params: StructRef, s: StructRef) -> int:
    """Return the heights that the phase allows to demolish, as bits; bit 0 is unused."""
    return 1 << int(s.phase) if int(params.exact) else (2 << int(s.phase)) - 2


@inline
def is_tower(thing: int) -> bool:
    return (thing & 0xFFFF) != 0


@inline
def figure_on(thing: int) -> int:
    """Return the owner: seat + 1, ``NEUTRAL``, or 0 without a figure."""
    return thing >> 16


@inline
def height_of(tower: int) -> int:
    return (tower & 15) + (tower >> 4 & 15) + (tower >> 8 & 15) + (tower >> 12 & 15)


@inline
def put(s: StructRef, cell: int, thing: int) -> None:
    row = cell // SIZE
    column = cell - row * SIZE
    s.on[np.uint64(cell)] = thing
    s.rows[np.uint64(row)] |= 1 << column
    s.columns[np.uint64(column)] |= 1 << row
    if is_tower(thing):
        high = int(cell >= LOW_CELLS)
        s.walls[np.uint64(high)] |= 1 << (cell - high * LOW_CELLS)


@inline
def lift(s: StructRef, cell: int) -> None:
    row = cell // SIZE
    column = cell - row * SIZE
    thing = int(s.on[np.uint64(cell)])
    s.on[np.uint64(cell)] = 0
    s.rows[np.uint64(row)] = int(s.rows[np.uint64(row)]) & ~(1 << column)
    s.columns[np.uint64(column)] = int(s.columns[np.uint64(column)]) & ~(1 << row)
    if is_tower(thing):
        high = int(cell >= LOW_CELLS)
        s.walls[np.uint64(high)] &= ~(1 << (cell - high * LOW_CELLS))


@inline
def clear_ahead(params: StructRef, s: StructRef, cell: int, way: int) -> int:
    """Return the number of empty cells up to the first object or the edge."""
    row = cell // SIZE
    column = cell - row * SIZE
    if way % 2 == 0:
        line = int(np.int64(s.rows[np.uint64(row)]))
    else:
        line = int(np.int64(s.columns[np.uint64(column)]))
    place = column if way % 2 == 0 else row
    if way < 2:
        return lowest_bit((line | 1 << SIZE) >> (place + 1))
    return place - int(np.int64(params.highest[np.uint64(line & ((1 << place) - 1))]))


@inline
def first_thing(params: StructRef, s: StructRef, cell: int, way: int) -> int:
    """Return the cell of the first object in a direction; it must exist."""
    return cell + (clear_ahead(params, s, cell, way) + 1) * int(params.step[way])
