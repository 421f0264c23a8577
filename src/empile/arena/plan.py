"""Tournament plan: everything that determines its games."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from empile.arena.entrants import Entrant, read_entrants
from empile.arena.errors import ArenaError
from empile.arena.schedule import Seating, round_of
from empile.engine.arguments import whole_number
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.random import Stream, new_stream, split

Tokens = tuple[str | None, ...]
"""For each entrant the API token with which it plays at a server; None for the server's levels."""

SECONDS = 10.0
"""Default time limit per move."""


class Plan(msgspec.Struct, frozen=True, dict=True):
    """A tournament; returned by :func:`plan_of`."""

    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    seed: int
    time_limit: float
    """Seconds per move of a program or function."""
    server: str | None = None
    """The address of the server that hosts the games; None: they are played locally."""

    @cached_property
    def loaded(self) -> Game:
        """The game."""
        return game_class(self.game, self.rules)(**self.options)

    @cached_property
    def round(self) -> list[Seating]:
        """The seatings of a round: the number of an entrant for each seat."""
        return round_of(self.loaded, len(self.entrants))

    def seating(self, number: int) -> Seating:
        """Return the seating of a game of the tournament, numbered from 0."""
        return self.round[number % len(self.round)]

    def stream(self, number: int) -> Stream:
        """Return the random numbers of a game of the tournament."""
        return split(new_stream(self.seed), number)


def plan_of(
    game: Game,
    entrants: list[str],
    *,
    seed: int = 0,
    time_limit: float = SECONDS,
    server: str | None = None,
) -> Plan:
    """Plan a tournament.

    :param entrants: at least two: ``"level:3"``, ``"random"``, ``"network:best.npz"``, ``"python:module:function"``,
        ``"program:./bot --fast"`` or ``"socket:host:port"``, each with an optional ``"NAME="``
        before it.
    :param time_limit: seconds per move of a program or function.
    :param server: address of the server that hosts the games, played by accounts of programs.
    :raises ArenaError: an entrant or the time limit is invalid, or the options need people.

    Example::

        >>> plan = plan_of(empile.load("block-ness", players=3), ["level:1", "mine=random"])
        >>> [entrant.name for entrant in plan.entrants], len(plan.round)
        (['level:1', 'mine'], 6)
    """
    for option, value in headless_options(game).items():
        if game.options[option] != value:
            raise ArenaError(f"tournaments are played without people: set {option}={value}")
    if not time_limit > 0:
        raise ArenaError("the time limit must be greater than 0 seconds")
    found = read_entrants(entrants, game)
    seed = whole_number("seed", seed)
    return Plan(game.name, game.rules_version, dict(game.options), found, seed, time_limit, server)
