"""Asking whether a player is still there, at tables without a clock."""

from __future__ import annotations

from typing import Protocol

from empile.server.tables import permissions
from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.commands.time_out import give_up
from empile.server.tables.table import Ask, Step, Table
from empile.server.wire import events
from empile.server.wire.clocks.settings import SECOND_MS
from empile.server.wire.errors import CommandError


class OutagesKnown(Protocol):
    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        ...

    def between(self, since: int, until: int) -> list[Period]:
        """Return when the server could not be reached in a period."""
        ...


def ask(table: Table, key: str | None, outages: OutagesKnown) -> list[Step]:
    """Ask the player to act whether they are there, after the table's patience."""
    asker, absent = _absent(table, key)
    if open_question(table) is not None:
        raise CommandError("not_now", "this player has been asked already")
    if _waited(table.turn_at, outages) < table.created.patience * SECOND_MS:
        raise CommandError("not_now", "this player may think for a while yet")
    return [Step(events.Asked(what="presence", place=asker, of=[absent]))]


def claim(table: Table, key: str | None, outages: OutagesKnown) -> list[Step]:
    """End the game if the player to act did not answer in time."""
    _, absent = _absent(table, key)
    question = open_question(table)
    if question is None:
        raise CommandError("not_now", "ask first whether this player is there")
    if _waited(question.at, outages) < table.created.patience * SECOND_MS:
        raise CommandError("not_now", "this player has some time to answer yet")
    return give_up(table, absent, "absence")


def open_question(table: Table) -> Ask | None:
    """Return the question to the player to act that is not answered."""
    return next((one for one in table.asks.values() if one.what == "presence"), None)


def _absent(table: Table, key: str | None) -> tuple[int, int]:
    permissions.require_running(table)
    asker = permissions.require_human(table, key)[0]
    if table.created.clock is not None:
        raise CommandError("not_now", "this table has a clock")
    place = table.place_to_act
    if place is None or table.places[place].kind != "person":
        raise CommandError("not_now", "no person is to act")
    if table.places[place].key == key:
        raise CommandError("not_now", "you are to act yourself")
    return asker, place


def _waited(since: int, outages: OutagesKnown) -> int:
    """Return for how long a player could have acted."""
    now = outages.now()
    return now - since - sum(one.until - one.since for one in outages.between(since, now))
