"""Hand skills of bots, by their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from empile.bots import Level
from empile.engine.contracts.referee import HandSkill
from empile.engine.game import Game
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import DexterityInfo


def hand_skills(game: Game) -> Sequence[HandSkill]:
    """Return the hand skills that bots of ``game`` can have; empty if no hand takes part."""
    return () if game.referee is None else game.referee.hand_skills()


def dexterity_of(game: Game, level: Level, number: int | None) -> HandSkill | None:
    """Return hand skill ``number``, by default that of ``level``; None if no hand takes part.

    Raises :class:`CommandError` for an unknown number.
    """
    if number is None:
        return None if game.referee is None else game.referee.default_hand_skill(level)
    found = hand_skills(game)
    for skill in found:
        if skill.number == number:
            return skill
    if not found:
        raise CommandError(
            "bad_request", "nothing is placed by hand in this game: leave out dexterity"
        )
    known = ", ".join(str(skill.number) for skill in found)
    raise CommandError("bad_request", f"there is no dexterity {number}: choose one of {known}")


def dexterities_told(game: Game) -> list[DexterityInfo]:
    """Return the hand skills as sent to clients."""
    return [DexterityInfo(one.number, one.key, one.sigma_mm) for one in hand_skills(game)]


def dexterity_number(game: Game, level: Level, number: int | None = None) -> int | None:
    """Return the number of the skill that :func:`dexterity_of` returns, or None."""
    found = dexterity_of(game, level, number)
    return None if found is None else found.number
