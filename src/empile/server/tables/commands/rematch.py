"""Rematches."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from empile.server.tables import permissions
from empile.server.tables.commands import answer
from empile.server.tables.commands.start import next_game
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError


def rematch(table: Table, key: str | None, present: AbstractSet[int]) -> list[Step]:
    """Vote on a rematch or start it; resigned players that are ``present`` vote too and return."""
    held = permissions.require_seat(table, key)
    if table.status != "over":
        raise CommandError("not_now", "the game is not over")
    for ask in table.asks.values():
        if ask.what == "rematch":
            return answer.answer(table, key, ask.seq, yes=True)
    others = [
        number
        for number, place in enumerate(table.places)
        if place.key is not None
        and place.key != key
        and (place.kind == "person" or (place.resigned and number in present))
    ]
    if others:
        return [Step(events.Asked(what="rematch", place=held[0], of=others))]
    return next_game(table, set(held))
