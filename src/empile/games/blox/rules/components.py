"""Components of Blox: the board as data and the numbers of pieces.

No source gives the printed board; ``data/components.json`` satisfies all that is known of it (see
README.md).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

SIZE = 9
CELLS = SIZE * SIZE
COLOURS = "WGBM"
"""White, grey, black, mauve."""
COLOUR_NAMES = ("white", "grey", "black", "mauve")
SEAT_COLOURS = ("blue", "brown", "green", "red")
CARDS_OF_A_COLOUR = 15
BLOCKS_OF_A_COLOUR = 10
BLOCKS = 4 * BLOCKS_OF_A_COLOUR
HAND = 5
FIGURES = 4
SINGLES = 12
RAISED = {"G": 2, "W": 2}
"""One-square cells by colour that get towers of height 2 with two players."""
MAX_BLOCKS_IN_HAND = 7
"""A seat with at least so many blocks cannot demolish."""


class Layout(NamedTuple):
    """A board; tuples are by cell (a1 = 0, b1 = 1, a2 = 9)."""

    colours: tuple[int, ...]
    """Indices into ``COLOURS``."""
    squares: tuple[int, ...]
    """Initial tower height (0 to 4) with three or four players."""

    def neutrals(self) -> list[int]:
        """Return the initial cells of neutral figures with two players."""
        return [
            cell
            for cell in range(CELLS)
            if self.squares[cell] == 1 and COLOURS[self.colours[cell]] not in RAISED
        ]

    def heights(self, seats: int) -> list[int]:
        if seats > 2:
            return list(self.squares)
        raised = [2 if squares == 1 else squares for squares in self.squares]
        neutrals = set(self.neutrals())
        return [0 if cell in neutrals else height for cell, height in enumerate(raised)]


def cell_name(cell: int) -> str:
    return f"{chr(ord('a') + cell % SIZE)}{cell // SIZE + 1}"


def cell_of(name: str) -> int:
    return (int(name[1]) - 1) * SIZE + ord(name[0]) - ord("a")


def reading_order() -> list[int]:
    """Return all cells from row 9 to row 1, a to i."""
    return [row * SIZE + column for row in reversed(range(SIZE)) for column in range(SIZE)]


@lru_cache(maxsize=1)
def load_components() -> dict[str, Any]:
    """Return the default layout as an option value."""
    text = (Path(__file__).parents[1] / "data" / "components.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def layout_of(option: Any) -> Layout:
    data = load_components() if option == "house" else option
    return Layout(
        tuple(COLOURS.index(letter) for row in reversed(data["colours"]) for letter in row),
        tuple(int(sign.replace(".", "0")) for row in reversed(data["squares"]) for sign in row),
    )
