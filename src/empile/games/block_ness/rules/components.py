"""Components of Block Ness: lake and ring sets as data.

No source gives the printed lake and rings; the data were fitted to the printed example and to
balance the colours.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

MAX_COLUMNS = 26
"""Columns are letters."""
MAX_ROWS = 26
MAX_DISTANCE = 11
"""Greatest distance between feet, in holes."""
MAX_HEIGHT = 9
"""One digit in the notation."""
MAX_RINGS = 20
MAX_HAND = 12
"""Rings in the hand of a solo start."""
SETS = 4
COLOURS = ("orange", "black", "violet", "green")

_HOLE = re.compile(r"([a-z])([1-9][0-9]?)")


class Hole(NamedTuple):
    """Column and row, both from 0; printed as ``c3``."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"


class Zone(NamedTuple):
    """A rectangle of holes, corners included."""

    low: Hole
    high: Hole

    def __contains__(self, hole: object) -> bool:
        return (
            isinstance(hole, Hole)
            and self.low.column <= hole.column <= self.high.column
            and self.low.row <= hole.row <= self.high.row
        )

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.high.row - self.low.row + 1, self.high.column - self.low.column + 1


class Ring(NamedTuple):
    """Distance of the feet and height; printed as ``3.4``."""

    distance: int
    height: int

    def __str__(self) -> str:
        return f"{self.distance}.{self.height}"


class Lake(NamedTuple):
    """Size of the board and the zone in use by number of seats; zone 2 is the deep water."""

    columns: int
    rows: int
    zones: dict[int, Zone]


def read_hole(text: str) -> Hole | None:
    match = _HOLE.fullmatch(text)
    return None if match is None else Hole(ord(match[1]) - ord("a"), int(match[2]) - 1)


@lru_cache
def data_of(name: str) -> dict[str, Any]:
    """Return the parsed ``data/<name>.json``."""
    text = (Path(__file__).parents[1] / "data" / f"{name}.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def house_lake() -> dict[str, Any]:
    """Return the standard lake as an option value."""
    return data_of("components")["lake"]  # type: ignore[no-any-return]


def house_rings() -> list[list[str]]:
    """Return the four standard ring sets, start ring first, as an option value."""
    return data_of("components")["rings"]  # type: ignore[no-any-return]


def lake_of(option: Any) -> Lake:
    data = house_lake() if option == "house" else option
    zones = {int(n): Zone(*map(_hole, corners)) for n, corners in data["zones"].items()}
    return Lake(data["columns"], data["rows"], zones)


def _hole(text: str) -> Hole:
    hole = read_hole(text)
    assert hole is not None
    return hole
