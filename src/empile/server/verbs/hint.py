"""Requests for hints."""

from __future__ import annotations

from empile.server import events
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who


def hint(table: Table, key: str | None) -> list[Step]:
    """Return the step that logs a hint, or none after the first."""
    who.of_the_table(table, key)
    if not table.created.hints:
        raise RefusedError("no_hints", "this table plays without hints")
    place = who.to_act(table, key)
    if table.hinted_at == table.turn:
        return []
    return [Step(events.Hinted(place=place))]
