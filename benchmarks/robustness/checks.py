"""Checks of a data file: what was acknowledged is there once, and nothing else was invented."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from players import Acknowledged, agree

from empile.engine.discovery import game_class
from empile.server.store.upgrades import prepare
from empile.server.tables.table import Table
from empile.server.wire import events


class Stored(NamedTuple):
    """A row of a log."""

    seq: int
    at: int
    body: bytes


Logs: TypeAlias = dict[str, list[Stored]]
"""The rows of each table by its id."""


def read_logs(path: Path) -> Logs:
    """Open a file as a server does at its start, and return its logs.

    Raises the errors of the store and of SQLite.
    """
    prepare(path)
    with contextlib.closing(sqlite3.connect(path)) as file:
        (sound,) = file.execute("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        logs: Logs = {name: [] for (name,) in file.execute("SELECT id FROM tables")}
        for name, *row in file.execute(
            "SELECT id, seq, at, body FROM log JOIN tables USING (number) ORDER BY number, seq"
        ):
            logs[name].append(Stored(*row))
    return logs


def faults_of_prefix(logs: Logs, final: Logs, acknowledged: Mapping[str, int]) -> list[str]:
    """Compare logs with those that they grew to later.

    :param acknowledged: the last acknowledged event of each table.
    """
    found: list[str] = []
    for name, rows in logs.items():
        if rows != final.get(name, [])[: len(rows)]:
            found.append(f"table {name}: the log is not a beginning of the later one")
        if not rows or [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            found.append(f"table {name}: the events are not numbered from 1 without gaps")
    for name, seq in acknowledged.items():
        last = len(logs.get(name, []))
        if last < seq:
            found.append(f"table {name}: event {seq} was acknowledged, the last one is {last}")
    return found


def faults_of_rules(logs: Logs) -> list[str]:
    """Replay all logs by the rules; return what is wrong."""
    found: list[str] = []
    for name, rows in logs.items():
        try:
            _replay(name, rows)
        except Exception as error:
            found.append(f"table {name}: {type(error).__name__}: {error}")
    return found


def _replay(name: str, rows: Sequence[Stored]) -> None:
    entries = [events.decode(row.body, row.seq, row.at) for row in rows]
    first, *later = entries
    assert isinstance(first, events.Created), "the log does not begin with the table"
    assert first.seq == 1, "the log does not begin with event 1"
    game = game_class(first.game, first.rules)(**first.options)
    table = Table(name, 1, game, first)
    for entry in later:
        table.take(entry)


def faults_of_events(logs: Logs, heard: Sequence[Acknowledged]) -> list[str]:
    """Compare each acknowledged event with the stored one."""
    found: list[str] = []
    for one in heard:
        rows = {row.seq: row for row in logs.get(one.table, [])}
        for seq, told in one.events.items():
            if seq not in rows:
                found.append(f"table {one.table}: event {seq} is lost")
                continue
            stored = facts_of(rows[seq])
            if not agree(told, stored):
                found.append(f"table {one.table}: event {seq} was {told}, is {stored}")
    return found


def facts_of(row: Stored) -> tuple[str, str]:
    """Return the kind of a stored event and the text of a move or outcome."""
    entry = events.decode(row.body, row.seq, row.at)
    text = entry.text if isinstance(entry, events.Moved | events.ChanceResolved) else ""
    return str(entry.__struct_config__.tag), text
