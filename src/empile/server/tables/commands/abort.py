"""Aborting a game before everybody has moved."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def abort(table: Table, key: str | None) -> list[Step]:
    """End the game without effect, if not everybody has moved yet."""
    permissions.require_running(table)
    place = permissions.require_human(table, key)[0]
    if is_begun(table):
        raise CommandError("not_now", "everybody has moved: resign instead")
    return [Step(events.Over(result=None, reason="aborted", place=place))]


def is_begun(table: Table) -> bool:
    """Return whether each person has moved once in the current game."""
    game = table.played[-1]
    moved = {event.seat for event in game.events}
    return all(
        seat in moved
        for seat, place in enumerate(game.seats)
        if table.places[place].kind == "person"
    )
