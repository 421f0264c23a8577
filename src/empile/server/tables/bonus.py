"""What bots consider of the hand that places what they choose."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from empile.engine.contracts.referee import HandSkill
from empile.server.wire.bot_settings import hand_skill_of, level_of

if TYPE_CHECKING:
    from empile.server.tables.room import MoveBonus
    from empile.server.tables.table import Table


def hand_skill_at(table: Table, place: int) -> HandSkill | None:
    bot = table.places[place]
    return hand_skill_of(table.game, level_of(table.game, bot.level), bot.hand_skill)


def move_bonus(table: Table, place: int) -> MoveBonus | None:
    """Return a correction of move values for the bot at ``place``, or None."""
    skill, referee = hand_skill_at(table, place), table.game.referee
    if skill is None or referee is None:
        return None
    assert table.current is not None
    return partial(
        referee.placement_bonus,
        events=tuple(table.current.events),
        skill=skill,
        start=table.created.start,
        assist=table.assist,
    )
