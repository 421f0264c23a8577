"""Checks the games, and a store event by event, with one table at a time in memory."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.exc import DBAPIError

from empile.bots.analysis_results import Analysis
from empile.engine.discovery import describe_error, game_class, game_names, skipped_games
from empile.engine.errors import EmpileError, UnknownGameError
from empile.engine.game import Game
from empile.server.store.schema import analyses, claims, deletions, log, metadata, tables
from empile.server.tables.table import Table
from empile.server.wire import events

_RESTORE: Final = (
    "stop the server and run `empile restore` with a backup; without one, save what can be read"
    " with `empile tables export`"
)
_BROKEN: Final = (
    "the server cannot open this table: restore a backup, or remove it with `empile tables delete`"
)
_WAITS: Final = (
    "its data is good: install the package of the game again, and the table goes on; keep the table"
)
_HARMLESS: Final = "harmless: the server ignores it; `empile tables prune` removes deleted logs"
_UNSEEN: Final = "harmless: nobody sees them"
_SKIPPED: Final = "the server runs without this game: repair or remove it"
_MOST_PAGE_PROBLEMS: Final = 100


class Problem(NamedTuple):
    table: str | None
    """None: the store, or a game."""
    what: str
    advice: str
    game: str | None = None
    """A game that cannot be used."""

    @property
    def place(self) -> str:
        """What the problem is in."""
        if self.game is not None:
            return f"game {self.game}"
        return "the store" if self.table is None else f"table {self.table}"


@dataclass
class Checked:
    """What was read so far."""

    tables: int = 0
    events: int = 0
    analyses: int = 0


def examine_games() -> Iterator[Problem]:
    """Yield which games cannot be used, and why."""
    for skipped in skipped_games():
        what = f"of {skipped.origin}: {skipped.reason}"
        yield Problem(None, what, _SKIPPED, skipped.name)
    for name in game_names():
        try:
            game_class(name)().new_state()
        except Exception as error:  # whatever its author has not finished
            yield Problem(None, describe_error(error), _SKIPPED, name)


def examine(connection: Connection, checked: Checked) -> Iterator[Problem]:
    """Yield what is wrong with a store."""
    for check in (_pages, _tables, _orphans, _analyses, _references, _claims):
        try:
            yield from check(connection, checked)
        except DBAPIError as error:
            yield Problem(None, f"it cannot be read: {error.orig}", _RESTORE)


def _pages(connection: Connection, _: Checked) -> Iterator[Problem]:
    if connection.dialect.name != "sqlite":
        return  # PostgreSQL has programs of its own
    for (found,) in connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_PAGE_PROBLEMS})"):
        if found != "ok":
            yield Problem(None, found, _RESTORE)


def _tables(connection: Connection, checked: Checked) -> Iterator[Problem]:
    last = -1
    next_ = select(tables.c.number, tables.c.id, tables.c.code).order_by(tables.c.number).limit(1)
    while (row := connection.execute(next_.where(tables.c.number > last)).first()) is not None:
        last, name, code = row
        checked.tables += 1
        advice = _BROKEN
        try:
            what = _fault_of_table(connection, checked, last, name, code)
        except UnknownGameError as error:
            what, advice = f"its game is not installed: {error}", _WAITS
        except DBAPIError as error:
            what = f"its events cannot be read: {error.orig}"
        if what is not None and _exists(connection, last):
            yield Problem(name, what, advice)


def _exists(connection: Connection, number: int) -> bool:
    """Return whether a table still exists."""
    found = select(tables.c.number).where(tables.c.number == number)
    return connection.scalar(found) is not None


def _fault_of_table(
    connection: Connection, checked: Checked, number: int, name: str, code: str | None
) -> str | None:
    """Return what is wrong with a table. Raises ``UnknownGameError`` if its game is missing."""
    rows = connection.execute(
        select(log.c.seq, log.c.at, log.c.body).where(log.c.number == number).order_by(log.c.seq)
    )
    table: Table | None = None
    missing: UnknownGameError | None = None
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
            elif missing is None:
                return "its log does not begin with its creation"
        except UnknownGameError as error:
            missing = error  # what follows is still read
        except (EmpileError, ValueError, LookupError, AssertionError) as error:
            return f"event {seq} is not possible: {error or type(error).__name__}"
        due += 1
    if missing is not None:
        raise missing
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


def _orphans(connection: Connection, _: Checked) -> Iterator[Problem]:
    orphans = select(log.c.number, func.count()).where(log.c.number.not_in(select(tables.c.number)))
    if inspect(connection).has_table("deletions"):
        pending = select(deletions.c.number).where(deletions.c.pending != 0)
        orphans = orphans.where(log.c.number.not_in(pending))
    found = connection.execute(orphans.group_by(log.c.number))
    for number, count in found:
        yield Problem(None, f"{count} events belong to no table (number {number})", _HARMLESS)


def _references(connection: Connection, _: Checked) -> Iterator[Problem]:
    """Yield rows of accounts that refer to missing ones. PostgreSQL lets there be none."""
    if connection.dialect.name != "sqlite" or not inspect(connection).has_table("accounts"):
        return
    for table in metadata.sorted_tables:
        if table is log or not table.foreign_keys:
            continue
        broken: dict[str, int] = {}
        for row in connection.exec_driver_sql(f"PRAGMA foreign_key_check({table.name})"):
            broken[row[2]] = broken.get(row[2], 0) + 1
        for parent, count in broken.items():
            yield Problem(None, f"{count} rows of {table.name} refer to missing {parent}", _RESTORE)


def _claims(connection: Connection, _: Checked) -> Iterator[Problem]:
    if not inspect(connection).has_table("claims"):
        return
    lost = select(claims.c.number, func.count()).where(
        claims.c.number.not_in(select(tables.c.number))
    )
    for number, count in connection.execute(lost.group_by(claims.c.number)):
        yield Problem(
            None, f"{count} places of members belong to no table (number {number})", _UNSEEN
        )


def _analyses(connection: Connection, checked: Checked) -> Iterator[Problem]:
    if not inspect(connection).has_table("analyses"):
        return
    for name, body in connection.execute(select(analyses.c.name, analyses.c.body)):
        checked.analyses += 1
        try:
            msgspec.json.decode(body, type=Analysis)
        except (msgspec.DecodeError, TypeError) as error:
            yield Problem(
                None,
                f"analysis {name} cannot be decoded: {error}",
                "harmless: the server computes it again",
            )
