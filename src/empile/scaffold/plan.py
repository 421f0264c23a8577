"""What a new game has: the arguments of ``empile new-game``, checked."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from empile.engine.discovery import game_names
from empile.engine.errors import EmpileError

MOST_SEATS = 4
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LEAST_SIDE, _MOST_SIDE = 3, 9
_SPARE = 2
_RADIUS = 2
_HEAP, _LAST = 21, 5
_KINDS = 3
_COPIES = 6
"""Cards of each kind without a board: together worth more than the heap."""


class PlanError(EmpileError):
    """A game that cannot be made: a name that is taken, a board that is too small."""


@dataclass(frozen=True)
class Plan:
    """A game to write. Make one with ``make_plan``."""

    name: str
    board: str
    """``"5x5"``, ``"hex"`` or ``"none"``."""
    seats: tuple[int, int]
    """Least and most."""
    chance: bool
    hidden: bool
    points: bool
    package: bool
    """Whether the game is a package of its own, not a part of the checkout."""

    @property
    def folder(self) -> str:
        """The name of the Python package."""
        return self.name.replace("-", "_")

    @property
    def class_name(self) -> str:
        """The name of the class."""
        return "".join(word.capitalize() for word in self.name.split("-"))

    @property
    def title(self) -> str:
        """The name as users read it."""
        return self.name.replace("-", " ").capitalize()

    @property
    def sides(self) -> tuple[int, int]:
        """Columns and rows of a grid."""
        columns, rows = self.board.split("x")
        return int(columns), int(rows)

    @property
    def cells(self) -> int:
        """The number of cells."""
        if self.board == "none":
            return 0
        if self.board == "hex":
            return 3 * _RADIUS * (_RADIUS + 1) + 1
        columns, rows = self.sides
        return columns * rows

    @property
    def line(self) -> int:
        """How many pieces make a line: so many that both full boards and lines are common.

        The most seats must have room for a game that one of them wins, with cells to spare.
        """
        size = 2 * _RADIUS + 1 if self.board == "hex" else max(self.sides)
        line = size // 2 + 2 if size > _LEAST_SIDE else _LEAST_SIDE
        while line + (line - 1) * (self.seats[1] - 1) > self.cells - _SPARE:
            line -= 1
        return line

    @cached_property
    def flags(self) -> Mapping[str, bool]:
        """The conditions of templates."""
        board = self.board != "none"
        return {
            "always": True,
            "board": board,
            "heap": not board,
            "grid": "x" in self.board,
            "chance": self.chance,
            "hidden": self.hidden,
            "points": self.points,
            "range": self.seats[0] < self.seats[1],
            "package": self.package,
            "presenter": self.chance or self.hidden or not board,
        }

    @cached_property
    def values(self) -> Mapping[str, str]:
        """The placeholders of templates."""
        least, most = self.seats
        numbers = range(least, most + 1)
        seats = ", ".join(map(str, numbers))
        values: dict[str, object] = {
            "name": self.name,
            "title": self.title,
            "folder": self.folder,
            "class_name": self.class_name,
            "seats_tuple": f"{seats}," if least == most else seats,
            "seats_list": seats,
            "seats_text": least if least == most else f"{least} to {most}",
            "least_seats": least,
            "most_seats": most,
            "reasons": self._reasons,
            "reasons_text": " or ".join(f"`{one}`" for one in re.findall(r"[a-z]+", self._reasons)),
            "heap": _HEAP,
            "last_points": _LAST,
            "last_rule": 3 if self.hidden else 2,
            "copies": self.cells // _KINDS if self.cells else _COPIES,
            "kinds": _KINDS,
        }
        if self.cells:
            values |= {"cells": self._cells, "line": self.line, "near": self.line - 1}
        return {key: str(value) for key, value in values.items()}

    @property
    def _reasons(self) -> str:
        if self.board == "none":
            return '"empty",'
        if self.hidden:
            return '"played",'
        return '"full",' if self.points else '"line", "full"'

    @property
    def _cells(self) -> str:
        if self.board == "hex":
            return f"Cells.hexagon({_RADIUS})"
        columns, rows = self.sides
        return f"Cells.grid(columns={columns}, rows={rows})"


def make_plan(
    name: str,
    *,
    board: str = "5x5",
    seats: str = "2",
    chance: bool = False,
    hidden: bool = False,
    points: bool = False,
    package: bool = False,
) -> Plan:
    """Return the plan of a new game. Raises ``PlanError`` with the reason.

    Hidden hands are drawn, so ``chance`` adds nothing to ``hidden``.

    Example: ``make_plan("hex-land", board="hex", seats="2-4", points=True)``.
    """
    _check_name(name, package)
    plan = Plan(
        name,
        _read_board(board),
        _read_seats(seats),
        chance=chance and not hidden,
        hidden=hidden,
        points=points,
        package=package,
    )
    if plan.cells and plan.line < _LEAST_SIDE:
        raise PlanError(f"a board of {board} is too small for {plan.seats[1]} seats")
    return plan


def _check_name(name: str, package: bool) -> None:
    if not _NAME.fullmatch(name) or len(name) > 30:
        raise PlanError(
            f"'{name}' cannot be the name of a game: use up to 30 lower-case letters, digits and single"
            " hyphens, as in 'tic-tac-toe'"
        )
    folder = name.replace("-", "_")
    if name in game_names():
        raise PlanError(f"there is a game '{name}' already: choose another name")
    if keyword.iskeyword(folder) or folder in sys.stdlib_module_names:
        raise PlanError(f"'{folder}' is a word or a module of Python: choose another name")
    found = importlib.util.find_spec(folder) if package else None
    if found is not None and found.origin is not None:  # not a mere folder, which is named as such
        raise PlanError(f"there is a Python package '{folder}' already: choose another name")


def _read_board(text: str) -> str:
    if text in ("hex", "none"):
        return text
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if found is None:
        raise PlanError(f"'{text}' is not a board: write columns x rows, as in 5x5, or hex or none")
    columns, rows = int(found[1]), int(found[2])
    if not all(_LEAST_SIDE <= side <= _MOST_SIDE for side in (columns, rows)):
        raise PlanError(
            f"a board has {_LEAST_SIDE} to {_MOST_SIDE} columns and rows, not {text};"
            " it can be changed in the rules later"
        )
    return f"{columns}x{rows}"


def _read_seats(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9])(?:-([0-9]))?", text)
    least = int(found[1]) if found else 0
    most = int(found[2] or found[1]) if found else 0
    if not 2 <= least <= most <= MOST_SEATS:
        raise PlanError(f"'{text}' is not a number of seats: write 2, 3, 4 or a range as in 2-4")
    return least, most
