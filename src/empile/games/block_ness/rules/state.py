"""Array layouts of Block Ness: parameter and state dtypes and the action encoding.

Holes are numbered ``(row + 2) * stride + column`` with ``stride = columns + 2``: a border of two
holes that are never free replaces bounds checks; rows share it left and right.

``s.top[hole]`` is 0 if the hole is free, else the greatest height of the rings in or over it, plus
``END`` for a head or a tail; ``SHORE`` outside the zone in use.

Lakes and rings up to a size (``params.lines``, the standard ones among them) have two further boards with
a byte for each hole: bit ``h - 1`` is set if no ring of height ``h`` can pass over it. One is in the order
of holes, the other runs along columns, so that eight bytes are a line from any hole in any direction.
"""

from __future__ import annotations

from empile.engine.compiled.layout import struct_dtype
from empile.games.block_ness.rules.components import (
    MAX_COLUMNS,
    MAX_DISTANCE,
    MAX_HEIGHT,
    MAX_RINGS,
    MAX_ROWS,
    SETS,
)

MAX_SEATS = SETS
MAX_LAID = MAX_SEATS * MAX_RINGS
"""Rings in the lake, those of a solo start included."""
NOBODY = MAX_SEATS
"""The seat of an obstacle, a ring without ends in a solo game."""
HOLES = (MAX_COLUMNS + 2) * (MAX_ROWS + 4)

END = 64
"""Added to the height of a hole with an end; greater than any height."""
SHORE = 255

HEAD, TAIL = 0, 1
EAST, NORTH, WEST, SOUTH = 0, 1, 2, 3

KINDS = MAX_DISTANCE * MAX_HEIGHT
"""Coded ``(distance - 1) * MAX_HEIGHT + height - 1``."""

LINE_DISTANCES = (2, 5)
LINE_HEIGHT = 7
"""Distances and greatest height of rings in games with ``params.lines``, start rings excluded."""
LINE_START_DISTANCE = 7
LINE_START_HEIGHT = 8
"""Greatest ones of their start rings."""
LINE_DEEP = 8
"""Greatest side of their deep water."""
LINE_HOLES = 224
"""Size of their lakes with borders."""
MARGIN = 8
"""Unused bytes at both ends of ``s.across`` and ``s.along``: lines are read as a whole."""

FIELD = (1 << MAX_HEIGHT) - 1
"""Mask of a bit field; a set of kinds has a field for each distance, a bit for each height."""
SPAN = 63 // MAX_HEIGHT
WORD = SPAN * MAX_HEIGHT
WORDS = -(-MAX_DISTANCE // SPAN)
# With ``params.lines`` there are eight bits for each distance: one word.

# A play is coded relative to the end that it extends, so that equal shapes have equal numbers:
# ((end * 4 + direction to near hole) * 4 + direction to far hole) * KINDS + kind. A start ring is
# START + (row * MAX_COLUMNS + column of the tail) * 4 + direction to the head.
START = 2 * 4 * 4 * KINDS
ACTIONS = START + MAX_COLUMNS * MAX_ROWS * 4
MAX_LEGAL = max(2 * 4 * 4 * MAX_RINGS, MAX_COLUMNS * MAX_ROWS * 4)

TRAITS = 18
"""Inputs of the value network for each seat."""
NEURONS = 16
"""Hidden units of the value network."""
FEATURES = 24
"""Inputs of the policy networks for each move."""
UNITS = 12
"""Hidden units of the policy networks."""

PLANES = 14
"""Planes of the information state."""

PARAMS = struct_dtype(
    [
        ("plane", "i4", (PLANES,)),  # offsets in the information state; -1 if absent
        ("zone", "u1", (4,)),  # first column, first row, columns, rows
        ("kinds_seen", "u1"),  # number of kinds in planes
        ("seen_at", "u1", (KINDS,)),  # index of each kind there
        ("most", "u1"),  # rings of a kind of a seat
        ("row_at", "i1", (HOLES,)),  # in planes
        ("column_at", "i1", (HOLES,)),
        ("seats", "u1"),
        ("reach", "u1"),  # holes from an end to a near hole: 1, expert 2
        ("columns", "u1"),
        ("rows", "u1"),
        ("stride", "i2"),
        ("step", "i2", (4,)),  # index offset by direction
        ("deep", "u1", (4,)),  # first column, first row, last column, last row
        ("rings", "u1"),  # in each set; solo: at most in hand
        ("longest", "u1"),  # greatest distance, start rings excluded
        ("colour", "u1", (MAX_SEATS,)),
        ("start_distance", "u1", (MAX_SEATS,)),
        ("start_height", "u1", (MAX_SEATS,)),
        ("kinds", "u1", (MAX_SEATS,)),  # number of kinds, start ring excluded
        ("kind", "u1", (MAX_SEATS, MAX_RINGS)),  # ascending
        ("count", "u1", (MAX_SEATS, MAX_RINGS)),  # rings of each kind
        ("top", "u1", (HOLES,)),  # initial values of s.top
        ("lines", "u1"),  # 1 if s.across and s.along are in use
        ("line_code", "u1", (64,)),  # of each bit in the kinds of two lines: the code of its play
        ("turned", "u1", (LINE_HOLES,)),  # index in s.along of each hole
        ("turned_step", "i2", (4,)),  # index offset there by direction
        # See value_network.py.
        ("by_trait", "f8", (TRAITS, 2 * NEURONS)),  # of the seat, then of its opponents
        ("bias", "f8", (NEURONS,)),
        ("by_neuron", "f8", (NEURONS,)),
        # Starts and plays, see policy_network.py.
        ("prior_by_feature", "f8", (2, FEATURES, UNITS)),
        ("prior_bias", "f8", (2, UNITS)),
        ("prior_by_unit", "f8", (2, UNITS)),
    ]
)

STATE = struct_dtype(
    [
        ("seat", "i1"),  # seat to act, or TERMINAL
        ("laid", "u1"),  # rings laid by all seats
        ("end", "i2", (MAX_SEATS, 2)),  # holes of head and tail, 0 before the start
        ("head_height", "u1", (MAX_SEATS,)),  # height of the ring under the head
        ("score", "u1", (MAX_SEATS,)),  # rings laid; solo: from the hand
        ("kinds", "u1", (MAX_SEATS,)),  # number of kinds, start ring excluded
        ("kind", "u1", (MAX_SEATS, MAX_RINGS)),  # ascending
        ("left", "u1", (MAX_SEATS, MAX_RINGS)),  # rings in reserve of each kind
        ("reserve", "i8", (MAX_SEATS, WORDS)),  # kinds in reserve as a set
        # Rings in the order laid.
        ("ring_seat", "u1", (MAX_LAID,)),  # or NOBODY
        ("ring_height", "u1", (MAX_LAID,)),
        ("ring_near", "i2", (MAX_LAID,)),
        ("ring_far", "i2", (MAX_LAID,)),
        # Heights that cannot pass, by rows and by columns.
        ("across", "u1", (LINE_HOLES + 2 * MARGIN,)),
        ("along", "u1", (LINE_HOLES + 2 * MARGIN,)),
        ("top", "u1", (HOLES,)),  # last: most lakes have few holes
    ]
)
