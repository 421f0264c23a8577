"""Components of On Top: boards as data, tiles, colours and numbers of pieces.

No source gives the printed board; the data fit every example of the printed rules.

An intersection ``(x, y)`` is ``x + y / 2`` cell sides to the right and ``y`` rows up. Cell ``Uxy``
(pointing up) has the corners (x, y), (x + 1, y), (x, y + 1); ``Dxy`` has (x + 1, y),
(x + 1, y + 1), (x, y + 1).
"""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

COLOURS = "BYRW"
"""Blue, yellow, red, white: by seat, and in the order of placing pawns."""
COLOUR_NAMES = ("blue", "yellow", "red", "white")
TRIANGLES = 10
"""Black triangles, the start included."""
PAWNS = 21
"""Pawns of a neutral colour."""
SEAT_PAWNS = PAWNS - 1
"""One more is the score marker."""
MOST_OF_A_TILE = 20

SIDE = 10
"""Upper bound (exclusive) of a cell's coordinates: one digit each."""


CELL_NAMES = tuple(f"{kind}{x}{y}" for kind in "DU" for x in range(SIDE) for y in range(SIDE))
"""Of all boards, sorted by code point."""
POINT_NAMES = tuple(f"{x},{y}" for x in range(SIDE + 1) for y in range(SIDE + 1))
"""Of all boards."""


class Point(NamedTuple):
    """An intersection, written ``x,y``."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


def point_of(text: str) -> Point:
    x, y = text.split(",")
    return Point(int(x), int(y))


@lru_cache(maxsize=256)  # there are 200 cells
def corners(cell: str) -> tuple[Point, Point, Point]:
    """Return the corners counter-clockwise."""
    x, y = int(cell[1]), int(cell[2])
    if cell[0] == "U":
        return Point(x, y), Point(x + 1, y), Point(x, y + 1)
    return Point(x + 1, y), Point(x + 1, y + 1), Point(x, y + 1)


def neighbours(cell: str) -> list[str]:
    """Return the cells that share a side, on the board or not, sorted."""
    x, y = int(cell[1]), int(cell[2])
    if cell[0] == "U":
        beside = [("D", x - 1, y), ("D", x, y - 1), ("D", x, y)]
    else:
        beside = [("U", x, y), ("U", x, y + 1), ("U", x + 1, y)]
    return [f"{kind}{a}{b}" for kind, a, b in beside if 0 <= a < SIDE and 0 <= b < SIDE]


def tile_corners(up: str, down: str) -> tuple[Point, Point, Point, Point]:
    """Return the corners counter-clockwise, from the acute one of ``up``."""
    of_up, of_down = corners(up), corners(down)
    (acute,) = set(of_up) - set(of_down)
    (other,) = set(of_down) - set(of_up)
    first = of_up.index(acute)
    return acute, of_up[(first + 1) % 3], other, of_up[(first + 2) % 3]


def turned(colours: str) -> str:
    """Return the colours read from the other acute corner."""
    return colours[2:] + colours[:2]


def tile_name(colours: str) -> str:
    return min(colours, turned(colours))


TILES = tuple(sorted({tile_name("".join(order)) for order in permutations(COLOURS)}))


class Board(NamedTuple):
    cells: tuple[str, ...]
    """Sorted by code point."""
    points: tuple[Point, ...]
    """In scoring order: greater y first, then smaller x."""
    golden: frozenset[Point]
    tiles: tuple[int, ...]
    """Number of each of ``TILES``."""

    def __hash__(self) -> int:
        # Boards are keys of caches: hashing all cells takes longer than what is cached.
        return hash((len(self.cells), len(self.points), self.tiles))

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of cells, from row 0 and column 0."""
        return max(int(c[2]) for c in self.cells) + 1, max(int(c[1]) for c in self.cells) + 1

    def places(self) -> list[tuple[str, str]]:
        """All pairs of adjacent cells, the one pointing up first."""
        on_board = set(self.cells)
        return [
            (up, down)
            for up in self.cells
            if up[0] == "U"
            for down in neighbours(up)
            if down in on_board
        ]


@lru_cache(maxsize=1)
def load_components() -> dict[str, Any]:
    """Return the default board as an option value."""
    text = (Path(__file__).parents[1] / "data" / "components.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def data_of(option: Any) -> dict[str, Any]:
    return load_components() if option == "house" else option


def board_of(option: Any) -> Board:
    data = data_of(option)
    points = {point for cell in data["cells"] for point in corners(cell)}
    return Board(
        tuple(sorted(data["cells"])),
        tuple(sorted(points, key=lambda point: (-point.y, point.x))),
        frozenset(map(point_of, data["golden"])),
        tuple(data["tiles"].get(name, 0) for name in TILES),
    )
