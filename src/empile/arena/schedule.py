"""Seatings of a tournament's games.

A round has all seatings of the sides (seats or teams): by distinct entrants or, if there are fewer
entrants than sides, by all of them. They come in rotations, so an interrupted round is nearly
balanced.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from empile.engine.game import Game

Seating = tuple[int, ...]
"""The entrant's number by seat."""


def round_of(game: Game, entrants: int) -> list[Seating]:
    teams = game.teams
    sides = list(dict.fromkeys(teams))
    return [tuple(way[sides.index(team)] for team in teams) for way in _ways(len(sides), entrants)]


def _ways(sides: int, entrants: int) -> Iterator[Seating]:
    if entrants >= sides:
        ways: Iterable[Seating] = itertools.permutations(range(entrants), sides)
    else:
        every = itertools.product(range(entrants), repeat=sides)
        ways = (way for way in every if len(set(way)) == entrants)
    known: set[Seating] = set()
    for way in ways:
        for shift in range(sides):
            turned = way[-shift:] + way[:-shift] if shift else way
            if turned not in known:
                known.add(turned)
                yield turned
