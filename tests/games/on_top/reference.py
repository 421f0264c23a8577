"""Reference implementation of On Top: slow and plain, to test the compiled rules.

Written from the rules alone and shares nothing with ``empile``. Cells are their names,
intersections pairs (x, y), towers strings of letters. Corners are matched by their coordinates in
the plane; each rule is one check over the whole board.
"""

from __future__ import annotations

import copy
import math
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

Point = tuple[int, int]

COLOURS = "BYRW"
"""Blue, yellow, red, white: the colours of the seats, in their order."""

ALL_TRIANGLES = 10


# -- The plane -------------------------------------------------------------------------------------


def point(text: str) -> Point:
    x, y = text.split(",")
    return int(x), int(y)


def written(at: Point) -> str:
    return f"{at[0]},{at[1]}"


@cache
def corners(cell: str) -> frozenset[Point]:
    x, y = int(cell[1]), int(cell[2])
    last = (x, y) if cell[0] == "U" else (x + 1, y + 1)
    return frozenset({(x + 1, y), (x, y + 1), last})


def on_screen(at: Point) -> tuple[float, float]:
    x, y = at
    return x + y / 2, y * math.sqrt(3) / 2


def counter_clockwise(around: Iterable[Point], first: Point) -> list[Point]:
    """Corners of a convex shape as one meets them going round it from ``first``."""
    shape = list(around)
    middle_x = sum(on_screen(at)[0] for at in shape) / len(shape)
    middle_y = sum(on_screen(at)[1] for at in shape) / len(shape)

    def angle(at: Point) -> float:
        x, y = on_screen(at)
        return math.atan2(y - middle_y, x - middle_x)

    shape.sort(key=lambda at: (angle(at) - angle(first)) % math.tau)
    # The first corner may have come out a hair before itself.
    return shape if shape[0] == first else [shape[-1], *shape[:-1]]


def share_a_side(one: str, other: str) -> bool:
    return len(corners(one) & corners(other)) == 2


def default_cells() -> list[str]:
    found: list[str] = []
    for kind in "UD":
        for x in range(8):
            for y in range(7):
                inside = [
                    0 <= a <= 7 and 0 <= b <= 6 and 3 <= a + b <= 10
                    for a, b in corners(f"{kind}{x}{y}")
                ]
                if all(inside):
                    found.append(f"{kind}{x}{y}")
    return found


def default_board() -> dict[str, Any]:
    cells = default_cells()
    touched = [at for cell in cells for at in corners(cell)]
    return {
        "cells": cells,
        "golden": [written(at) for at in set(touched) if touched.count(at) < 6],
        "start": ["U13", "D52"],
        "tiles": default_supply(),
    }


# -- Tiles -----------------------------------------------------------------------------------------


def tile_name(corner_colours: str) -> str:
    return min(corner_colours, corner_colours[2:] + corner_colours[:2])


def default_supply() -> dict[str, int]:
    """Three of each tile, but two of two."""
    names = {tile_name("".join(order)) for order in permutations(COLOURS)}
    return {name: 2 if name in ("RBWY", "BRYW") else 3 for name in sorted(names)}


@cache
def lies(up: str, down: str, colours: str) -> dict[Point, str]:
    """The corners of a tile and their colours, read from the acute corner of its U cell."""
    (acute,) = corners(up) - corners(down)
    around = counter_clockwise(corners(up) | corners(down), acute)
    return dict(zip(around, colours, strict=True))


class Circle(NamedTuple):
    """An intersection that was scored."""

    at: Point
    tower: str
    """Empty if the most is tied or there are no segments; seconds alone if the last pawn of one ended the game."""
    seat: int | None
    points: int
    """Points of the top colour, also if it is neutral; 0 if it places nothing."""


@dataclass(frozen=True)
class Move:
    """A tile and the two cells that it is laid on."""

    up: str
    down: str
    colours: str

    @property
    def text(self) -> str:
        return f"{self.up}{self.down} {self.colours}"

    @classmethod
    def of_text(cls, text: str) -> Move:
        return cls(text[:3], text[3:6], text[7:])


# -- The game --------------------------------------------------------------------------------------


class Reference:
    """A game under way, by default with the newest rules."""

    def __init__(self, options: dict[str, Any], version: int = 2) -> None:
        self.options = options
        self.version = version
        self.players: int = options["players"]
        self.teams: bool = options["teams"]
        board = default_board() if options["board"] == "house" else options["board"]
        self.cells: list[str] = list(board["cells"])
        self.neighbours = {
            cell: [other for other in self.cells if share_a_side(cell, other)]
            for cell in self.cells
        }
        every = {at for cell in self.cells for at in corners(cell)}
        self.points = sorted(every, key=lambda at: (-at[1], at[0]))
        self.round_it = {
            at: [cell for cell in self.cells if at in corners(cell)] for at in self.points
        }
        self.golden = {point(text) for text in board["golden"]}

        self.laid: list[str] = []
        self.shown: dict[str, dict[Point, str]] = {}
        """For each cell under a tile the colour that each of its corners shows."""
        self.start: list[str] = list(options["start"])
        self.black = set(self.start)
        self.bare: set[str] = set()
        self.reserve = ALL_TRIANGLES - len(self.start)
        self.pawns = {
            colour: 20 if seat < self.players else 21 for seat, colour in enumerate(COLOURS)
        }
        self.towers: dict[Point, str] = {}
        self.raw_scores = [0] * self.players
        self.bag: dict[str, int] = {
            name: number for name, number in board["tiles"].items() if number
        }
        self.tile: str | None = None
        self.seat: int | None = 0
        self.reason: str | None = None
        self.last: list[Circle] = []
        """What the last move closed."""
        self.last_filled: list[str] = []
        self.out: list[str] = []
        self.fill_holes()
        self.scored = {at for at in self.points if self.is_full(at)}

    def after(self, text: str) -> Reference:
        """A game in which this happened too; this one stays as it is."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict, set)) and name not in ("neighbours", "round_it"):
                setattr(other, name, copy.copy(value))  # what lies within is never changed
        other.play(text)
        return other

    # -- Board queries -----------------------------------------------------------------------------

    def is_filled(self, cell: str) -> bool:
        return cell in self.shown or cell in self.black or cell in self.bare

    def is_full(self, at: Point) -> bool:
        return all(self.is_filled(cell) for cell in self.round_it[at])

    def segments(self, at: Point) -> dict[str, int]:
        seen = [self.shown[cell][at] for cell in self.round_it[at] if cell in self.shown]
        return {colour: seen.count(colour) for colour in COLOURS}

    def fill_holes(self) -> None:
        holes = [
            cell
            for cell in self.cells
            if not self.is_filled(cell) and all(map(self.is_filled, self.neighbours[cell]))
        ]
        self.last_filled = sorted(holes)
        for cell in self.last_filled:
            if self.reserve > 0:
                self.reserve -= 1
                self.black.add(cell)
            else:
                self.bare.add(cell)

    def touches_what_counts(self, cell: str) -> bool:
        """Whether a laid tile or a starting triangle lies along one of the cell's sides."""
        return any(other in self.shown or other in self.start for other in self.neighbours[cell])

    # -- Moves -----------------------------------------------------------------------------------

    def places(self) -> list[tuple[str, str]]:
        """All legal places, for any tile."""
        return [
            (up, down)
            for up in self.cells
            if up[0] == "U" and not self.is_filled(up)
            for down in self.neighbours[up]
            if not self.is_filled(down)
            and (self.touches_what_counts(up) or self.touches_what_counts(down))
        ]

    def allows(self, move: Move) -> bool:
        return (move.up, move.down) in self.places() and tile_name(move.colours) == self.tile

    def moves(self) -> list[Move]:
        if self.tile is None:
            return []
        ways = (self.tile, self.tile[2:] + self.tile[:2])
        return [Move(up, down, colours) for up, down in self.places() for colours in ways]

    def legal_texts(self) -> list[str]:
        return sorted(move.text for move in self.moves())

    def accepts_event(self, text: str) -> bool:
        return (
            self.seat is not None
            and self.tile is None
            and re.fullmatch("~[BRWY]{4}", text) is not None
            and self.bag.get(text[1:], 0) > 0
        )

    def drawn(self, luck: random.Random) -> str:
        names = sorted(self.bag)
        return "~" + luck.choices(names, [self.bag[name] for name in names])[0]

    # -- Play ------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        if text.startswith("~"):
            assert self.accepts_event(text), text
            self.draw(text[1:])
        else:
            move = Move.of_text(text)
            assert self.allows(move), text
            self.lay(move)

    def draw(self, name: str) -> None:
        self.tile = name
        self.bag[name] -= 1
        if not self.bag[name]:
            del self.bag[name]

    def put(self, move: Move) -> None:
        """A tile lies on its cells; nothing follows from it yet."""
        at = lies(move.up, move.down, move.colours)
        for cell in (move.up, move.down):
            self.shown[cell] = {corner: at[corner] for corner in corners(cell)}
        self.laid.append(move.text)

    def lay(self, move: Move) -> None:
        assert self.seat is not None
        self.put(move)
        self.tile = None
        self.fill_holes()
        self.last = []
        full = [at for at in self.points if self.is_full(at) and at not in self.scored]
        for at in full:
            self.score(at)
            self.out = [colour for colour in COLOURS if self.pawns[colour] == 0]
            if self.out:
                seated = any(COLOURS.index(colour) < self.players for colour in self.out)
                self.reason = "last-pawn" if seated else "neutral-out"
                break
        # Another board may have fewer tiles than fit on it: then too none can be laid.
        if self.reason is None and (all(map(self.is_filled, self.cells)) or not self.bag):
            self.reason = "board-full"
        self.seat = None if self.reason else (self.seat + 1) % self.players

    def score(self, at: Point) -> None:
        self.scored.add(at)
        segments = self.segments(at)
        most = max(segments.values())
        first = [colour for colour in COLOURS if segments[colour] == most]
        if most == 0 or len(first) > 1:
            self.last.append(Circle(at, "", None, 0))
            return
        rest = max(number for colour, number in segments.items() if colour not in first)
        second = [c for c in COLOURS if rest > 0 and segments[c] == rest]
        tower = "".join([*second, *first])
        for colour in second:
            self.take(colour)
        if self.version >= 2 and any(self.pawns[colour] == 0 for colour in second):
            self.towers[at] = "".join(second)
            self.last.append(Circle(at, "".join(second), None, 0))
            return
        self.take(first[0])
        self.towers[at] = tower
        owner = COLOURS.index(first[0])
        points = len(tower) * (2 if at in self.golden else 1)
        if owner < self.players:
            self.raw_scores[owner] += points
        self.last.append(Circle(at, tower, owner if owner < self.players else None, points))

    def take(self, colour: str) -> None:
        self.pawns[colour] -= 1
        assert self.pawns[colour] >= 0

    # -- Position ----------------------------------------------------------------------------------

    def unused(self, seat: int) -> int:
        return self.pawns[COLOURS[seat]]

    def scores(self) -> list[int]:
        free = self.version >= 2 and self.options["neutral_out"] == "points"
        if self.reason is None or (self.reason == "neutral-out" and free):
            return list(self.raw_scores)
        return [self.raw_scores[seat] - self.unused(seat) for seat in range(self.players)]

    def position(self) -> dict[str, Any]:
        return {
            "laid": list(self.laid),
            "black": sorted(self.black),
            "bare": sorted(self.bare),
            "reserve": self.reserve,
            "towers": {written(at): tower for at, tower in self.towers.items()},
            "scores": self.scores(),
            "pawns": dict(self.pawns),
            "bag": dict(self.bag),
            "tile": self.tile,
            "seat": self.seat,
        }

    def move_effects(self) -> dict[str, Any]:
        """Effects of the last move; empty if it completed no circle."""
        if not self.last and not self.last_filled:
            return {}
        return {
            "circles": [
                {"at": written(at), "tower": tower, "seat": seat, "points": points}
                for at, tower, seat, points in self.last
            ],
            "filled": list(self.last_filled),
            "over": self.reason is not None,
        }

    def side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def winners_by_pawns(self) -> set[int]:
        """The sides that win by a last pawn; empty if the game ended otherwise."""
        if self.reason != "last-pawn":
            return set()
        seats = [COLOURS.index(c) for c in self.out if COLOURS.index(c) < self.players]
        sides = {self.side(seat) for seat in seats}
        top = COLOURS.index(self.last[-1].tower[-1])
        if self.version == 1 and top in seats:
            return {self.side(top)}
        best = max(self.sum_of(side) for side in sides)
        return {side for side in sides if self.sum_of(side) == best}

    def sum_of(self, side: int) -> int:
        scores = self.scores()
        return sum(scores[seat] for seat in range(self.players) if self.side(seat) == side)

    def result(self) -> dict[str, Any] | None:
        if self.reason is None:
            return None
        sides = sorted({self.side(seat) for seat in range(self.players)})
        chosen = self.winners_by_pawns()
        merit: dict[int, tuple[int, ...]] = {}
        for side in sides:
            pawns = sum(self.unused(s) for s in range(self.players) if self.side(s) == side)
            merit[side] = (1,) if side in chosen else (0, self.sum_of(side), -pawns)
        rank = {side: 1 + sum(merit[other] > merit[side] for other in sides) for side in sides}
        ranks = [rank[self.side(seat)] for seat in range(self.players)]
        return {
            "winners": [seat for seat, place in enumerate(ranks) if place == 1],
            "scores": self.scores(),
            "ranks": ranks,
            "reason": self.reason,
        }
