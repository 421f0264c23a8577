"""Placement assist: no tremor, and help to find the middle."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import hand_skills
from empile.server.wire.errors import CommandError


def set_assist(table: Table, key: str | None, *, on: bool) -> list[Step]:
    place = permissions.require_human(table, key)[0]
    if not hand_skills(table.game):
        raise CommandError("not_now", "nothing is placed by hand in this game")
    if table.status not in ("playing", "over"):
        raise CommandError("not_now", "the game has not started")
    if table.assist == on:
        raise CommandError("not_now", f"calm hands are {'on' if on else 'off'} already")
    if any(ask.what == "assist" for ask in table.asks.values()):
        raise CommandError("not_now", "a vote on this is already open")
    others = permissions.other_persons(table, key)
    if others:
        return [Step(events.Asked(what="assist", place=place, of=others, assist=on))]
    return [Step(events.AssistSet(place=place, on=on))]
