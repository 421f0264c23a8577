"""Compares the logs of a store with what clients know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, select

from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import log, tables
from empile.server.wire import events

from .players import Journal

Logs = dict[str, dict[int, events.LogEntry]]


def check(store: StoreLocation, journal: Journal) -> tuple[int, list[str]]:
    """Return the number of events, and faults: what is lost, doubled, invented or unreadable."""

    def read(connection: Connection) -> list[tuple[str, int, int, bytes]]:
        statement = (
            select(tables.c.id, log.c.seq, log.c.at, log.c.body)
            .join(tables, tables.c.number == log.c.number)
            .order_by(log.c.number, log.c.seq)
        )
        return [tuple(row) for row in connection.execute(statement)]

    logs, faults = _decoded(database.read(store, read))
    for (table, seq), text in journal.acknowledged.items():
        entry = logs.get(table, {}).get(seq)
        if not isinstance(entry, events.Moved) or entry.text != text:
            faults.append(f"table {table}: the acknowledged move {seq} {text} is lost: {entry}")
    for table, entries in logs.items():
        faults += _invented(table, list(entries.values()), journal)
    return sum(map(len, logs.values())), faults


def _decoded(rows: Iterable[tuple[str, int, int, bytes]]) -> tuple[Logs, list[str]]:
    logs: Logs = {}
    faults: list[str] = []
    for table, seq, at, body in rows:
        entries = logs.setdefault(table, {})
        if seq != len(entries) + 1:
            faults.append(f"table {table}: event {seq} follows {len(entries)}")
        try:
            entries[seq] = events.decode(body, seq, at)
        except msgspec.DecodeError as error:
            faults.append(f"table {table}: event {seq} cannot be read: {error}")
    return logs, faults


def _invented(table: str, entries: Sequence[events.LogEntry], journal: Journal) -> list[str]:
    bots = {
        number
        for entry in entries
        if isinstance(entry, events.Created)
        for number, place in enumerate(entry.places)
        if place.kind == "bot"
    }
    seats: Sequence[int] = ()
    faults: list[str] = []
    for entry in entries:
        if isinstance(entry, events.Started):
            seats = entry.seats
        elif (
            isinstance(entry, events.Moved)
            and seats[entry.seat] not in bots
            and (table, entry.text) not in journal.attempted
        ):
            faults.append(f"table {table}: nobody made the move {entry.seq} {entry.text}")
    return faults
