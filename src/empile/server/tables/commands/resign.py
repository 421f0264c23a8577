"""Resignation."""

from __future__ import annotations

from empile.server.physics.hand_skills import dexterity_number
from empile.server.tables import permissions
from empile.server.tables.levels import middle_level
from empile.server.tables.table import Step, Table
from empile.server.wire import events


def resign(table: Table, key: str | None, place: int | None) -> list[Step]:
    """Return the steps of a resignation: with two seats the game ends, else a bot plays on."""
    permissions.require_running(table)
    resigned = permissions.resolve_place(permissions.require_human(table, key), place)
    if len(table.places) == 2:
        return [Step(events.Resigned(place=resigned)), Step(events.Over(result=None))]
    stand_in = middle_level(table.game)
    steadiness = dexterity_number(table.game, stand_in)
    return [
        Step(events.Resigned(place=resigned)),
        Step(events.TakenOver(place=resigned, level=stand_in.number, dexterity=steadiness)),
    ]
