"""The teams of a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from empile.engine.errors import EmpileError
from empile.server.tables.loaded_games import loaded_game

_OPTION: Final = "teams"
"""The option of all games that can be played in teams."""


def teams_of(game: str, rules: int, options: Mapping[str, Any], players: int) -> list[int]:
    """Return the team of each seat: the seat itself if the game is not played in teams.

    A game that is not installed any more counts as one without teams.
    """
    alone = list(range(players))
    # The compiled rules need not be loaded for nearly all games.
    if not options.get(_OPTION):
        return alone
    try:
        return list(loaded_game(game, rules, options).teams)
    except EmpileError:
        return alone
