"""How steady bots' hands are, by their numbers."""

from __future__ import annotations

from empile.bots import Level, hand_of
from empile.engine.game import Game
from empile.engine.referee import Dexterity
from empile.server.bodies import DexterityInfo
from empile.server.refused import RefusedError


def dexterity_of(game: Game, level: Level, number: int | None) -> Dexterity | None:
    """Return how steady the hand of a bot of ``level`` is; refuses a number that there is not.

    Without a number it is the level's own; ``None`` where the game asks for no hand.
    """
    if number is None:
        return hand_of(game, level)
    found = game.dexterities()
    for dexterity in found:
        if dexterity.number == number:
            return dexterity
    if not found:
        raise RefusedError("bad_request", "no hand is at work in this game: leave dexterity out")
    known = ", ".join(str(dexterity.number) for dexterity in found)
    raise RefusedError("bad_request", f"bots' hands have the dexterities {known}, not {number}")


def dexterities_told(game: Game) -> list[DexterityInfo]:
    """Return how steady bots' hands can be, as it is told; empty where no hand is at work."""
    return [DexterityInfo(one.number, one.key, one.spread) for one in game.dexterities()]


def dexterity_number(game: Game, level: Level, number: int | None = None) -> int | None:
    """Return the number that :func:`dexterity_of` settles on, ``None`` where there is none."""
    found = dexterity_of(game, level, number)
    return None if found is None else found.number
