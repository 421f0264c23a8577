"""Hand skills of bots, by number."""

from __future__ import annotations

from empile.bots import Level, hand_of
from empile.engine.game import Game
from empile.engine.referee import Dexterity
from empile.server.bodies import DexterityInfo
from empile.server.refused import RefusedError


def dexterity_of(game: Game, level: Level, number: int | None) -> Dexterity | None:
    """Return a hand skill, by default that of ``level``; None in games without placements.

    Raises ``RefusedError`` if there is no such number.
    """
    if number is None:
        return hand_of(game, level)
    found = game.dexterities()
    for dexterity in found:
        if dexterity.number == number:
            return dexterity
    if not found:
        raise RefusedError(
            "bad_request", "nothing is placed by hand in this game: leave out dexterity"
        )
    known = ", ".join(str(dexterity.number) for dexterity in found)
    raise RefusedError("bad_request", f"there is no dexterity {number}: choose one of {known}")


def dexterities_told(game: Game) -> list[DexterityInfo]:
    """Return the hand skills of bots for clients."""
    return [DexterityInfo(one.number, one.key, one.spread) for one in game.dexterities()]


def dexterity_number(game: Game, level: Level, number: int | None = None) -> int | None:
    """Return the number of :func:`dexterity_of`, or None."""
    found = dexterity_of(game, level, number)
    return None if found is None else found.number
