"""Circles that a move completes, with their towers and points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from empile.engine.game import State
from empile.games.on_top.rules.circle_score import tower_of
from empile.games.on_top.rules.components import COLOURS, Board
from empile.games.on_top.rules.state import SCORED, SEGMENTS


class Closed(NamedTuple):
    at: str
    tower: str
    """Bottom to top; empty if most is tied."""
    seat: int | None
    """Seat that scores; None without a tower or if its top is neutral."""
    points: int
    """Points of the top pawn, also if neutral."""


def closed(before: State, after: State, board: Board) -> list[Closed]:
    """Return the circles scored between two states, in scoring order."""
    seats = after.game.num_players
    circles = after.array["circle"][0]
    scored = (before.array["circle"][0] < SCORED) & (circles >= SCORED)
    found: list[Closed] = []
    for index in np.flatnonzero(scored).tolist():
        point, tower = board.points[index], tower_text(int(circles[index]))
        top = COLOURS.index(tower[-1]) if tower else seats
        points = len(tower) * (2 if point in board.golden else 1)
        found.append(Closed(str(point), tower, top if top < seats else None, points))
    return found


def tower_text(circle: int) -> str:
    """Return the tower as letters, bottom to top."""
    return "".join(COLOURS[colour] for colour in tower_of(circle % SEGMENTS))
