"""Bot levels, by number."""

from __future__ import annotations

from empile.bots import Level, levels_of
from empile.engine.game import Game
from empile.server.wire.errors import CommandError


def level_of(game: Game, number: int | None) -> Level:
    """Return the level with a number. Raises ``CommandError`` if there is none."""
    levels = levels_of(game)
    for level in levels:
        if level.number == number:
            return level
    known = ", ".join(str(level.number) for level in levels)
    raise CommandError("bad_request", f"{game.name} has no level {number}: choose one of {known}")


def middle_level(game: Game) -> Level:
    """Return the default level, the middle one."""
    levels = levels_of(game)
    return levels[len(levels) // 2]
