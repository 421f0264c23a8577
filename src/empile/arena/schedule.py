"""Who sits where in which game.

A **side** is a seat, or a team's seats together. Where there are as many entrants as sides or more,
those of a game are all different; where there are fewer, all of them sit, some more than once. A
**round** is every way to do so, once: in it everybody has sat on every seat as often as everybody
else, and has met every other equally often in every order. The ways of a round come in circles, in
each of which everybody moves on by one side, so that a tournament that was broken off is fair too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from empile.engine.game import Game

Seating = tuple[int, ...]
"""For each seat the number of its entrant."""


def round_of(game: Game, entrants: int) -> list[Seating]:
    """Return the games of one round between so many ``entrants``, in their order."""
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
