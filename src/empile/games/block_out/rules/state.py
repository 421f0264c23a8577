"""Array layouts of Block Out!: parameter and state dtypes and the action encoding."""

from __future__ import annotations

from empile.engine.compiled.layout import struct_dtype
from empile.games.block_out.rules.components import BLOCKS, CARDS, PASS, REVERSE

MAX_SEATS = 6
SIZE = len(BLOCKS)
KINDS = len(CARDS)
BLOCK_KINDS = KINDS - 2
"""Block cards precede the action cards."""
PASS_KIND, REVERSE_KIND = CARDS.index(PASS), CARDS.index(REVERSE)
BLOCK_CARDS = (1 << BLOCK_KINDS) - 1
ALL_BLOCKS = (1 << SIZE) - 1

# Move: card * 9 + block for a block card, then pass, reverse, and one for each free block. Chance:
# the kind drawn, or one of the three outcomes below.
PASS_MOVE = BLOCK_KINDS * SIZE
REVERSE_MOVE = PASS_MOVE + 1
FREE_MOVE = REVERSE_MOVE + 1
ACTIONS = FREE_MOVE + SIZE
MAX_LEGAL = SIZE * 4 + 2
"""Each block by four cards (own, colour, size, any), plus pass and reverse."""

STANDS, FALLS, FALLS_LATER = 0, 1, 2
ANSWERS = ("~stands", "~falls", "~falls-later")

STAGES = ("play", "rebuild", "bonus", "over")
PLAY, REBUILD, BONUS, OVER_STAGE = range(len(STAGES))

DEALING, CHOOSING, DRAWING, PENALTY_DRAW, TOWER = 0, 1, 2, 3, 4
"""What is due: dealing, a move, a draw without a playable card, penalty draws, the outcome."""

NINTH, EMPTY_HAND, FREE_BLOCK, TURN_LIMIT = 0, 1, 2, 3

PLANES = 14

# Signed fields: signed and unsigned together give floats in compiled code.
PARAMS = struct_dtype(
    [
        ("plane", "i4", (PLANES,)),  # offsets in the observation
        ("seats", "i1"),
        ("advanced", "i1"),
        ("physics", "i1"),  # a simulation is the referee
        ("turn_limit", "i4"),
        ("initial_hand", "i1"),
        ("penalty", "i1"),  # cards drawn after a fall
        ("blocks", "i2"),  # in the box, as bits
        ("full_height", "i1"),  # of the tower of all blocks
        ("cards", "i1", (KINDS,)),
        ("matches", "i2", (BLOCK_KINDS,)),  # blocks that a card allows, as bits
        ("playable", "i4", (1 << SIZE,)),  # by set of free blocks: playable kinds
        ("weights", "i2", (SIZE, 3)),  # by height - 1: weights (‰) of stands, falls, falls later
    ]
)

STATE = struct_dtype(
    [
        ("stage", "i1"),
        ("due", "i1"),
        ("seat", "i1"),  # seat to act, draw or be dealt to
        ("direction", "i1"),
        ("to_draw", "i1"),  # cards left to deal or to draw as penalty
        ("drawn", "i1"),  # drawn card that must be played: kind + 1
        ("height", "i1"),
        ("winner", "i1"),  # seat + 1
        ("reason", "i1"),
        ("free", "i2"),  # blocks outside the tower, as bits
        ("turn", "i4"),
        ("in_stock", "i1"),
        ("in_discard", "i1"),
        ("in_hand", "i1", (MAX_SEATS,)),
        ("holds", "i4", (MAX_SEATS,)),  # kinds in the hand, as bits
        ("tower", "i1", (SIZE,)),  # block + 1, bottom up
        ("hand", "i1", (MAX_SEATS, KINDS)),
        ("stock", "i1", (KINDS,)),
        ("discard", "i1", (KINDS,)),
    ]
)
