"""The cells of a board: names, places in the plane, neighbours and lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Shape = Literal["square", "hexagon", "disc"]
Spot = tuple[int, int]
"""Column and row of a tensor, from 0."""

NONE = -1
"""Stands for a cell outside the board in the tables."""

_SQUARE_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_HEXAGON_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
_ROW = 3**0.5 / 2
"""Distance of the rows of hexagons whose centres are 1 apart."""


class Near(NamedTuple):
    """Values of a part of a move: the neighbours of the cell that another part names.

    Value ``k`` is neighbour ``k`` of the table, so that a move takes fewer codes than with all
    cells.
    """

    cells: Cells
    part: str
    table: NDArray[np.int16]
    """Shape (cells, neighbours), -1 outside the board."""


class Cells:
    """The cells of a board, numbered from 0. All arrays are read-only constants for compiled code.

    Make one with ``grid``, ``hexagon`` or ``named``.

    Example::

        >>> cells = Cells.grid(columns=3, rows=3)
        >>> cells.names[:4], cells.index("b2"), len(cells.lines(3))
        (('a1', 'b1', 'c1', 'a2'), 4, 8)
    """

    def __init__(
        self,
        names: Iterable[str],
        xy: Sequence[tuple[float, float]],
        neighbours: NDArray[np.int16],
        *,
        shape: Shape,
        spots: Sequence[Spot] | None = None,
        diagonals: bool = False,
    ) -> None:
        self.names = tuple(names)
        """By index; on a grid from ``a1`` row by row."""
        self.n = len(self.names)
        self.shape: Shape = shape
        """How a cell is drawn."""
        self.xy = _constant(np.array(xy, np.float64).reshape(self.n, 2))
        """Centres, x to the right and y upwards; neighbours are about 1 apart."""
        self.neighbours = _constant(neighbours)
        """Shape (cells, directions), -1 outside the board. The column is the direction: on a grid
        counter-clockwise from right, with the diagonals; on hexagons as well, 6 directions; with
        named cells the linked cells, ascending.
        """
        self.orthogonal = _constant(neighbours[:, ::2].copy() if diagonals else neighbours)
        """As ``neighbours``, without the diagonals of a grid."""
        self.diagonal = _constant(neighbours[:, 1::2].copy() if diagonals else neighbours[:, :0])
        """The diagonal neighbours of a grid; empty on other boards."""
        self.spots = tuple(spots) if spots is not None else tuple((k, 0) for k in range(self.n))
        """Column and row of each cell in tensors."""
        self.columns = 1 + max((column for column, _ in self.spots), default=-1)
        self.rows = 1 + max((row for _, row in self.spots), default=-1)
        self.has_rows = spots is not None
        """Whether tensors have rows and columns; else one row of all cells."""
        self._indices = {name: index for index, name in enumerate(self.names)}
        if len(self._indices) != self.n:
            raise ValueError("the cells need different names")
        if not all(name and name.isprintable() and " " not in name for name in self.names):
            raise ValueError("names of cells are printable and have no spaces")

    @classmethod
    def grid(cls, columns: int, rows: int) -> Cells:
        """Return squares ``a1`` (lower left) to, for 8 by 8, ``h8``; at most 26 columns."""
        if not 1 <= columns <= len(ascii_lowercase) or rows < 1:
            raise ValueError("a grid has 1 to 26 columns and at least 1 row")
        spots = [(column, row) for row in range(rows) for column in range(columns)]
        return cls(
            [f"{ascii_lowercase[column]}{row + 1}" for column, row in spots],
            [(float(column), float(row)) for column, row in spots],
            _table(spots, _SQUARE_STEPS),
            shape="square",
            spots=spots,
            diagonals=True,
        )

    @classmethod
    def hexagon(cls, radius: int) -> Cells:
        """Return a hexagon of hexagons with ``radius`` rings around the middle, as in Abalone.

        Letters are the rows from below, numbers the diagonals that rise to the left: ``a1`` to
        ``i9`` with radius 4, whose middle is ``e5``. At most 12 rings.
        """
        if not 0 <= radius <= 12:
            raise ValueError("a hexagon has a radius of 0 to 12")
        size = 2 * radius + 1
        spots = [
            (column, row)
            for row in range(size)
            for column in range(size)
            if abs(column - row) <= radius
        ]
        return cls(
            [f"{ascii_lowercase[row]}{column + 1}" for column, row in spots],
            [(column - row / 2, row * _ROW) for column, row in spots],
            _table(spots, _HEXAGON_STEPS),
            shape="hexagon",
            spots=spots,
        )

    @classmethod
    def named(
        cls,
        places: Mapping[str, tuple[float, float]],
        links: Iterable[tuple[str, str]] = (),
        *,
        shape: Shape = "disc",
    ) -> Cells:
        """Return cells at any places; ``links`` are the pairs of neighbours.

        Example: ``Cells.named({"left": (0, 0), "right": (1, 0)}, [("left", "right")])``.
        """
        names = list(places)
        linked: list[set[int]] = [set() for _ in names]
        for one, other in links:
            first, second = names.index(one), names.index(other)
            linked[first].add(second)
            linked[second].add(first)
        most = max((len(each) for each in linked), default=0)
        table = np.full((len(names), most), NONE, np.int16)
        for index, each in enumerate(linked):
            table[index, : len(each)] = sorted(each)
        return cls(names, list(places.values()), table, shape=shape)

    def __len__(self) -> int:
        return self.n

    def __contains__(self, name: object) -> bool:
        return name in self._indices

    def index(self, name: str) -> int:
        """Return the number of a cell. Raises ``KeyError``."""
        return self._indices[name]

    def near(self, part: str, table: NDArray[np.int16] | None = None) -> Near:
        """Return the neighbours of the cell of ``part`` as values of another part of a move.

        ``table`` is ``neighbours`` by default. Example: ``Moves("{from}-{to}", parts={"from": CELLS,
        "to": CELLS.near("from")})``.
        """
        return Near(self, part, self.neighbours if table is None else table)

    def lines(self, n: int) -> NDArray[np.int16]:
        """Return all straight lines of ``n`` cells, each once: shape (lines, n).

        Lines run along the directions of ``neighbours``; named cells have none.
        """
        directions = self.neighbours.shape[1] // 2 if self.has_rows else 0
        found: list[list[int]] = []
        for start in range(self.n):
            for direction in range(directions if n > 1 else min(1, directions)):
                line = [start]
                while len(line) < n and line[-1] >= 0:
                    line.append(int(self.neighbours[line[-1], direction]))
                if line[-1] >= 0:
                    found.append(line)
        return _constant(np.array(found, np.int16).reshape(-1, n))

    def where(self, wanted: Callable[[str], bool]) -> NDArray[np.int16]:
        """Return the indices of the cells whose name is ``wanted``.

        Example: ``CELLS.where(lambda name: name.endswith("1"))``.
        """
        found = [index for index, name in enumerate(self.names) if wanted(name)]
        return _constant(np.array(found, np.int16))


Scalar = TypeVar("Scalar", bound=np.generic)


def _constant(array: NDArray[Scalar]) -> NDArray[Scalar]:
    array.setflags(write=False)
    return array


def _table(spots: Sequence[Spot], steps: Sequence[Spot]) -> NDArray[np.int16]:
    at = {spot: index for index, spot in enumerate(spots)}
    rows = [
        [at.get((column + right, row + up), NONE) for right, up in steps] for column, row in spots
    ]
    return np.array(rows, np.int16).reshape(len(spots), len(steps))
