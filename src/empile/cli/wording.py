"""What the command line says in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from empile.engine.errors import Reason

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.level import Level


def say(game: Game, reason: Reason) -> str:
    """Return a message of the game's in English, ``""`` where its catalogue has none."""
    text = game.words.say("en", reason)
    return "" if text == reason.key else text


def level_name(game: Game, level: Level) -> str:
    """Return what a level is called: its message, else the last word of its key."""
    return say(game, Reason(level.key)) or level.key.rpartition(".")[2]
