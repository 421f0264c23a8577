"""Measured data of the model: how much each seat helps, and how strong the bots are.

Written by ``benchmarks/seat_advantages.py`` and ``benchmarks/bot_ratings.py``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from empile.community.ratings.rated import Size

_DATA: Final = Path(__file__).parent / "data"
_NONE: Final = 0.0


class BotRating(NamedTuple):
    """A level of the server's bots on the scale of members."""

    level: int
    points: int
    uncertainty: int


def seat_advantages(game: str, teams: Sequence[int]) -> list[float]:
    """Return how much each seat helps, in points; 0 for games that were not measured.

    >>> len(seat_advantages("blox", [0, 1, 2]))
    3
    """
    in_teams = len(set(teams)) < len(teams)
    for entry in _read("seats").get(game, ()):
        if entry["seats"] == len(teams) and (entry["variant"] == "teams") == in_teams:
            return [float(points) for points in entry["points"]]
    return [_NONE] * len(teams)


def bot_ratings(game: str, size: Size) -> list[BotRating]:
    """Return the levels of a game's bots, the weakest first; none if they were not measured."""
    return [BotRating(*entry) for entry in _read("bots").get(game, {}).get(size, ())]


def fitting_level(game: str, size: Size, points: float) -> int | None:
    """Return the level of bots whose strength is nearest to a rating."""
    bots = bot_ratings(game, size)
    return min(bots, key=lambda bot: abs(bot.points - points)).level if bots else None


@cache
def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((_DATA / f"{name}.json").read_text("utf-8"))
    return found
