"""How a game of Block Out! lies in memory: box, state, and the numbers of actions."""

from __future__ import annotations

from empile.engine.layout import record_dtype
from empile.games.block_out.pieces import BLOCKS, CARDS, PASS, REVERSE

MAX_SEATS = 6
SIZE = len(BLOCKS)
KINDS = len(CARDS)
BLOCK_KINDS = KINDS - 2
"""Kinds of cards that are for blocks: those before the action cards."""
PASS_KIND, REVERSE_KIND = CARDS.index(PASS), CARDS.index(REVERSE)
BLOCK_CARDS = (1 << BLOCK_KINDS) - 1
"""Kinds of block cards as a set of bits."""
ALL_BLOCKS = (1 << SIZE) - 1

# A move is coded card * 9 + block for a block card, then pass, reverse, and a free block each.
# Chance: the kind of the card drawn; the referee: one of the three answers.
PASS_MOVE = BLOCK_KINDS * SIZE
REVERSE_MOVE = PASS_MOVE + 1
FREE_MOVE = REVERSE_MOVE + 1
ACTIONS = FREE_MOVE + SIZE
MAX_LEGAL = SIZE * 4 + 2
"""Each block by its own card, its colour's, its size's and the one for any; pass and reverse."""

STANDS, FALLS, FALLS_LATER = 0, 1, 2
"""What a tower does."""

PLAY, REBUILD, BONUS, OVER_STAGE = 0, 1, 2, 3
"""Stages: an ordinary move, a new tower after a fall, the free block of the advanced rule."""

DEALING, CHOOSING, DRAWING, PENALTY_DRAW, TOWER = 0, 1, 2, 3, 4
"""What is due: hands are dealt, the seat moves, it draws for want of a card, it draws for a fall,
the tower decides."""

NINTH, EMPTY_HAND, FREE_BLOCK, TURN_LIMIT = 0, 1, 2, 3
"""Reasons."""

# All fields are signed: sums of signed and unsigned numbers are not whole in compiled code.
BOX = record_dtype(
    [
        ("seats", "i1"),
        ("advanced", "i1"),
        ("turn_limit", "i4"),
        ("cards", "i1", (KINDS,)),
        ("matches", "i2", (BLOCK_KINDS,)),  # the blocks that a card is for, as bits
        ("playable", "i4", (1 << SIZE,)),  # by the set of free blocks: kinds that can be played
        ("weights", "i2", (SIZE, 3)),  # by height - 1: thousandths of stands, falls, falls later
    ]
)

STATE = record_dtype(
    [
        ("stage", "i1"),
        ("due", "i1"),
        ("seat", "i1"),  # who acts, draws, or is dealt to
        ("direction", "i1"),
        ("to_draw", "i1"),  # cards that are still dealt to the seat, or drawn for a fall
        ("drawn", "i1"),  # the card that must be played, as kind + 1
        ("height", "i1"),
        ("winner", "i1"),  # seat + 1
        ("reason", "i1"),
        ("free", "i2"),  # blocks that are not in the tower, as bits
        ("turn", "i4"),
        ("in_stock", "i1"),
        ("in_discard", "i1"),
        ("in_hand", "i1", (MAX_SEATS,)),
        ("holds", "i4", (MAX_SEATS,)),  # kinds in the hand, as bits
        ("tower", "i1", (SIZE,)),  # block + 1, from the bottom up
        ("hand", "i1", (MAX_SEATS, KINDS)),
        ("stock", "i1", (KINDS,)),
        ("discard", "i1", (KINDS,)),
    ]
)
