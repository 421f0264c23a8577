"""Heartbeats of processes, their outages, and tables with a running clock."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final, NamedTuple

GONE_MS: Final = 15_000
"""A process that has not been heard of for so long is gone. All clocks stand still until then."""
KEPT_MS: Final = 60 * 24 * 3600 * 1000
"""How long outages are kept."""


class Beat(NamedTuple):
    """A sign of life of a process. Times are milliseconds since 1970."""

    process: str
    at: int
    missed: Sequence[tuple[int, int]] = ()
    """When the process could not serve clients, since its last beat."""
    after: int = 0
    """Return the outages that ended after this moment."""


class Beats(NamedTuple):
    """The answer to a beat."""

    outages: list[tuple[int, int]]
    """The outages that are over, in no order."""
    others: dict[str, int]
    """When each other process was last up, unless it is gone."""


class DueClocks(NamedTuple):
    tables: list[str]
    """The IDs of tables whose clocks a process should look at."""
    any: bool
    """Whether any clock runs."""


DELETE_OLD: Final = "DELETE FROM outages WHERE ended < ?"
KEEP_OUTAGE: Final = "INSERT INTO outages (began, ended) VALUES (?, ?)"
SET_BEAT: Final = (
    "INSERT INTO heartbeats (process, at) VALUES (?, ?) "
    "ON CONFLICT (process) DO UPDATE SET at = excluded.at"
)
END_GONE: Final = "DELETE FROM heartbeats WHERE at < ? AND process <> ? RETURNING at"
OTHERS: Final = "SELECT process, at FROM heartbeats WHERE process <> ?"
OUTAGES: Final = "SELECT began, ended FROM outages WHERE ended > ?"
LEAVE: Final = "DELETE FROM heartbeats WHERE process = ?"
SET_CLOCK: Final = "INSERT INTO clocks (number, due) VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET due = excluded.due"
STOP_CLOCK: Final = "DELETE FROM clocks WHERE number = ?"
DUE: Final = (
    "SELECT tables.id FROM clocks JOIN tables ON tables.number = clocks.number "
    "WHERE clocks.due <= ? ORDER BY clocks.due LIMIT 200"
)
CLOCKED: Final = """
SELECT clocks.number, first.body, last.seq, last.at, last.body
FROM clocks JOIN tables ON tables.number = clocks.number
JOIN log AS first ON first.number = clocks.number AND first.seq = 1
JOIN log AS last ON last.number = clocks.number
    AND last.seq = (SELECT max(seq) FROM log WHERE log.number = clocks.number)
"""
ANY: Final = "SELECT 1 FROM clocks JOIN tables ON tables.number = clocks.number LIMIT 1"


def for_postgres(statement: str) -> str:
    """Return a statement with the parameters of PostgreSQL.

    >>> for_postgres("SELECT ? + ?")
    'SELECT $1 + $2'
    """
    first, *rest = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


def beat_in(connection: sqlite3.Connection, beat: Beat) -> Beats:
    """Do what :meth:`empile.server.store.interface.Store.beat` does, in a file."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(KEEP_OUTAGE, beat.missed)
        connection.execute(SET_BEAT, (beat.process, beat.at))
        gone = connection.execute(END_GONE, (beat.at - GONE_MS, beat.process)).fetchall()
        connection.executemany(KEEP_OUTAGE, [(last, beat.at) for (last,) in gone])
        connection.execute(DELETE_OLD, (beat.at - KEPT_MS,))
        outages = connection.execute(OUTAGES, (beat.after,)).fetchall()
        others = connection.execute(OTHERS, (beat.process,)).fetchall()
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return Beats(outages, dict(others))


def leave_in(connection: sqlite3.Connection, beat: Beat) -> None:
    """Do what :meth:`empile.server.store.interface.Store.leave` does, in a file."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(KEEP_OUTAGE, beat.missed)
        connection.execute(LEAVE, (beat.process,))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
