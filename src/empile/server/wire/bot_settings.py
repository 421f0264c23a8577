"""The settings of a bot: its level, and its hand skill in games with placements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from empile.bots import Level, levels_of
from empile.engine.contracts.referee import HandSkill
from empile.engine.game import Game
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import HandSkillInfo


class BotSetting(NamedTuple):
    level: int
    hand_skill: int | None = None
    """The hand skill; None in games without placements."""


def check_bot(game: Game, number: int | None, hand_skill: int | None = None) -> BotSetting:
    """Return the setting of level ``number`` with its defaults. Raises :class:`CommandError`."""
    level = level_of(game, number)
    skill = hand_skill_of(game, level, hand_skill)
    return BotSetting(level.number, None if skill is None else skill.number)


def default_bot(game: Game) -> BotSetting:
    levels = levels_of(game)
    return check_bot(game, levels[len(levels) // 2].number)


def level_of(game: Game, number: int | None) -> Level:
    levels = levels_of(game)
    for level in levels:
        if level.number == number:
            return level
    known = ", ".join(str(level.number) for level in levels)
    raise CommandError("bad_request", f"{game.name} has no level {number}: choose one of {known}")


def hand_skills(game: Game) -> Sequence[HandSkill]:
    return () if game.referee is None else game.referee.hand_skills()


def hand_skill_of(game: Game, level: Level, number: int | None) -> HandSkill | None:
    """Return hand skill ``number``, by default that of ``level``. Raises :class:`CommandError`."""
    if number is None:
        return None if game.referee is None else game.referee.default_hand_skill(level)
    found = hand_skills(game)
    for skill in found:
        if skill.number == number:
            return skill
    if not found:
        raise CommandError(
            "bad_request", "nothing is placed by hand in this game: leave out hand_skill"
        )
    known = ", ".join(str(skill.number) for skill in found)
    raise CommandError("bad_request", f"there is no hand_skill {number}: choose one of {known}")


def hand_skill_infos(game: Game) -> list[HandSkillInfo]:
    return [HandSkillInfo(skill.number, skill.key, skill.sigma_mm) for skill in hand_skills(game)]


def check_assist(game: Game, *, on: bool) -> None:
    if on and not hand_skills(game):
        raise CommandError(
            "bad_request", "nothing is placed by hand in this game: leave out assist"
        )
