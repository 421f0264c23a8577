"""Taking back the caller's last move."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def takeback(table: Table, key: str | None) -> list[Step]:
    permissions.require_running(table)
    if table.created.rated:
        raise CommandError("not_now", "no move is taken back in rated games")
    place = permissions.require_human(table, key)[0]
    target = table.takeback_target(key)
    if target is None:
        raise CommandError("not_now", "you have no move to take back")
    if any(ask.what == "takeback" for ask in table.asks.values()):
        raise CommandError("not_now", "a vote on this is already open")
    others = permissions.other_persons(table, key)
    if others:
        return [Step(events.Asked(what="takeback", place=place, of=others))]
    return [Step(events.TakenBack(to=target, place=place))]


def granted(table: Table, asker: int) -> list[Step]:
    target = table.takeback_target(table.places[asker].key)
    if target is None:
        raise CommandError("not_now", "there is no longer a move to take back")
    return [Step(events.TakenBack(to=target, place=asker))]
