"""Checks a data file event by event, without holding more than one table in memory."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from empile.bots.analysis_results import Analysis
from empile.engine.discovery import game_class
from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.server.store.files import open_to_read
from empile.server.tables.table import Table
from empile.server.wire import events

_RESTORE: Final = (
    "stop the server and run `empile restore` with a backup; without one, save what can be read"
    " with `empile tables export`"
)
_BROKEN: Final = (
    "the server cannot open this table: restore a backup, or remove it with `empile tables delete`"
)
_HARMLESS: Final = "harmless: the server ignores it; `empile tables prune` removes deleted logs"
_MOST_PAGE_PROBLEMS: Final = 100


class Problem(NamedTuple):
    table: str | None
    """None: the file."""
    what: str
    advice: str


@dataclass
class Checked:
    """What was read so far."""

    tables: int = 0
    events: int = 0
    analyses: int = 0


def examine(path: Path, checked: Checked) -> Iterator[Problem]:
    """Yield what is wrong with a data file. Raises ``StoreError`` if it cannot be opened."""
    with closing(open_to_read(path)) as connection:
        for check in (_pages, _tables, _orphans, _analyses):
            try:
                yield from check(connection, checked)
            except sqlite3.Error as error:
                yield Problem(None, f"it cannot be read: {error}", _RESTORE)


def _pages(connection: sqlite3.Connection, _: Checked) -> Iterator[Problem]:
    for (found,) in connection.execute(f"PRAGMA integrity_check({_MOST_PAGE_PROBLEMS})"):
        if found != "ok":
            yield Problem(None, found, _RESTORE)


def _tables(connection: sqlite3.Connection, checked: Checked) -> Iterator[Problem]:
    last = -1
    statement = "SELECT number, id, code FROM tables WHERE number > ? ORDER BY number LIMIT 1"
    while (row := connection.execute(statement, (last,)).fetchone()) is not None:
        last, name, code = row
        checked.tables += 1
        try:
            what = _fault_of_table(connection, checked, last, name, code)
        except sqlite3.Error as error:
            what = f"its events cannot be read: {error}"
        if what is not None and _exists(connection, last):
            yield Problem(name, what, _BROKEN)


def _exists(connection: sqlite3.Connection, number: int) -> bool:
    """Return whether a table was not deleted meanwhile."""
    found = connection.execute("SELECT 1 FROM tables WHERE number = ?", (number,))
    return found.fetchone() is not None


def _fault_of_table(
    connection: sqlite3.Connection, checked: Checked, number: int, name: str, code: str | None
) -> str | None:
    rows = connection.execute(
        "SELECT seq, at, body FROM log WHERE number = ? ORDER BY seq", (number,)
    )
    table: Table | None = None
    due = 1
    for seq, at, body in rows:
        if seq != due:
            return f"event {due} is missing"
        checked.events += 1
        try:
            entry = events.decode(body, seq, at)
        except (msgspec.DecodeError, TypeError) as error:
            return f"event {seq} cannot be decoded: {error}"
        try:
            if table is not None:
                table.take(entry)
            elif isinstance(entry, events.Created):
                table = Table(name, number, _game(entry), entry)
            else:
                return "its log does not begin with its creation"
        except (EmpileError, ValueError, LookupError, AssertionError) as error:
            return f"event {seq} is not possible: {error or type(error).__name__}"
        due += 1
    if table is None:
        return "it has no events"
    if code is not None and code != table.created.code:
        return f"its code {code} is not that of its creation"
    return None


def _game(created: events.Created[events.StoredPlace]) -> Game:
    options = msgspec.json.encode(created.options, order="sorted")
    return _game_of(created.game, created.rules, options)


@functools.lru_cache(maxsize=64)
def _game_of(name: str, rules: int, options: bytes) -> Game:
    chosen: dict[str, Any] = msgspec.json.decode(options)
    return game_class(name, rules)(**chosen)


def _orphans(connection: sqlite3.Connection, _: Checked) -> Iterator[Problem]:
    known = "SELECT number FROM tables"
    has = "SELECT 1 FROM sqlite_master WHERE name = 'deletions'"
    if connection.execute(has).fetchone() is not None:
        known += " UNION SELECT number FROM deletions WHERE pending"
    found = connection.execute(
        f"SELECT number, count(*) FROM log WHERE number NOT IN ({known}) GROUP BY number"
    )
    for number, count in found:
        yield Problem(None, f"{count} events belong to no table (number {number})", _HARMLESS)


def _analyses(connection: sqlite3.Connection, checked: Checked) -> Iterator[Problem]:
    has = "SELECT 1 FROM sqlite_master WHERE name = 'analyses'"
    if connection.execute(has).fetchone() is None:
        return
    for name, body in connection.execute("SELECT name, body FROM analyses"):
        checked.analyses += 1
        try:
            msgspec.json.decode(body, type=Analysis)
        except (msgspec.DecodeError, TypeError) as error:
            yield Problem(
                None,
                f"analysis {name} cannot be decoded: {error}",
                "harmless: the server computes it again",
            )
