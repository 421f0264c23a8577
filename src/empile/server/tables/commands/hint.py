"""Requests for hints."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def hint(table: Table, key: str | None) -> list[Step]:
    permissions.require_seat(table, key)
    if not table.created.hints:
        raise CommandError("no_hints", "this table plays without hints")
    place = permissions.require_turn(table, key)
    if table.hinted_at == table.turn:
        return []
    return [Step(events.Hinted(place=place))]
