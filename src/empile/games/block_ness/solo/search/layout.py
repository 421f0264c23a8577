"""Layouts of the solver: the lake, the hand and the path of a depth-first search.

A move is coded ``((end * 4 + direction to near hole) * 4 + direction to far hole) * SLOTS + slot``,
with ``slot`` as the index of the ring's kind among those in the hand at the start.
"""

from __future__ import annotations

from empile.engine.compiled.layout import struct_dtype

HOLES = 28 * 30
"""As in the rules, whose numbers of holes are used here."""
SLOTS = 12
"""Rings in a hand, and so kinds in it."""
LONGEST = 11
MAX_HEIGHT = 9
KINDS = LONGEST * MAX_HEIGHT
MOVES = 2 * 4 * 4 * SLOTS
END = 64
"""Added to the height of a hole with an end."""

SEARCH = struct_dtype(
    [
        ("reach", "i8"),
        ("step", "i8", (4,)),
        ("end", "i8", (2,)),  # holes of head and tail
        ("hand", "i8"),  # rings in hand
        ("free", "i8"),  # free holes of the zone
        ("longest", "i8"),  # greatest distance in the hand at the start
        # Kinds by slot, ascending; those of distance d begin at first[d].
        ("first", "i8", (LONGEST + 2,)),
        ("kind", "i8", (SLOTS,)),
        ("distance", "i8", (SLOTS,)),
        ("height", "i8", (SLOTS,)),
        ("left", "i8", (SLOTS,)),
        # The path, by depth.
        ("count", "i8", (SLOTS + 1,)),  # legal moves
        ("at", "i8", (SLOTS + 1,)),  # index of the move in progress
        ("laid", "i8", (SLOTS + 1,)),  # hash of the set of rings laid
        ("entry", "i8", (SLOTS + 1,)),  # index in the table
        ("total", "f8", (SLOTS + 1,)),  # sum of the shares of the moves before
        ("old", "i8", (SLOTS + 1,)),  # hole of the end that the move lengthened
        ("covered", "i2", (SLOTS + 1, LONGEST + 1)),  # heights under the ring laid
        ("moves", "i4", (SLOTS + 1, MOVES)),
        ("top", "i2", (HOLES,)),
        ("solutions", "i8"),  # found by this call
        ("nodes", "i8"),
    ]
)
