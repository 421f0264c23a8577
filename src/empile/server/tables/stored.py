"""Tables in the store: created with their codes, and read from their logs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.server.store.interface import CodeTakenError, Row, Store
from empile.server.tables import tokens
from empile.server.tables.store_errors import store_errors
from empile.server.tables.table import Table
from empile.server.wire import events, schemas
from empile.server.wire.errors import CommandError

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

    async def read(self, table_id: str, number: int) -> Table:
        """Replay the log of a table. Raises ``EmpileError`` if it is none."""
        rows = await self._store.rows_after(number, 0, _ROWS_AT_ONCE)
        first = _decode(rows[0]) if rows else None
        if not isinstance(first, events.Created):
            raise EmpileError("the log does not start with the creation of the table")
        game = await self._game(first.game, first.options, first.rules)
        table = await asyncio.to_thread(Table, table_id, number, game, first)
        rows = rows[1:]
        while rows:
            await asyncio.to_thread(_take, table, rows)
            rows = await self._store.rows_after(number, table.seq, _ROWS_AT_ONCE)
        return table

    async def create(
        self,
        game: Game,
        wanted: schemas.CreateTable,
        places: list[events.StoredPlace],
        *,
        matched: bool,
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
                start=wanted.start,
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


def _take(table: Table, rows: Iterable[Row]) -> None:
    for row in rows:
        table.take(_decode(row))


def _decode(row: Row) -> events.LogEntry:
    return events.decode(row.body, row.seq, row.at)
