"""What a tournament is: all that its games follow from."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from empile.arena.entrants import Entrant, read_entrants
from empile.arena.errors import ArenaError
from empile.arena.schedule import Seating, round_of
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.random import Stream, new_stream, split

SECONDS = 10.0
"""For a move, where nothing else is said."""


class Plan(msgspec.Struct, frozen=True, dict=True):
    """A tournament: game, entrants, seed. Game ``n`` of it is the same whoever plays it, and when.

    Made by :func:`plan_of`. Of this a file of results keeps everything.
    """

    game: str
    rules: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    seed: int
    time_limit: float
    """Seconds for a move of a program or a function."""

    @cached_property
    def loaded(self) -> Game:
        """The game."""
        return game_class(self.game, self.rules)(**self.options)

    @cached_property
    def round(self) -> list[Seating]:
        """The seatings of a round."""
        return round_of(self.loaded, len(self.entrants))

    def seating(self, number: int) -> Seating:
        """Return the entrant of each seat in game ``number`` (from 0)."""
        return self.round[number % len(self.round)]

    def stream(self, number: int) -> Stream:
        """Return the random numbers of a game, a function of ``seed`` and ``number`` alone."""
        return split(new_stream(self.seed), number)


def plan_of(game: Game, entrants: list[str], *, seed: int = 0, time_limit: float = SECONDS) -> Plan:
    """Return the plan of a tournament of ``game`` between ``entrants``, as texts name them.

    Raises :class:`ArenaError`: of who cannot enter, and of a game that waits for a hand or for
    people to judge. What a referee would say is drawn by the odds.
    """
    for option, value in headless_options(game).items():
        if game.options[option] != value:
            raise ArenaError(
                f"nobody's hand is there in a tournament: it is played with {option}={value}"
            )
    if not time_limit > 0:
        raise ArenaError("a move takes more than no time at all")
    found = read_entrants(entrants, game)
    return Plan(game.name, game.rules_version, dict(game.options), found, seed, time_limit)
