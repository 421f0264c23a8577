"""The board of On Top drawn with signs: what stays the same is drawn once for each board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from empile.games.on_top.rules.components import Point, corners, point_of
from empile.games.on_top.text.position_reader import corner_colours, lay_of_text

_SIDE: Final = 8
"""Columns between intersections of a row; rows are half as many lines apart."""
_RISE: Final = _SIDE // 2
_ROOM: Final = 12
"""Columns to the right of the last intersection, for a tower."""

_Signs = list[tuple[int, int, str]]
"""Signs by line and column."""


def drawn(view: Mapping[str, Any], setup: Mapping[str, Any]) -> list[list[str]]:
    """Return the signs of the board by line, with spaces at the end."""
    board = _board(tuple(setup["points"]), tuple(setup["cells"]), tuple(setup["golden"]))
    return board.with_position(view)


@lru_cache(maxsize=16)
def _board(points: Sequence[str], cells: Sequence[str], golden: Sequence[str]) -> _Board:
    return _Board(points, cells, golden)


class _Board:
    """The empty board, and where things are drawn on it."""

    def __init__(self, points: Sequence[str], cells: Sequence[str], golden: Iterable[str]) -> None:
        found = [point_of(text) for text in points]
        self._left = min(2 * point.x + point.y for point in found)
        self._top = max(point.y for point in found)
        self._points = {text: self._at(point) for text, point in zip(points, found, strict=True)}
        self._golden = frozenset(golden)
        self._corners = {cell: [str(point) for point in corners(cell)] for cell in cells}
        self._tiles: dict[str, _Signs] = {}
        self._holes = {cell: self._hole(cell) for cell in cells}
        columns = max(column for _, column in self._points.values()) + _ROOM
        lines = max(line for line, _ in self._points.values()) + 1
        self._empty = [[" "] * columns for _ in range(lines)]
        for cell in cells:
            around = corners(cell)
            for first, second in ((0, 1), (1, 2), (0, 2)):
                _write(self._empty, self._side(around[first], around[second]))
            _write(self._empty, self._filling(cell, cell))
        for text, place in self._points.items():
            _write(self._empty, _centred(*place, "*" if text in self._golden else "+"))

    def with_position(self, view: Mapping[str, Any]) -> list[list[str]]:
        """Return the board with tiles, holes and towers."""
        rows = [row.copy() for row in self._empty]
        waiting = dict(self._corners)
        for text in view["laid"]:
            lay = lay_of_text(text)
            if text not in self._tiles:
                self._tiles[text] = self._tile(text)
            _write(rows, self._tiles[text])
            del waiting[lay.up], waiting[lay.down]
        for cell in view["black"]:
            _write(rows, self._holes[cell])
            del waiting[cell]
        for cell in view["bare"]:
            _write(rows, [*self._filling(cell, "   "), *self._filling(cell, "o")])
            del waiting[cell]
        towers = view["towers"]
        empty = {text for some in waiting.values() for text in some}
        for text in self._points.keys() - empty:
            tower = towers.get(text, "0")
            token = f"*{tower}" if text in self._golden else tower
            _write(rows, _centred(*self._points[text], token))
        return rows

    # -- Parts ---------------------------------------------------------------------------------

    def _at(self, point: Point) -> tuple[int, int]:
        column = (2 * point.x + point.y - self._left) * _RISE + 2
        return (self._top - point.y) * _RISE, column

    def _middle(self, cell: str) -> tuple[int, int]:
        """Return the first line of a cell, and its middle column."""
        places = [self._at(point) for point in corners(cell)]
        return min(line for line, _ in places), sum(column for _, column in places) // 3

    def _filling(self, cell: str, text: str) -> _Signs:
        line, column = self._middle(cell)
        return _centred(line + 2, column, text)

    def _hole(self, cell: str) -> _Signs:
        letters = dict.fromkeys(corners(cell), "#")
        return [*self._letters(cell, letters), *self._filling(cell, "###")]

    def _tile(self, text: str) -> _Signs:
        """Return the letters of a tile, and spaces for the names and the side within it."""
        lay = lay_of_text(text)
        one, other = (point for point in corners(lay.up) if point in corners(lay.down))
        found = [(line, column, " ") for line, column, _ in self._side(one, other)]
        for cell, letters in corner_colours(lay).items():
            found += [*self._filling(cell, "   "), *self._letters(cell, letters)]
        return found

    def _side(self, one: Point, other: Point) -> _Signs:
        (low, start), (high, end) = self._at(one), self._at(other)
        if low == high:
            return [(low, column, "-") for column in range(min(start, end) + 1, max(start, end))]
        if low < high:
            low, start, high, end = high, end, low, start
        step = 1 if end > start else -1
        sign = "/" if step > 0 else "\\"
        return [(low - k, start + k * step, sign) for k in range(1, _RISE)]

    def _letters(self, cell: str, letters: Mapping[Point, str]) -> _Signs:
        line, column = self._middle(cell)
        found: _Signs = []
        for point, letter in letters.items():
            at_line, at_column = self._at(point)
            down = 1 if at_line == line else _RISE - 1
            side = (at_column > column) - (at_column < column)
            found.append((line + down, column + 2 * side, letter))
        return found


def _centred(line: int, column: int, text: str) -> _Signs:
    return [(line, at, sign) for at, sign in enumerate(text, column - len(text) // 2)]


def _write(rows: list[list[str]], signs: _Signs) -> None:
    for line, column, sign in signs:
        rows[line][column] = sign


__all__ = ["drawn"]
