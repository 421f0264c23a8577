"""Tables in the store: created with their codes, and read from their logs."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from empile.engine.discovery import game_class
from empile.engine.errors import EmpileError, OptionError, UnknownGameError
from empile.engine.game import Game
from empile.server.store.interface import (
    Append,
    ClockedTable,
    CodeTakenError,
    Row,
    Store,
    StoreFailedError,
    outcome_of,
)
from empile.server.tables import tokens
from empile.server.tables.clocks.outages import now_ms
from empile.server.tables.store_errors import store_errors
from empile.server.tables.table import Table
from empile.server.wire import events, schemas
from empile.server.wire.errors import CommandError

log = logging.getLogger("empile.registry")

GameLoader = Callable[[str, Mapping[str, Any], int | None], Awaitable[Game]]
"""Returns a compiled game by its name, options and version of the rules."""

_TRIES: Final = 20
_ROWS_AT_ONCE: Final = 1000
"""Rows of a log that are loaded at a time."""


class StoredTables:
    """Creates and reads the tables of a store."""

    def __init__(self, store: Store, game: GameLoader) -> None:
        self._store = store
        self._game = game
        self._valid_codes: int | None = None
        self._missing: set[str] = set()
        """Games that tables have, but not this server."""

    async def read(self, table_id: str, number: int) -> Table:
        """Replay the log of a table.

        Raises ``CommandError`` if its game is not installed, other ``EmpileError`` if it is none.
        """
        rows = await self._store.rows_after(number, 0, _ROWS_AT_ONCE)
        first = _decode(rows[0]) if rows else None
        if not isinstance(first, events.Created):
            raise EmpileError("the log does not start with the creation of the table")
        game = await self._game_of(first)
        table = await asyncio.to_thread(Table, table_id, number, game, first)
        rows = rows[1:]
        while rows:
            await asyncio.to_thread(_take, table, rows)
            rows = await self._store.rows_after(number, table.seq, _ROWS_AT_ONCE)
        return table

    async def _game_of(self, created: events.Created[events.StoredPlace]) -> Game:
        name = f"the game '{created.game}' (rules {created.rules})"
        try:
            return await self._game(created.game, created.options, created.rules)
        except (UnknownGameError, OptionError) as error:
            if name not in self._missing:  # each look at such a table comes here
                self._missing.add(name)
                log.warning("tables wait for %s: %s", name, error)
            raise CommandError(
                "no_game",
                f"{name} is not installed on this server; the table keeps its moves, and goes on"
                " once it is installed again",
            ) from error

    async def mark_waiting(self) -> None:
        """Let the clocks of tables stand still whose game is not installed, until it is again.

        The mark is an outage without length at the end of the log. Raises ``StoreFailedError``.
        """
        clocked = await self._store.clocked()
        for table, must_wait in await asyncio.to_thread(_changed, clocked):
            now = now_ms()
            if not must_wait:
                await self._store.set_clock(table.number, now)
                continue
            mark = Row(table.last.seq + 1, now, events.encode(events.Outage(since=now, until=now)))
            outcome = await outcome_of(self._store, Append(table.number, [mark]))
            # After a conflict another process has marked it, or has the game.
            if outcome in ("failed", "unknown"):
                raise StoreFailedError("failed")

    async def create(
        self,
        game: Game,
        wanted: schemas.CreateTable,
        places: list[events.StoredPlace],
        *,
        matched: bool,
        calls: bool,
    ) -> Table:
        """Store a new table. Raises ``CommandError`` if no free code is found."""
        now = time.time_ns() // 1_000_000
        for _ in range(_TRIES):
            table_id, code = tokens.new_table_id(), None
            if wanted.allow_spectators or any(place.kind == "open" for place in places):
                code = await self._new_code()
            entry = events.Created(
                game=game.name,
                rules=game.rules_version,
                options=game.options,
                places=places,
                code=code or "",
                allow_spectators=wanted.allow_spectators,
                language=wanted.language,
                hints=wanted.hints,
                assist=wanted.assist,
                listed=wanted.listed,
                matched=matched,
                calls=calls,
                start=wanted.start,
                begins=wanted.begins,
                clock=wanted.clock,
                rated=wanted.rated,
                friendly=wanted.rated and wanted.friendly,
                patience=wanted.patience or events.DEFAULT_PATIENCE,
            )
            try:
                with store_errors():
                    number = await self._store.create(
                        table_id, code, now, Row(1, now, events.encode(entry))
                    )
            except CodeTakenError:
                continue
            return Table(table_id, number, game, replace(entry, seq=1, at=now))
        raise CommandError("failed", "no free code was found; try again")

    async def count_codes(self) -> None:
        """Count the valid codes again, on whose number the length of new ones depends."""
        self._valid_codes = await self._store.count_codes()

    async def _new_code(self) -> str:
        if self._valid_codes is None:
            with store_errors():
                await self.count_codes()
        assert self._valid_codes is not None
        self._valid_codes += 1
        return tokens.new_code(self._valid_codes)


def _changed(tables: Iterable[ClockedTable]) -> list[tuple[ClockedTable, bool]]:
    """Return the tables that must wait for their game from now on, or need not wait any more."""
    installed: dict[str, bool] = {}
    changed: list[tuple[ClockedTable, bool]] = []
    for table in tables:
        try:
            created, last = events.decode(table.first, 1, 0), _decode(table.last)
        except (msgspec.DecodeError, TypeError):
            continue  # whoever loads it is told
        if not isinstance(created, events.Created):
            continue
        key = json.dumps([created.game, created.rules, created.options], sort_keys=True)
        if key not in installed:
            installed[key] = _is_installed(created)
        waits = isinstance(last, events.Outage) and last.since == last.until
        if waits == installed[key]:
            changed.append((table, not waits))
    return changed


def _is_installed(created: events.Created[events.StoredPlace]) -> bool:
    try:
        game_class(created.game, created.rules)(**created.options)
    except (UnknownGameError, OptionError):
        return False
    return True


def _take(table: Table, rows: Iterable[Row]) -> None:
    for row in rows:
        table.take(_decode(row))


def _decode(row: Row) -> events.LogEntry:
    return events.decode(row.body, row.seq, row.at)
