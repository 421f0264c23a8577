"""The levels of a game's bots, by their numbers."""

from __future__ import annotations

from empile.bots import Level, levels_of
from empile.engine.game import Game
from empile.server.refused import RefusedError


def level_of(game: Game, number: int | None) -> Level:
    """Return a level by its number; refuses one that there is not."""
    levels = levels_of(game)
    for level in levels:
        if level.number == number:
            return level
    known = ", ".join(str(level.number) for level in levels)
    raise RefusedError("bad_request", f"bots of {game.name} have the levels {known}, not {number}")


def middle_level(game: Game) -> Level:
    """Return the level of a bot that nobody has chosen."""
    levels = levels_of(game)
    return levels[len(levels) // 2]
