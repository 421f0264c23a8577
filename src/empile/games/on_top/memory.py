"""How a game of On Top lies in memory: box, state, and the numbers of actions."""

from __future__ import annotations

from empile.engine.layout import record_dtype
from empile.games.on_top.pieces import COLOURS, SIDE, TILES

MAX_SEATS = len(COLOURS)
KINDS = len(TILES)
CELLS = 2 * SIDE * SIDE
CIRCLES = (SIDE + 1) ** 2
PLACES = SIDE * (3 * SIDE - 2)
"""Pairs of cells that share a side, on the greatest board."""
WORD = 63
"""Sets of places are kept as the bits of numbers with so many bits: the sign is never touched."""
WORDS = -(-PLACES // WORD)
MAX_LAID = CELLS // 2

# A move is coded ``place * 2 + turn``: turn 0 reads the tile's name from the acute corner of the
# cell with its point up, turn 1 from the other one. A draw is the index of the tile's name.
ACTIONS = PLACES * 2
MAX_LEGAL = ACTIONS

DRAW, LAY, END = 0, 1, 2
"""Stages: a tile is drawn, the seat lays it, the game is over."""

# What lies on a cell. An empty cell says how many of its neighbours are empty: 0 to 3.
TILE, BLACK, BARE = 4, 5, 6
"""A tile, a black triangle, or nothing where a triangle was due: it counts as black."""

# A circle is a number: three bits for the segments of each colour, then three for the cells that
# are still empty, which say 7 once it is scored. A tile's corner adds a fixed number to it.
COLOUR_BITS = 3
SEGMENTS = 1 << (COLOUR_BITS * MAX_SEATS)
"""Below this bit lie the segments; one empty cell weighs this much."""
SCORED = 7 * SEGMENTS

PATTERNS = 462
"""Of segments and empty cells round a circle: see ``expecting.py``."""

PAWN_BITS = 8
"""Pawns of all colours are kept as one number, a byte for each colour."""
ONE_EACH = sum(1 << (PAWN_BITS * colour) for colour in range(MAX_SEATS))
OUT = ONE_EACH << (PAWN_BITS - 1)
ALL_PAWNS = (1 << (PAWN_BITS * MAX_SEATS)) - 1
POINTS_AT = PAWN_BITS * MAX_SEATS
"""What circles bring is one number too: pawns placed, and from this bit on points, a byte a colour."""

# All fields are signed: sums of signed and unsigned numbers are not whole in compiled code.
BOX = record_dtype(
    [
        ("seats", "i1"),
        ("teams", "i1"),  # seats 0 and 2 against 1 and 3
        ("side", "i1", (MAX_SEATS,)),  # partners have the same
        ("words", "i1"),  # how many words of a set of places are in use
        ("cells", "i2"),
        ("circles", "i1"),
        ("bag", "i1", (KINDS,)),
        ("seen_as", "i1", (MAX_SEATS, KINDS)),  # each tile, with a seat's own colour as the first
        ("cell_at", "i2", (CELLS,)),  # where a cell and a circle lie in planes of the lattice
        ("circle_at", "i1", (CIRCLES,)),
        ("cover", "i2", (PLACES, 2)),  # the cells of a place, the one with its point up first
        # The other neighbours of its cells, ascending; where they are fewer, a cell of its own.
        ("around", "i2", (PLACES, 4)),
        ("neighbours", "i1", (PLACES,)),  # and how many they are
        ("corner", "i2", (PLACES, 4)),  # its circles, as a tile's colours are read
        ("corners", "i2", (CELLS, 3)),  # the circles of a cell
        ("added", "i4", (KINDS, 2, 4)),  # by tile and turn: what each corner adds to its circle
        ("left_open", "i8", (PLACES, WORDS)),  # places that share no cell with a place
        ("made_near", "i8", (PLACES, WORDS)),  # places with a cell beside a place
        ("golden", "i1", (CIRCLES,)),
        ("top", "i1", (SEGMENTS,)),  # by segments: the colour with most of them; 0 in a tie
        ("scoring", "i8", (2, SEGMENTS)),  # by golden or not, and segments: what a circle brings
        ("pattern", "i2", (SEGMENTS,)),  # by segments: the number of the pattern, less empty cells
        ("worth", "i2", (2, PATTERNS, MAX_SEATS)),  # by golden or not: what a circle may bring
        ("lead", "i2", (2, PATTERNS, MAX_SEATS)),  # the same, less what it may bring others
        ("placed", "i2", (PATTERNS, MAX_SEATS)),  # and the pawns that may be placed on it
        # The state after setting up.
        ("first_cell", "i1", (CELLS,)),
        ("first_circle", "i2", (CIRCLES,)),
        ("first_open", "i8", (WORDS,)),
        ("first_near", "i8", (WORDS,)),
        ("first_empty", "i2"),
        ("first_reserve", "i1"),
    ]
)

STATE = record_dtype(
    [
        ("stage", "i1"),
        ("seat", "i1"),  # who draws and lays
        ("tile", "i1"),  # in hand: its index + 1, or 0
        ("laid", "i1"),  # tiles laid
        ("empty", "i2"),  # cells
        ("reserve", "i1"),  # black triangles
        ("in_bag", "i2"),  # tiles
        ("reason", "i1"),  # why the game ended
        ("top", "i1"),  # where a last pawn ended it: the colour on top there + 1
        ("pawns", "i4"),  # not placed yet
        ("points", "i2", (MAX_SEATS,)),  # by colour; those of neutral ones are never read
        ("bag", "i1", (KINDS,)),
        ("open", "i8", (WORDS,)),  # places both of whose cells are empty
        ("near", "i8", (WORDS,)),  # places beside a tile or a triangle of the start
        ("circle", "i2", (CIRCLES,)),
        ("cell", "i1", (CELLS,)),
        ("order", "i2", (MAX_LAID,)),  # tiles as laid: (place * 2 + turn) * KINDS + tile
    ]
)
