"""Blox on 3 x 3 spaces with six cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from empile.engine.options import choice, number
from empile.games.blox import Blox
from empile.games.blox.rules import tables
from empile.games.blox.rules.components import load_components
from empile.games.blox.rules.state import CELLS, COLOURS, EXCHANGE, LOW_CELLS, NONE, SIZE
from empile.research import tiny_blox_rules
from empile.research.tiny_blox_rules import BOARD, CARDS_IN_HAND, SIDE, TOWERS

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Rows and columns by direction."""


class TinyBlox(Blox):
    """Blox for two seats on 3 x 3 spaces, a1 to c3.

    Six cards, three white and three black, of which each hand has two. No jokers. White towers of 1 stand
    on b1 and b3; a3 is white, c3 black, b2 mauve, all other spaces are grey. The game begins in
    phase 1, so that the round in which a tower falls is the last one. Otherwise the rules are
    those of Blox with the option ``access="off"``.

    Example::

        >>> TinyBlox(round_limit=3).max_game_length
        6
    """

    name = "tiny-blox"
    rules: ClassVar[ModuleType] = tiny_blox_rules
    options_offered = (
        choice("players", (2,), 2),
        choice("demolish", ("up-to",), "up-to"),
        choice("strike_cap", (6,), 6),
        choice("access", ("off",), "off"),
        choice("recharge", ("five",), "five"),
        number("round_limit", 1, 10, 2),
        replace(choice("layout", ("house",), "house"), house=load_components),
    )

    def fill_params(self, params: Any) -> None:
        """Replace the board and the hands of the real game."""
        super().fill_params(params)
        params.blocks = len(TOWERS)
        params.neutral[:], params.tower_cell[:], params.tower_height[:] = 0, 0, 0
        params.colour[:] = 0
        for row, column in np.ndindex(SIDE, SIDE):
            params.colour[row * SIZE + column] = BOARD[row][column]
        params.room[:], params.ahead[:], params.passed[:] = 0, NONE, 0
        for row, column in np.ndindex(SIDE, SIDE):
            for way, (up, right) in enumerate(_STEPS):
                self._fill_line(params, row * SIZE + column, way, _line(row, column, up, right))
        params.row_doors[:], params.column_doors[:] = 0, 0
        for line in range(SIDE):
            params.row_doors[line] = _doors(BOARD[line])
            params.column_doors[line] = _doors([row[line] for row in BOARD])
        inside = [cell for cell in range(CELLS) if max(divmod(cell, SIZE)) < SIDE]
        for some in range(1 << COLOURS):
            cells = sum(1 << c for c in inside if some >> int(params.colour[c]) & 1)
            params.coloured[some] = cells & ((1 << LOW_CELLS) - 1), cells >> LOW_CELLS
        for rank, (white, grey, black) in enumerate(tables.triples()):
            parts = _parts_of_hand(white, black) if grey == 0 else []
            params.exchanges[rank] = len(parts)
            params.exchange[rank, : len(parts)] = [
                EXCHANGE + tables.triples().index((w, 0, b)) * 6 for w, b in parts
            ]

    @staticmethod
    def _fill_line(params: Any, cell: int, way: int, line: Sequence[int]) -> None:
        """Fill the tables of the colours from a cell to the edge; there are no objects beyond it."""
        params.room[cell, way] = len(line)
        for colour in set(line):
            params.ahead[cell, way, colour] = line.index(colour) + 1
        for distance in range(1, SIZE):
            params.passed[cell, way, distance] = sum(1 << c for c in set(line[:distance]))

    @property
    def max_chance_nodes(self) -> int:
        """The hands, and a whole hand drawn after each move."""
        return CARDS_IN_HAND * (self.num_players + self.max_game_length)


def _line(row: int, column: int, up: int, right: int) -> list[int]:
    colours: list[int] = []
    while 0 <= row + up < SIDE and 0 <= column + right < SIDE:
        row, column = row + up, column + right
        colours.append(BOARD[row][column])
    return colours


def _doors(colours: Sequence[int]) -> list[int]:
    """Return the enterable cells of a line, by its mask, as bits."""
    found = [0] * (1 << SIZE)
    for mask in range(1 << SIZE):
        for colour in set(colours):
            first = colours.index(colour)
            last = SIDE - 1 - list(reversed(colours)).index(colour)
            if not mask & ((1 << (first + 1)) - 1):
                found[mask] |= 1 << first
            if not mask >> last & ((1 << (SIDE - last)) - 1):
                found[mask] |= 1 << last
    return found


def _parts_of_hand(white: int, black: int) -> list[tuple[int, int]]:
    """Return the cards of each exchange."""
    return [(w, b) for w in range(white + 1) for b in range(black + 1) if w + b > 0]
