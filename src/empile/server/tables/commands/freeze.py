"""Freezing a table after a failure, and resuming it."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def freeze(table: Table, message: str) -> list[Step]:
    """Return the step that freezes a table."""
    if table.trouble is not None:
        raise CommandError("frozen", table.trouble)
    return [Step(events.Frozen(message=message))]


def resume(table: Table, key: str | None) -> list[Step]:
    """Return the step that resumes a frozen table."""
    permissions.require_seat(table, key)
    if table.trouble is None:
        raise CommandError("not_now", "the table is not frozen")
    return [Step(events.Resumed())]
