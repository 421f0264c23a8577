"""Resuming a table that froze after a failure."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def resume(table: Table, key: str | None) -> list[Step]:
    permissions.require_seat(table, key)
    if table.failure is None:
        raise CommandError("not_now", "the table is not frozen")
    return [Step(events.Resumed())]
