"""The levels of solo Block Ness, in six grades.

A start is stored as text, e.g. ``d5-h8; d6-f6^1 *f5-f8^3; d6 f6; 2.2 4.2``: corners of the zone, rings
in the order laid with ``*`` before obstacles, head and tail, hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from empile.engine.game import Game, State

GRADES = range(1, 7)
_DATA = Path(__file__).parents[1] / "data" / "solo.json"
_RING = re.compile(r"(\*?)([a-z]\d+)-([a-z]\d+)\^(\d)")


@dataclass(frozen=True)
class Level:
    """A solo puzzle."""

    id: str
    """Grade and number, e.g. ``"1-07"``."""
    variant: str
    start: str
    """The start as text."""
    solutions: int
    """Different sets of rings that solve it."""
    share: float
    """Share of uniformly random plays that solve it."""

    @property
    def grade(self) -> int:
        return int(self.id[0])

    @property
    def position(self) -> dict[str, Any]:
        """The start as position object."""
        return read_start(self.start)

    def state(self) -> State:
        """Return the state at the start.

        Example: ``load_levels()[0].state().legal_texts()``.
        """
        return _game(self.variant).state_from_position(self.position)


@cache
def load_levels() -> Sequence[Level]:
    """Return all levels, from the easiest grade to the hardest.

    Example::

        >>> load_levels()[0].id
        '1-01'
    """
    return tuple(Level(**entry) for entry in json.loads(_DATA.read_text("utf-8")))


@cache
def _game(variant: str) -> Game:
    from empile.games.block_ness import BlockNess

    return BlockNess(players=1, variant=variant)


def read_start(text: str) -> dict[str, Any]:
    """Return the position object of a start as text."""
    zone, rings, ends, hand = (part.split() for part in text.split(";"))
    head, tail = ends
    return {
        "stage": "play",
        "seat": 0,
        "zone": zone[0].split("-"),
        "rings": [_read_ring(ring) for ring in rings],
        "heads": [head],
        "tails": [tail],
        "reserves": [hand],
    }


def _read_ring(text: str) -> dict[str, Any]:
    found = _RING.fullmatch(text)
    assert found is not None, text
    seat = None if found[1] else 0
    return {"seat": seat, "feet": [found[2], found[3]], "height": int(found[4])}


def write_start(position: dict[str, Any]) -> str:
    """Return a start as text; the inverse of ``read_start``."""
    rings = " ".join(
        f"{'*' if ring['seat'] is None else ''}{'-'.join(ring['feet'])}^{ring['height']}"
        for ring in position["rings"]
    )
    ends = f"{position['heads'][0]} {position['tails'][0]}"
    return f"{'-'.join(position['zone'])}; {rings}; {ends}; {' '.join(position['reserves'][0])}"


def write_levels(levels: Sequence[Level], path: Path = _DATA) -> None:
    """Write levels as JSON, one in a line."""
    lines = [
        json.dumps(
            {
                "id": level.id,
                "variant": level.variant,
                "start": level.start,
                "solutions": level.solutions,
                "share": level.share,
            }
        )
        for level in levels
    ]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
