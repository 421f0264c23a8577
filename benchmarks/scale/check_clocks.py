"""Computes what moves cost by the clocks of all games of a store, from their logs alone."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import log, tables
from empile.server.tables.loaded_games import loaded_game
from empile.server.tables.table import Table
from empile.server.wire import events

MOST_MS: Final = 4_000
"""What a move may cost a player who moves at once: a process may be silent for three seconds before
the others stop the clocks."""


class Costs(NamedTuple):
    """What the moves of people cost."""

    moves: list[int]
    """Milliseconds of each move that was not the first one of its seat."""
    outages: int
    """How many outages are in the logs."""
    faults: list[str]


def check_clocks(store: StoreLocation) -> Costs:
    """Return what moves cost; a fault for each flag, and for each move that cost too much."""

    def read(connection: Connection) -> list[tuple[str, int, int, bytes]]:
        statement = (
            select(tables.c.id, log.c.seq, log.c.at, log.c.body)
            .join(tables, tables.c.number == log.c.number)
            .order_by(log.c.number, log.c.seq)
        )
        return [tuple(row) for row in connection.execute(statement)]

    costs = Costs([], 0, [])
    for table, rows in groupby(database.read(store, read), key=lambda row: row[0]):
        entries = (events.decode(body, seq, at) for _, seq, at, body in rows)
        found = _costs_of(table, entries)
        costs = Costs(
            costs.moves + found.moves, costs.outages + found.outages, costs.faults + found.faults
        )
    return costs


def _costs_of(name: str, entries: Iterable[events.LogEntry]) -> Costs:
    """Replay a log. What an outage gives back later is taken off the move that it belongs to."""
    first, *others = entries
    assert isinstance(first, events.Created)
    table = Table(name, 1, loaded_game(first.game, first.rules, first.options), first)
    costs = Costs([], 0, [])
    last: dict[int, int] = {}
    """By seat: the index of its last move in ``costs.moves``."""
    left: list[int] = []
    outages = 0
    for entry in others:
        table.take(entry)
        if table.clock is None:
            continue
        if isinstance(entry, events.Started):
            last, left = {}, table.clock.view(entry.at).left
            continue
        after = _charged(table)
        if isinstance(entry, events.Moved):
            # The first move of a seat costs nothing.
            costs.moves.append(left[entry.seat] - after[entry.seat])
            last[entry.seat] = len(costs.moves) - 1
        elif isinstance(entry, events.Outage):
            outages += 1
            for seat, index in last.items():
                costs.moves[index] -= max(0, after[seat] - left[seat])
        elif isinstance(entry, events.Flagged):
            costs.faults.append(f"table {name}: event {entry.seq} is a flag")
        left = after
    costs.faults.extend(
        f"table {name}: a move cost {cost / 1000:.1f} s" for cost in costs.moves if cost > MOST_MS
    )
    return costs._replace(outages=outages)


def _charged(table: Table) -> list[int]:
    """Return what each seat has left, without what the running clock has counted."""
    clock = table.clock
    assert clock is not None
    return clock.view(clock.since).left
