"""How a game of Blox lies in memory: box, state, the numbers of actions, and what is on a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.bits import lowest_bit
from empile.engine.jit import inner
from empile.engine.layout import Record, record_dtype
from empile.games.blox import pieces, tables

MAX_SEATS = 4
CELLS = pieces.CELLS
SIZE = pieces.SIZE
LOW_CELLS = 45
"""Sets of cells are kept as the bits of two numbers: cells below this one, and the others."""
COLOURS = 4
HAND = pieces.HAND
FIGURES = pieces.FIGURES
LAST_PHASE = 4
TALLEST = 5
BLOCKS_LEFT_OF_TWO = pieces.BLOCKS_OF_A_COLOUR - 1
"""Blocks of each colour in a game of two: one of each leaves it."""
NONE = 99
"""The distance to a cell that is not there."""
MAX_TOWERS = 26
"""At most so many towers stand at the start: twelve single squares, 28 blocks in twos and more."""

NEUTRAL = MAX_SEATS + 1
"""The number of a neutral figure; those of the seats are 1 to 4."""

# Moves of a seat. A cell is the figure's, a way its direction; a joker tells whether the joker
# stands for the one card (0 or 1), or for which colour it stands (0: not used, else colour + 1).
ENTER = 0
"""Code ``cell * 2 + joker``; the card has the cell's colour."""
MOVE = ENTER + CELLS * 2
"""Code ``((cell * 4 + way) * 4 + colour) * 2 + joker``."""
DEMOLISH = MOVE + CELLS * 32
"""Code ``(cell * 4 + way) * 5 + joker``."""
STRIKE = DEMOLISH + CELLS * 20
"""Code ``((cell * 4 + way) * 4 + cards - 3) * 2 + joker``, the joker among the cards."""
EXCHANGE = STRIKE + CELLS * 32
"""Code ``rank * 6 + mauve``, where ``rank`` is that of the white, grey and black cards."""
SETS = 56
"""How many ways there are to hold at most five things of three colours."""
MAX_EXCHANGES = 31
"""How many parts a hand has at most."""
BUILD = EXCHANGE + SETS * 6
"""Code ``(cell * 56 + rank) * 5 + joker``, ``rank`` of the white, grey and black blocks."""
ACTIONS = BUILD + CELLS * SETS * 5

TOWERS, HANDS, PLAY, DRAW, END = 0, 1, 2, 3, 4
"""Stages: towers are set up, hands dealt; a seat acts, draws; the game is over."""

ALL, NEW, OFF = 0, 1, 2
"""Which towers must be accessible after building."""

MOST_TOWER = (TALLEST + 1) << 12
"""Towers are numbers below this one."""

BOX = record_dtype(
    [
        ("seats", "u1"),
        ("exact", "u1"),  # only towers of exactly the phase's height may be demolished
        ("strike_cap", "u1"),
        ("access", "u1"),
        ("recharge_five", "u1"),  # only an exchange of five cards turns the joker up
        ("blocks", "u1"),  # in the towers at the start
        ("round_limit", "i4"),
        ("colour", "u1", (CELLS,)),
        ("neutral", "u1", (CELLS,)),  # where neutral figures begin
        ("tower_cell", "u1", (MAX_TOWERS,)),  # in reading order
        ("tower_height", "u1", (MAX_TOWERS,)),
        ("step", "i1", (4,)),  # from a cell to the next, by direction
        ("room", "u1", (CELLS, 4)),  # cells from here to the edge
        ("ahead", "u1", (CELLS, 4, COLOURS)),  # distance to the first cell of a colour; 99: none
        ("passed", "u1", (CELLS, 4, SIZE)),  # the colours of so many cells ahead, as bits
        ("row_doors", "u2", (SIZE, 1 << SIZE)),  # what can be entered in a row, by its mask
        ("column_doors", "u2", (SIZE, 1 << SIZE)),
        ("column_cells", "i8", (1 << SIZE, 2)),  # the cells of a column's mask, in column a
        ("coloured", "i8", (1 << COLOURS, 2)),  # the cells of some colours
        (
            "ways",
            "i4",
            (1 << 9, 8),
        ),  # colour * 2 + joker of each move; by colours passed, held, joker
        ("marks", "u2", (MOST_TOWER,)),  # of a tower: bit of its height; bits 8 to 11 its colours
        ("way_count", "u1", (1 << 9,)),
        ("highest", "u1", (1 << SIZE,)),  # one more than the highest bit; 0 for an empty line
        ("rank", "u1", (6, 6, 6)),  # of so many white, grey and black things
        ("triple", "u1", (SETS, 3)),  # white, grey and black by rank
        ("exchanges", "u1", (SETS,)),  # how many parts a hand of five has, by rank
        ("exchange", "i4", (SETS, MAX_EXCHANGES)),  # and the moves that discard them
    ]
)

STATE = record_dtype(
    [
        ("stage", "u1"),
        ("seat", "i1"),  # who acts, draws, or is dealt to
        ("to_draw", "u1"),  # blocks or cards that the event under way still brings
        ("cursor", "u1"),  # towers set up
        ("phase", "u1"),
        ("last_round", "u1"),
        ("round_number", "i4"),
        ("walls", "i8", (2,)),  # the towers as a set of cells
        ("on", "u4", (CELLS,)),  # bits 0-15 a tower, four bits a colour; bits 16-18 a figure
        ("rows", "u2", (SIZE,)),  # bit c of row r: something is on the cell
        ("columns", "u2", (SIZE,)),
        ("standing", "u1", (TALLEST + 1,)),  # towers by height
        ("placed", "u1", (MAX_SEATS,)),  # figures on the board
        ("place", "u1", (MAX_SEATS, FIGURES)),  # their cells + 1, ascending
        ("joker", "u1", (MAX_SEATS,)),  # face up
        ("hand", "u1", (MAX_SEATS, COLOURS)),
        (
            "kept",
            "i1",
            (MAX_SEATS, COLOURS),
        ),  # in hand at the last refill (0 before), less paid since
        ("blocks", "u1", (MAX_SEATS, COLOURS)),
        ("points", "i2", (MAX_SEATS,)),
        ("deck", "u1", (COLOURS,)),
        ("discard", "u1", (COLOURS,)),
        ("bag", "u1", (COLOURS,)),  # blocks not yet set up
    ]
)


@inner
def total(pile: NDArray[np.uint8]) -> int:
    """Return how many things a pile has, counted by colour."""
    count = 0
    for colour in range(COLOURS):
        count += int(pile[colour])
    return count


@inner
def heights_that_fall(box: Record, s: Record) -> int:
    """Return the heights of which the phase lets towers be demolished, as bits; bit 0 is no tower."""
    return 1 << int(s.phase) if int(box.exact) else (2 << int(s.phase)) - 2


@inner
def is_tower(thing: int) -> bool:
    """Return whether what is on a cell is a tower."""
    return (thing & 0xFFFF) != 0


@inner
def figure_on(thing: int) -> int:
    """Return whose figure is on a cell: seat + 1, ``NEUTRAL``, or 0."""
    return thing >> 16


@inner
def height_of(tower: int) -> int:
    """Return how many blocks a tower has."""
    return (tower & 15) + (tower >> 4 & 15) + (tower >> 8 & 15) + (tower >> 12 & 15)


@inner
def put(s: Record, cell: int, thing: int) -> None:
    """Put a figure or a tower on a cell in place of what is there."""
    row = cell // SIZE
    column = cell - row * SIZE
    s.on[np.uint64(cell)] = thing
    s.rows[np.uint64(row)] |= 1 << column
    s.columns[np.uint64(column)] |= 1 << row
    if is_tower(thing):
        high = int(cell >= LOW_CELLS)
        s.walls[np.uint64(high)] |= 1 << (cell - high * LOW_CELLS)


@inner
def lift(s: Record, cell: int) -> None:
    """Take away what is on a cell."""
    row = cell // SIZE
    column = cell - row * SIZE
    thing = int(s.on[np.uint64(cell)])
    s.on[np.uint64(cell)] = 0
    s.rows[np.uint64(row)] = int(s.rows[np.uint64(row)]) & ~(1 << column)
    s.columns[np.uint64(column)] = int(s.columns[np.uint64(column)]) & ~(1 << row)
    if is_tower(thing):
        high = int(cell >= LOW_CELLS)
        s.walls[np.uint64(high)] &= ~(1 << (cell - high * LOW_CELLS))


@inner
def clear_ahead(box: Record, s: Record, cell: int, way: int) -> int:
    """Return how many empty cells lie between a cell and the first thing, or the edge."""
    row = cell // SIZE
    column = cell - row * SIZE
    if way % 2 == 0:
        line = int(np.int64(s.rows[np.uint64(row)]))
    else:
        line = int(np.int64(s.columns[np.uint64(column)]))
    place = column if way % 2 == 0 else row
    if way < 2:  # up to the first thing, or to the edge
        return lowest_bit((line | 1 << SIZE) >> (place + 1))
    return place - int(np.int64(box.highest[np.uint64(line & ((1 << place) - 1))]))


@inner
def first_thing(box: Record, s: Record, cell: int, way: int) -> int:
    """Return the cell of the first thing in a direction; there must be one."""
    return cell + (clear_ahead(box, s, cell, way) + 1) * int(box.step[way])


def fill_lines(box: Any, colours: Sequence[int]) -> None:
    """Write the box's tables of straight lines, of masks and of sets; ``colours`` are by cell."""
    box.step = (1, SIZE, -1, -SIZE)
    for cell in range(CELLS):
        row, column = divmod(cell, SIZE)
        box.colour[cell] = colours[cell]
        box.room[cell] = (SIZE - 1 - column, SIZE - 1 - row, column, row)
        for way in range(4):
            for colour in range(COLOURS):
                box.ahead[cell, way, colour] = _first(box, colours, cell, way, 1, colour)
            seen = 0
            for distance in range(1, int(box.room[cell][way]) + 1):
                seen |= 1 << colours[cell + distance * int(box.step[way])]
                box.passed[cell, way, distance] = seen
    for line in range(SIZE):
        box.row_doors[line] = tables.enterable(colours[line * SIZE : line * SIZE + SIZE])
        box.column_doors[line] = tables.enterable(colours[line::SIZE])
    box.column_cells = tables.column_cells(LOW_CELLS)
    for some in range(1 << COLOURS):
        box.coloured[some] = tables.cells_of(colours, some, LOW_CELLS)
    box.marks = tables.marks_of_towers(MOST_TOWER)
    for key in range(1 << 9):
        moves = tables.ways_to_move(key >> 5, key >> 1 & 15, key & 1)
        box.way_count[key] = len(moves)
        box.ways[key, : len(moves)] = moves
    box.highest = [mask.bit_length() for mask in range(1 << SIZE)]
    for rank, triple in enumerate(tables.triples()):
        box.rank[triple] = rank
        box.triple[rank] = triple
        parts = tables.parts_of_hand(*triple)
        box.exchanges[rank] = len(parts)
        box.exchange[rank, : len(parts)] = [EXCHANGE + part * 6 + mauve for part, mauve in parts]


def _first(box: Any, colours: Sequence[int], cell: int, way: int, begin: int, colour: int) -> int:
    """Return how far the first cell of a colour is, counted from ``begin`` steps on; else NONE."""
    for distance in range(begin, int(box.room[cell][way]) + 1):
        if colours[cell + distance * int(box.step[way])] == colour:
            return distance
    return NONE
