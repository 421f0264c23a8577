"""Freezing a table after a failure, and resuming it."""

from __future__ import annotations

from empile.server import events
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who


def freeze(table: Table, message: str) -> list[Step]:
    """Return the step that freezes a table."""
    if table.trouble is not None:
        raise RefusedError("frozen", table.trouble)
    return [Step(events.Frozen(message=message))]


def resume(table: Table, key: str | None) -> list[Step]:
    """Return the step that resumes a frozen table."""
    who.of_the_table(table, key)
    if table.trouble is None:
        raise RefusedError("not_now", "the table is not frozen")
    return [Step(events.Resumed())]
