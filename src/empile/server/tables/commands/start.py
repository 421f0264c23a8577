"""Starting games: the first one and rematches."""

from __future__ import annotations

import secrets
from collections.abc import Set as AbstractSet

from empile.server.tables.commands.advance import auto_advance
from empile.server.tables.table import Step, Table
from empile.server.wire import events


def first_game(table: Table) -> list[Step]:
    """Start the first game. The place that begins was chosen with the table, or is drawn."""
    count, begins = len(table.places), table.created.begins
    if begins is None:
        return _begin(table, 1, secrets.randbelow(count))
    seat = max(0, table.initial.current_player())  # a position may be another seat's turn
    return _begin(table, 1, (begins - seat) % count)


def next_game(table: Table, agreeing: AbstractSet[int]) -> list[Step]:
    """Start a rematch: seat 0 moves by one place, and ``agreeing`` resigned players return."""
    back = [
        Step(events.Retaken(place=number))
        for number, place in enumerate(table.places)
        if place.stands_in and place.resigned and number in agreeing
    ]
    last = table.played[-1]
    return [*back, *_begin(table, last.number + 1, (last.seats[0] + 1) % len(table.places))]


def _begin(table: Table, number: int, first: int) -> list[Step]:
    count = len(table.places)
    seats = [(first + seat) % count for seat in range(count)]
    return [
        Step(events.Started(game_number=number, seats=seats)),
        *auto_advance(table, table.initial),
    ]
