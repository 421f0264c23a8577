"""Noting that players whom a table called have come."""

from __future__ import annotations

from collections.abc import Collection

from empile.server.tables.table import Step, Table
from empile.server.wire import events


def arrive(table: Table, here: Collection[int], now: int) -> list[Step]:
    """Return an event for each place that is ``here`` and for which the clocks wait."""
    clock = table.clock
    if clock is None or table.status != "playing":
        return []
    seats = table.played[-1].seats
    called = (seats[seat] for seat in sorted(clock.called(now)))
    return [Step(events.Arrived(place=place)) for place in called if place in here]
