"""The kit for games on cells: the cells, what is on them, and moves that name them.

Rules hold these as constants; the default notation, presenter and tensors follow from them.

Example::

    CELLS = Cells.grid(columns=3, rows=3)
    BOARD = Board(CELLS, cell=owners(2))
    MOVES = Moves("{cell}", cell=CELLS)
    STATE = struct_dtype([("seat", "i1"), *BOARD.fields])
"""

from empile.engine.board.board import Board
from empile.engine.board.cells import Cells, Near
from empile.engine.board.layout import Layout, hands, kinds, levels, number, owners, place
from empile.engine.board.moves import Code, Move, Moves

__all__ = [
    "Board",
    "Cells",
    "Code",
    "Layout",
    "Move",
    "Moves",
    "Near",
    "hands",
    "kinds",
    "levels",
    "number",
    "owners",
    "place",
]
