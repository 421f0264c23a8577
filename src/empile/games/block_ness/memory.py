"""How a game of Block Ness lies in memory: box, state, and the numbers of actions.

Holes are numbered along rows, with a border that is never free, so that a walk over the lake needs
no other test for the shore: ``hole = (row + 2) * stride + column`` and ``stride = columns + 2``.
(The border is two holes wide because in the expert game a near hole lies two beyond an end; what
lies right of a row is also what lies left of the next.)

``s.top[hole]`` is all that a new ring must know of a hole: 0 when it is free, else the greatest
height of the rings that stand in it or pass over it, plus ``END`` while a head or a tail stands
there; ``SHORE`` outside the zone in use.
"""

from __future__ import annotations

from empile.engine.layout import record_dtype
from empile.games.block_ness.pieces import (
    MAX_COLUMNS,
    MAX_DISTANCE,
    MAX_HEIGHT,
    MAX_RINGS,
    MAX_ROWS,
    SETS,
)

MAX_SEATS = SETS
HOLES = (MAX_COLUMNS + 2) * (MAX_ROWS + 4)
"""Room for the greatest lake and its border."""

END = 64
"""Added to a hole's height while a head or a tail stands there: higher than any ring."""
SHORE = 255

HEAD, TAIL = 0, 1
EAST, NORTH, WEST, SOUTH = 0, 1, 2, 3

KINDS = MAX_DISTANCE * MAX_HEIGHT
"""Rings by kind: ``(distance - 1) * MAX_HEIGHT + height - 1``."""

FIELD = (1 << MAX_HEIGHT) - 1
"""Sets of kinds have a field of bits for each distance, a bit for each height."""
SPAN = 63 // MAX_HEIGHT
"""They are kept in words of so many distances: whole fields, and the sign is never touched."""
WORD = SPAN * MAX_HEIGHT
WORDS = -(-MAX_DISTANCE // SPAN)

# A play is coded relative to the end that it lengthens, so that equal shapes have equal numbers:
# ((end * 4 + direction to the near hole) * 4 + direction to the far hole) * KINDS + kind of ring.
# A start ring is coded (row * MAX_COLUMNS + column of the tail) * 4 + direction to the head.
ACTIONS = max(2 * 4 * 4 * KINDS, MAX_COLUMNS * MAX_ROWS * 4)
MAX_LEGAL = max(2 * 4 * 4 * MAX_RINGS, MAX_COLUMNS * MAX_ROWS * 4)
MAX_OUTCOMES = 1

TRAITS = 18
"""Numbers by which a seat's prospects are judged."""
NEURONS = 16
"""Units of the network that judges."""
FEATURES = 24
"""Numbers by which a move is foreseen."""
UNITS = 12
"""Units of the networks that foresee moves."""

BOX = record_dtype(
    [
        ("seats", "u1"),
        ("reach", "u1"),  # holes from an end to the near hole: 1, in the expert game 2
        ("columns", "u1"),
        ("rows", "u1"),
        ("stride", "i2"),
        ("step", "i2", (4,)),  # from a hole to its neighbour, by direction
        ("deep", "u1", (4,)),  # first column, first row, last column, last row
        ("rings", "u1"),  # in each set
        ("longest", "u1"),  # the greatest distance of a ring, start rings apart
        ("start_distance", "u1", (MAX_SEATS,)),
        ("start_height", "u1", (MAX_SEATS,)),
        ("kinds", "u1", (MAX_SEATS,)),  # how many different rings beside the start ring
        ("kind", "u1", (MAX_SEATS, MAX_RINGS)),  # which they are, ascending
        ("count", "u1", (MAX_SEATS, MAX_RINGS)),  # and how many of each
        ("top", "u1", (HOLES,)),  # of the empty lake
        # What the network has learnt, see judging.py.
        ("by_trait", "f8", (TRAITS, 2 * NEURONS)),  # of the seat itself, then of the others
        ("bias", "f8", (NEURONS,)),
        ("by_neuron", "f8", (NEURONS,)),
        # What the networks of starts and of plays have learnt, see foreseeing.py.
        ("prior_by_feature", "f8", (2, FEATURES, UNITS)),
        ("prior_bias", "f8", (2, UNITS)),
        ("prior_by_unit", "f8", (2, UNITS)),
    ]
)

STATE = record_dtype(
    [
        ("seat", "i1"),  # to act, or TERMINAL
        ("laid", "u1"),  # rings laid by all seats together
        ("end", "i2", (MAX_SEATS, 2)),  # hole of the head and of the tail, 0 before the start
        ("head_height", "u1", (MAX_SEATS,)),  # of the ring under the head
        ("score", "u1", (MAX_SEATS,)),  # rings laid
        ("left", "u1", (MAX_SEATS, MAX_RINGS)),  # of each kind of box.kind, still in reserve
        ("reserve", "i8", (MAX_SEATS, WORDS)),  # the kinds still in reserve, as a set
        # Every ring on the lake, in the order laid.
        ("ring_seat", "u1", (MAX_SEATS * MAX_RINGS,)),
        ("ring_height", "u1", (MAX_SEATS * MAX_RINGS,)),
        ("ring_near", "i2", (MAX_SEATS * MAX_RINGS,)),
        ("ring_far", "i2", (MAX_SEATS * MAX_RINGS,)),
        ("top", "u1", (HOLES,)),
    ]
)
