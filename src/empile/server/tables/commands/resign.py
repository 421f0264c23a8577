"""Resignation."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import default_bot


def resign(table: Table, key: str | None, place: int | None) -> list[Step]:
    """Resign: with two seats the game ends, else a bot plays on."""
    permissions.require_running(table)
    resigned = permissions.resolve_place(permissions.require_human(table, key), place)
    if len(table.places) == 2:
        return [Step(events.Resigned(place=resigned)), Step(events.Over(result=None))]
    bot = default_bot(table.game)
    return [
        Step(events.Resigned(place=resigned)),
        Step(events.TakenOver(place=resigned, level=bot.level, hand_skill=bot.hand_skill)),
    ]
