"""Array layouts of On Top: parameter and state dtypes and the action encoding."""

from __future__ import annotations

import numpy as np

from empile.engine.compiled.layout import struct_dtype
from empile.engine.compiled.rows import LANES
from empile.games.on_top.rules.components import COLOURS, SIDE, TILES, TRIANGLES

MAX_SEATS = len(COLOURS)
KINDS = len(TILES)
CELLS = 2 * SIDE * SIDE
CIRCLES = (SIDE + 1) ** 2
PLACES = SIDE * (3 * SIDE - 2)
"""Pairs of adjacent cells on the largest board."""
WORD = 63
"""Bits used in each 64-bit word of a set of places; the sign bit stays unused."""
WORD_BYTES = 8
WORDS = -(-PLACES // WORD)
MAX_LAID = CELLS // 2

# A move is ``place * 2 + turn``: turn 0 reads the tile's name from the acute corner of the cell
# pointing up, turn 1 from the other. A draw is the index of the tile's name.
ACTIONS = PLACES * 2
MAX_LEGAL = ACTIONS
"""Leaves room for a row after any list: most places are not next to a tile, or not free."""

MOVES_OF_BYTE = np.zeros((256, LANES), np.uint8)
"""Both moves of each place in a byte of places."""
for _byte in range(256):
    _moves = [2 * place + turn for place in range(8) if _byte >> place & 1 for turn in range(2)]
    MOVES_OF_BYTE[_byte, : len(_moves)] = _moves

DRAW, LAY, END = 0, 1, 2
LAST_PAWN, NEUTRAL_OUT, BOARD_FULL = 0, 1, 2
"""End reasons."""

# Content of a cell. Empty cells hold their number of empty neighbours, 0 to 3.
TILE, BLACK, BARE = 4, 5, 6
"""A tile, a black triangle, or a bare hole, which counts as black."""

# A circle: three bits for the segments of each colour, then three for the empty cells (7 once
# scored). A tile's corner adds a constant to it.
COLOUR_BITS = 3
SEGMENTS = 1 << (COLOUR_BITS * MAX_SEATS)
"""Bit of one empty cell; the segments are below."""
SCORED = 7 * SEGMENTS

PATTERNS = 462

PAWN_BITS = 8
"""The pawns of all colours are packed into one integer, a byte each."""
ONE_EACH = sum(1 << (PAWN_BITS * colour) for colour in range(MAX_SEATS))
OUT = ONE_EACH << (PAWN_BITS - 1)
ALL_PAWNS = (1 << (PAWN_BITS * MAX_SEATS)) - 1
POINTS_AT = PAWN_BITS * MAX_SEATS
"""A packed result holds pawns placed and, from this bit, points; a byte a colour."""

PLANES = 18
"""Planes of the information state."""

# Signed fields: signed and unsigned together give floats in compiled code.
PARAMS = struct_dtype(
    [
        ("plane", "i4", (PLANES,)),  # offsets in the information state
        ("rows", "i1"),  # of cells, in planes
        ("columns", "i1"),
        ("seats", "i1"),
        ("teams", "i1"),  # seats 0 and 2 against 1 and 3
        ("side", "i1", (MAX_SEATS,)),  # equal for partners
        ("seconds_first", "i1"),  # a second's last pawn ends the game before the top one is placed
        ("deducts", "i1"),  # unused pawns cost points if a neutral colour ran out
        ("words", "i1"),  # words in use of a set of places
        ("cells", "i2"),
        ("circles", "i1"),
        ("start", "i2", (TRIANGLES,)),  # cells in the order of the option, then the first
        ("bag", "i1", (KINDS,)),
        ("seen_as", "i1", (MAX_SEATS, KINDS)),  # each tile with colours counted from a seat
        ("cell_at", "i2", (CELLS,)),  # index of cell and circle in planes
        ("circle_at", "i1", (CIRCLES,)),
        ("cell_name", "i2", (CELLS,)),  # in the names of all boards
        ("circle_name", "i2", (CIRCLES,)),
        ("cover", "i2", (PLACES, 2)),  # cells of a place, the one pointing up first
        # Other neighbours of the cells, ascending, padded with a cell of the place.
        ("around", "i2", (PLACES, 4)),
        ("neighbours", "i1", (PLACES,)),  # number of those
        ("corner", "i2", (PLACES, 4)),  # its circles in the order of a tile's colours
        ("corners", "i2", (CELLS, 3)),  # circles of a cell
        ("added", "i4", (KINDS, 2, 4)),  # by tile and turn: addend of each corner
        ("left_open", "i8", (PLACES, WORDS)),  # places sharing no cell with a place
        ("made_near", "i8", (PLACES, WORDS)),  # places with a cell adjacent to a place
        ("golden", "i1", (CIRCLES,)),
        ("top", "i1", (SEGMENTS,)),  # by segments: colour with most; 0 if tied
        ("tower", "u1", (SEGMENTS,)),  # by segments: colours of its pawns, and that of its top
        ("scoring", "i8", (2, SEGMENTS)),  # by golden or not and segments: packed result
        ("pattern", "i2", (SEGMENTS,)),  # by segments: pattern index without empty cells
        ("value", "i2", (2, PATTERNS, MAX_SEATS)),  # by golden or not: expected value of a circle
        ("lead", "i2", (2, PATTERNS, MAX_SEATS)),  # the same minus the opponents' mean
        ("placed", "i2", (PATTERNS, MAX_SEATS)),  # expected pawns placed
        ("first_cell", "i1", (CELLS,)),
        ("first_circle", "i2", (CIRCLES,)),
        ("first_open", "i8", (WORDS,)),
        ("first_near", "i8", (WORDS,)),
        ("first_empty", "i2"),
        ("first_reserve", "i1"),
    ]
)

STATE = struct_dtype(
    [
        ("stage", "i1"),
        ("seat", "i1"),  # seat to draw and lay
        ("tile", "i1"),  # tile in hand: index + 1, or 0
        ("laid", "i1"),  # tiles laid
        ("empty", "i2"),  # empty cells
        ("reserve", "i1"),  # black triangles left
        ("cut", "i1"),  # circle + 1 whose tower the last pawn of a second leaves without a top
        ("in_bag", "i2"),  # tiles left
        ("reason", "i1"),  # end reason
        ("top", "i1"),  # colour + 1 on top of the circle with the last pawn
        ("pawns", "i4"),  # not placed yet
        ("points", "i2", (MAX_SEATS,)),  # by colour; unused for neutral colours
        ("bag", "i1", (KINDS,)),
        ("open", "i8", (WORDS,)),  # places with two empty cells
        ("near", "i8", (WORDS,)),  # places next to a tile or a start triangle
        ("circle", "i2", (CIRCLES,)),
        ("cell", "i1", (CELLS,)),
        ("order", "i2", (MAX_LAID,)),  # tiles as laid: (place * 2 + turn) * KINDS + tile
    ]
)
