"""Ratings of the bots' levels, by which agents are rated.

``ladders.json`` contains Elo ratings of ``random`` and of the levels for each game, number of seats
and variant, fitted to published matches by ``benchmarks/eval_ladders.py``. Level 1 is 0.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from empile.bots.policy import levels_of
from empile.engine.game import Game

ANCHOR: Final = "level:1"
"""Its rating is 0."""
FILE: Final = "ladders.json"


class Ladder(msgspec.Struct, frozen=True):
    """Ratings of the opponents of a section.

    Example: ``ladder_of(empile.load("blox"), "2 base").elo``.
    """

    names: list[str]
    """``"random"``, ``"level:1"`` and so on."""
    elo: list[float]
    """Relative to :data:`ANCHOR`."""
    covariance: list[list[float]]
    """Of the ratings, in Elo points squared; 0 for the anchor."""
    games: int
    """The number of games to which the ratings were fitted."""
    levels: str
    """A fingerprint of the levels' parameters and the rules: :func:`fingerprint`."""

    def rating(self, name: str) -> float | None:
        """Return a rating, or None. Example: ``ladder.rating("level:1")``."""
        return self.elo[self.names.index(name)] if name in self.names else None


@cache
def ladders() -> dict[str, dict[str, Ladder]]:
    """Return all ladders, by game and by seats and variant.

    Example::

        >>> ladders()["blox"]["2 base"].rating("level:1")
        0.0
    """
    data = files("empile.evals").joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, Ladder]])


def ladder_of(game: Game, name: str) -> Ladder | None:
    """Return a ladder; None if there is none, or if the levels have changed since.

    Example: ``ladder_of(empile.load("blox"), "2 base")``.
    """
    found = ladders().get(game.name, {}).get(name)
    return found if found is not None and found.levels == fingerprint(game) else None


def fingerprint(game: Game) -> str:
    """Return what changes when a game's rules or levels change. Example: ``fingerprint(game)``."""
    about: dict[str, Any] = {
        "rules": game.rules_version,
        "levels": [msgspec.to_builtins(level) for level in levels_of(game)],
    }
    text = msgspec.json.encode(about, order="sorted")
    return hashlib.sha256(text).hexdigest()[:16]
