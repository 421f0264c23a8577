"""Circles that a move completes, with their towers and points."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from empile.engine.game import State
from empile.games.on_top.rules.circle_score import tower_of
from empile.games.on_top.rules.components import COLOURS, Board
from empile.games.on_top.rules.state import SCORED, SEGMENTS


class Closed(msgspec.Struct, frozen=True):
    at: str
    tower: str
    """Bottom to top; empty if most is tied, seconds alone if the last pawn of one ended the game."""
    seat: int | None
    """Seat that scores; None without a top pawn or if it is neutral."""
    points: int
    """Points of the top pawn, also if neutral; 0 without one."""


def closed(before: State, after: State, board: Board) -> list[Closed]:
    """Return the circles scored between two states, in scoring order."""
    seats = after.game.num_players
    found: list[Closed] = []
    circles = zip(before.field("circle"), after.field("circle"), strict=True)
    for index, (old, circle) in enumerate(circles):
        if old >= SCORED or circle < SCORED:
            continue
        point, tower = board.points[index], tower_text(circle)
        top = COLOURS.index(tower[-1]) if tower else seats
        points = len(tower) * (2 if point in board.golden else 1)
        if index + 1 == after.field("cut"):
            tower, top, points = tower[:-1], seats, 0
        found.append(Closed(str(point), tower, top if top < seats else None, points))
    return found


@lru_cache(maxsize=4096)
def tower_text(circle: int) -> str:
    """Return the tower as letters, bottom to top."""
    return "".join(COLOURS[colour] for colour in tower_of(circle % SEGMENTS))
