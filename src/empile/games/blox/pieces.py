"""The box of Blox: the board as data, and how many pieces there are.

The true board is in no source. That of ``data/house.json`` meets all that is known of it (21 black
cells and 20 of each other colour, twelve one-square cells of which two are grey and two white, 40
blocks in all, the corner that the rule book's first example shows); owners of the box can enter
theirs.
"""

from __future__ import annotations

import json
from collections.abc import Set
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

SIZE = 9
"""Rows and columns of the board."""
CELLS = SIZE * SIZE
COLOURS = "WGBM"
"""White, grey, black, mauve: the order of colours wherever several are written."""
COLOUR_NAMES = ("white", "grey", "black", "mauve")
SEAT_COLOURS = ("blue", "brown", "green", "red")
"""The figures' colours, by seat."""
CARDS_OF_A_COLOUR = 15
BLOCKS_OF_A_COLOUR = 10
BLOCKS = 4 * BLOCKS_OF_A_COLOUR
HAND = 5
"""Cards in hand at the start of every turn."""
FIGURES = 4
"""Figures of each seat."""
SINGLES = 12
"""Cells with one square."""
RAISED = {"G": 2, "W": 2}
"""One-square cells by colour that get towers of height 2 when two play."""
MAX_BLOCKS_IN_HAND = 7
"""With so many blocks or more in front of it a seat may not demolish."""


class Layout(NamedTuple):
    """A board. Both tuples are by cell: a1 is 0, b1 is 1, a2 is 9."""

    colours: tuple[int, ...]
    """Indices into ``COLOURS``."""
    squares: tuple[int, ...]
    """0 to 4: how high a tower stands here when three or four begin."""

    def neutrals(self) -> list[int]:
        """Return the cells on which neutral figures begin when two play."""
        return [
            cell
            for cell in range(CELLS)
            if self.squares[cell] == 1 and COLOURS[self.colours[cell]] not in RAISED
        ]

    def heights(self, seats: int) -> list[int]:
        """Return by cell how high the towers are with which ``seats`` players begin."""
        if seats > 2:
            return list(self.squares)
        raised = [2 if squares == 1 else squares for squares in self.squares]
        neutrals = set(self.neutrals())
        return [0 if cell in neutrals else height for cell, height in enumerate(raised)]


def cell_name(cell: int) -> str:
    """Return the name of a cell: ``a1`` for 0."""
    return f"{chr(ord('a') + cell % SIZE)}{cell // SIZE + 1}"


def cell_of(name: str) -> int:
    """Return the cell that ``name`` (``a1`` to ``i9``) names."""
    return (int(name[1]) - 1) * SIZE + ord(name[0]) - ord("a")


def reading_order() -> list[int]:
    """Return all cells as one reads them: from row 9 to row 1 and from a to i."""
    return [row * SIZE + column for row in reversed(range(SIZE)) for column in range(SIZE)]


@lru_cache(maxsize=1)
def house() -> dict[str, Any]:
    """Return the house layout as an option would give it."""
    text = (Path(__file__).parent / "data" / "house.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def layout_of(option: Any) -> Layout:
    """Return the layout of a checked option ``layout``."""
    data = house() if option == "house" else option
    return Layout(
        tuple(COLOURS.index(letter) for row in reversed(data["colours"]) for letter in row),
        tuple(int(sign.replace(".", "0")) for row in reversed(data["squares"]) for sign in row),
    )


def neighbours(cell: int) -> list[int]:
    """Return the orthogonal neighbours of a cell on the board."""
    row, column = divmod(cell, SIZE)
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [
        (row + up) * SIZE + column + right
        for up, right in steps
        if 0 <= row + up < SIZE and 0 <= column + right < SIZE
    ]


def closed_in(towers: Set[int]) -> list[int]:
    """Return which of the cells with ``towers`` are not accessible, in reading order.

    A tower is accessible when a neighbouring cell without a tower is linked to an edge cell
    without one by steps over cells without towers. (``access.py`` asks the same, compiled.)
    """
    free = set(range(CELLS)) - towers
    reached = {cell for cell in free if len(neighbours(cell)) < 4}
    waiting = list(reached)
    while waiting:
        for beside in neighbours(waiting.pop()):
            if beside in free and beside not in reached:
                reached.add(beside)
                waiting.append(beside)
    return [c for c in reading_order() if c in towers and not reached.intersection(neighbours(c))]
