"""Reference implementation of Block Ness: slow and plain, to test the compiled rules.

Written from the printed rules and shares nothing with ``empile``. Holes are pairs (column, row)
from 0, rings are dictionaries; each rule is one check over every ring on the lake.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Hole = tuple[int, int]

DEFAULT_LAKE = {
    "columns": 12,
    "rows": 12,
    "zones": {"2": ["c3", "j10"], "3": ["b2", "k11"], "4": ["a1", "l12"]},
}
DEFAULT_RINGS = [
    ["2.1", "2.2", "4.2", "2.3", "5.3", "2.4", "3.4", "3.5", "4.5", "3.6"],
    ["3.1", "2.2", "4.2", "3.3", "4.3", "2.4", "3.4", "2.5", "5.5", "3.6"],
    ["4.1", "3.2", "4.2", "2.3", "3.3", "2.4", "4.4", "2.5", "5.5", "3.6"],
    ["5.1", "2.2", "3.2", "3.3", "5.3", "2.4", "4.4", "2.5", "3.5", "4.6"],
]


def hole(text: str) -> Hole:
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]), int(text[1:]) - 1


def name(of: Hole) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[of[0]] + str(of[1] + 1)


def straight(start: Hole, stop: Hole) -> list[Hole]:
    """All holes from one to the other in their row or column, both included."""
    columns, rows = stop[0] - start[0], stop[1] - start[1]
    assert columns == 0 or rows == 0
    length = abs(columns + rows)
    return [
        (start[0] + k * columns // length, start[1] + k * rows // length) for k in range(length + 1)
    ]


@dataclass
class Reference:
    """A game under way."""

    players: int
    variant: str
    colours: list[int]
    lake: dict[str, Any]
    sets: list[list[str]]
    rings: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    at: dict[Hole, list[dict[str, Any]]] = field(default_factory=dict[Hole, list[dict[str, Any]]])
    heads: dict[int, Hole] = field(default_factory=dict[int, Hole])
    tails: dict[int, Hole] = field(default_factory=dict[int, Hole])
    under_head: dict[int, int] = field(default_factory=dict[int, int])
    reserves: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    seat: int | None = 0
    at_start: int = 0
    """Rings in the lake at the start of a solo game."""

    def __post_init__(self) -> None:
        for seat in range(self.players):
            self.reserves[seat] = list(self.sets[self.colours[seat]])

    @classmethod
    def of_options(cls, options: dict[str, Any]) -> Reference:
        lake = DEFAULT_LAKE if options["lake"] == "house" else options["lake"]
        sets = DEFAULT_RINGS if options["rings"] == "house" else options["rings"]
        return cls(options["players"], options["variant"], options["colours"], lake, sets)

    @classmethod
    def of_solo(cls, options: dict[str, Any], position: dict[str, Any]) -> Reference:
        """A solo game from a start: its zone, rings of its own and obstacles, and hand."""
        lake = DEFAULT_LAKE if options["lake"] == "house" else options["lake"]
        lake = {**lake, "zones": {"1": position["zone"]}}
        solo = cls(1, options["variant"], [0], lake, [[]])
        for ring in position["rings"]:
            near, far = map(hole, ring["feet"])
            solo.rings.append({"seat": ring["seat"], "feet": (near, far), "height": ring["height"]})
            for covered in straight(near, far):
                solo.at.setdefault(covered, []).append(solo.rings[-1])
        solo.heads[0], solo.tails[0] = hole(position["heads"][0]), hole(position["tails"][0])
        solo.reserves[0] = list(position["reserves"][0])
        solo.at_start = len(solo.rings)
        solo.seat = 0 if solo.moves_of(0) else None
        return solo

    # -- Board queries -----------------------------------------------------------------------------

    def in_zone(self, which: str, where: Hole) -> bool:
        low, high = (hole(corner) for corner in self.lake["zones"][which])
        return low[0] <= where[0] <= high[0] and low[1] <= where[1] <= high[1]

    def rings_at(self, where: Hole) -> list[dict[str, Any]]:
        """The rings that have a foot in a hole or pass over it."""
        return self.at.get(where, [])

    def is_free(self, where: Hole) -> bool:
        return not self.rings_at(where)

    def ends(self) -> list[Hole]:
        return [*self.heads.values(), *self.tails.values()]

    # -- May it lie there? ---------------------------------------------------------------------

    def fits(self, near: Hole, far: Hole, height: int, zone: str, leaving: Hole | None) -> bool:
        way = straight(near, far)
        if not all(self.in_zone(zone, at) for at in way):
            return False
        if not (self.is_free(near) and self.is_free(far)):
            return False
        for at in way[1:-1]:
            if any(ring["height"] >= height for ring in self.rings_at(at)):
                return False
            if at in self.ends() and at != leaving:
                return False
        return True

    def starting(self) -> bool:
        return len(self.heads) < self.players

    def moves_of(self, seat: int) -> dict[str, tuple[str, str, Hole, Hole]]:
        """Legal moves of a seat: text -> end ("S" at the start), ring, near foot, far foot."""
        found: dict[str, tuple[str, str, Hole, Hole]] = {}
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
        if self.starting():
            start = self.sets[self.colours[seat]][0]
            distance, height = map(int, start.split("."))
            for column in range(self.lake["columns"]):
                for row in range(self.lake["rows"]):
                    for east, north in ways:
                        tail = (column, row)
                        head = (column + distance * east, row + distance * north)
                        if self.fits(tail, head, height, "2", None):
                            found[f"{name(tail)}-{name(head)}"] = ("S", start, tail, head)
            return found
        away = 1 if self.variant == "base" else 2
        for letter, end in (("H", self.heads[seat]), ("T", self.tails[seat])):
            for east, north in ways:
                near = (end[0] + away * east, end[1] + away * north)
                for ring in set(self.reserves[seat]):
                    distance, height = map(int, ring.split("."))
                    for to_east, to_north in ways:
                        far = (near[0] + distance * to_east, near[1] + distance * to_north)
                        if self.fits(near, far, height, str(self.players), end):
                            text = f"{letter}{name(near)}-{name(far)}^{height}"
                            found[text] = (letter, ring, near, far)
        return found

    # -- Play ----------------------------------------------------------------------------------

    def legal_texts(self) -> list[str]:
        return [] if self.seat is None else sorted(self.moves_of(self.seat))

    def play(self, text: str) -> None:
        assert self.seat is not None
        mover = self.seat
        end, ring, near, far = self.moves_of(mover)[text]
        height = int(ring.split(".")[1])
        self.rings.append({"seat": mover, "feet": (near, far), "height": height})
        for covered in straight(near, far):
            self.at.setdefault(covered, []).append(self.rings[-1])
        self.reserves[mover].remove(ring)
        if end == "S":
            self.tails[mover], self.heads[mover] = near, far
            self.under_head[mover] = height
            if mover + 1 < self.players:
                self.seat = mover + 1
                return
            order = list(range(self.players))
        else:
            (self.heads if end == "H" else self.tails)[mover] = far
            order = [(mover + k) % self.players for k in range(1, self.players + 1)]
            if end == "H":
                self.under_head[mover] = height
        self.seat = next((seat for seat in order if self.moves_of(seat)), None)

    # -- Position ----------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        stage = "over" if self.seat is None else "start" if self.starting() else "play"
        return {
            "stage": stage,
            "seat": self.seat,
            "zone": list(self.lake["zones"][str(self.players)]),
            "rings": [
                {
                    "seat": ring["seat"],
                    "feet": [name(foot) for foot in ring["feet"]],
                    "height": ring["height"],
                }
                for ring in self.rings
            ],
            "heads": [
                name(self.heads[s]) if s in self.heads else None for s in range(self.players)
            ],
            "tails": [
                name(self.tails[s]) if s in self.tails else None for s in range(self.players)
            ],
            "reserves": [sorted(self.reserves[s]) for s in range(self.players)],
        }

    def result(self) -> dict[str, Any] | None:
        if self.seat is not None:
            return None
        if self.players == 1:
            solved = not self.reserves[0]
            return {
                "winners": [0] if solved else [],
                "scores": [len(self.rings) - self.at_start],
                "ranks": [1 if solved else 2],
                "reason": "solved" if solved else "stuck",
            }
        merit = [(-len(self.reserves[s]), self.under_head[s]) for s in range(self.players)]
        ranks = [1 + sum(other > mine for other in merit) for mine in merit]
        return {
            "winners": [s for s, rank in enumerate(ranks) if rank == 1],
            "scores": [len(self.sets[0]) - len(self.reserves[s]) for s in range(self.players)],
            "ranks": ranks,
            "reason": "all-blocked",
        }
