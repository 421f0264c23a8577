"""Terminal text of On Top, 80 columns wide.

Empty cells show their name; tiles show a letter in each corner of their cells. Towers stand on
intersections, bottom to top, after a ``*`` if golden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any

from empile.engine.errors import Reason
from empile.games.on_top.rules.components import COLOURS, Point, corners, point_of
from empile.games.on_top.text.position_reader import corner_colours, lays_of, without_tower

ANSI = {
    "B": "1;97;48;5;26",
    "Y": "1;38;5;16;48;5;220",
    "R": "1;97;48;5;160",
    "W": "1;38;5;16;48;5;255",
    "#": "38;5;250;48;5;236",
    "*": "1;38;5;178",
}
_SIDE = 8
"""Columns between intersections of a row; rows are half as many lines apart."""
_RISE = _SIDE // 2
_WIDTH = 78


def to_text(
    view: Mapping[str, Any],
    setup: Mapping[str, Any],
    translate: Callable[[Reason], str],
    *,
    colour: bool,
) -> str:
    return "\n".join(_TerminalText(view, setup, translate, colour).lines())


class _TerminalText:
    def __init__(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        translate: Callable[[Reason], str],
        colour: bool,
    ) -> None:
        self.view, self.setup, self.translate, self.colour = view, setup, translate, colour
        points = [point_of(text) for text in setup["points"]]
        self.left = min(2 * point.x + point.y for point in points)
        self.top = max(point.y for point in points)
        self.signs: dict[tuple[int, int], str] = {}

    def lines(self) -> list[str]:
        self._cells()
        self._crossings()
        return [
            *self._drawn(),
            "",
            self.translate(Reason("text.cells")),
            self.translate(Reason("text.crossings")),
            "",
            *self._hand(),
            "",
            *self._colours(),
        ]

    def _at(self, point: Point) -> tuple[int, int]:
        column = (2 * point.x + point.y - self.left) * _RISE + 2
        return (self.top - point.y) * _RISE, column

    def _write(self, line: int, column: int, text: str) -> None:
        for index, sign in enumerate(text, column - len(text) // 2):
            self.signs[line, index] = sign

    def _cells(self) -> None:
        inside = dict.fromkeys(self.setup["cells"], "")
        inside.update(
            dict.fromkeys(self.view["black"], "#"), **dict.fromkeys(self.view["bare"], "o")
        )
        segments: dict[str, dict[Point, str]] = {}
        within: set[frozenset[Point]] = set()
        for lay in lays_of(self.view):
            segments.update(corner_colours(lay))
            within.add(frozenset(corners(lay.up)) & frozenset(corners(lay.down)))
        for cell, filling in inside.items():
            around = corners(cell)
            for first, second in ((0, 1), (1, 2), (0, 2)):
                if frozenset((around[first], around[second])) not in within:
                    self._side(around[first], around[second])
            line = min(self._at(point)[0] for point in around)
            column = sum(self._at(point)[1] for point in around) // 3
            if cell in segments:
                self._corners(cell, line, column, segments[cell])
            elif filling == "#":
                self._corners(cell, line, column, dict.fromkeys(around, "#"))
                self._write(line + 2, column, "###")
            else:
                self._write(line + 2, column, filling or cell)

    def _side(self, one: Point, other: Point) -> None:
        (low, start), (high, end) = self._at(one), self._at(other)
        if low == high:
            for column in range(min(start, end) + 1, max(start, end)):
                self.signs[low, column] = "-"
            return
        if low < high:
            low, start, high, end = high, end, low, start
        step = 1 if end > start else -1
        for k in range(1, _RISE):
            self.signs[low - k, start + k * step] = "/" if step > 0 else "\\"

    def _corners(self, cell: str, line: int, column: int, letters: Mapping[Point, str]) -> None:
        for point, letter in letters.items():
            at_line, at_column = self._at(point)
            down = 1 if at_line == line else _RISE - 1
            side = (at_column > column) - (at_column < column)
            self._write(line + down, column + 2 * side, letter)

    def _crossings(self) -> None:
        empty = set(without_tower(self.view, self.setup))
        golden = set(self.setup["golden"])
        for text in self.setup["points"]:
            tower = self.view["towers"].get(text, "0" if text in empty else "")
            token = f"*{tower}" if text in golden else tower or "+"
            self._write(*self._at(point_of(text)), token)

    def _drawn(self) -> list[str]:
        found: list[str] = []
        for line in range(max(line for line, _ in self.signs) + 1):
            last = max((column for at, column in self.signs if at == line), default=-1)
            signs = (self.signs.get((line, column), " ") for column in range(last + 1))
            found.append("".join(self._letter(sign) for sign in signs))
        return found

    def _hand(self) -> list[str]:
        bag: Mapping[str, int] = self.view["bag"]
        args = {"count": sum(bag.values()), "reserve": self.view["reserve"]}
        tile = self.view["tile"]
        hand_lines = [self.translate(Reason("text.tile", {"tile": tile}))] if tile else []
        hand_lines.append(self.translate(Reason("text.bag", args)))
        kinds = ", ".join(f"{name}\N{NO-BREAK SPACE}{count}" for name, count in bag.items())
        hand_lines += [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(kinds, _WIDTH)]
        return hand_lines

    def _colours(self) -> list[str]:
        teams: bool = self.setup["teams"]
        rows = [["", *(self.translate(Reason(f"text.{part}")) for part in self._heads(teams))]]
        for number, colour in enumerate(self.setup["colours"]):
            seat: int | None = colour["seat"]
            neutral = self.translate(Reason("text.neutral"))
            row = [
                self.translate(Reason(f"seat.{number}")),
                neutral if seat is None else f"{self.view['scores'][seat]}",
                f"{self.view['pawns'][colour['letter']]}",
            ]
            rows.append([*row, f"{number % 2 + 1}"] if teams else row)
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines: list[str] = []
        for number, row in enumerate(rows):
            mark = "   "
            if number:
                acting = self.view["seat"] is not None and self.view["seat"] == number - 1
                mark = f"{'>' if acting else ' '} {self._letter(COLOURS[number - 1])}"
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
            lines.append(f"{mark} {'  '.join(cells)}".rstrip())
        return lines

    @staticmethod
    def _heads(teams: bool) -> tuple[str, ...]:
        return ("points", "pawns", "team") if teams else ("points", "pawns")

    def _letter(self, sign: str) -> str:
        look = ANSI.get(sign)
        return f"\x1b[{look}m{sign}\x1b[0m" if self.colour and look else sign


__all__ = ["to_text"]
