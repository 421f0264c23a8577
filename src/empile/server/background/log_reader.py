"""Tables as workers see them: read from the store, and kept for the next job."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from empile.server.background.game_cache import GameCache
from empile.server.store.interface import Store
from empile.server.tables.table import Table
from empile.server.wire import events

_MOST_TABLES: Final = 200
_ROWS_AT_ONCE: Final = 1000


@dataclass
class _Known:
    table: Table | None = None
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)


class LogReader:
    """Reads tables by the numbers of the store."""

    def __init__(self, store: Store, games: GameCache) -> None:
        self._store = store
        self._games = games
        self._known: OrderedDict[int, _Known] = OrderedDict()

    async def table(self, number: int) -> Table | None:
        """Return a table with all its events, or None if it was deleted. Its id does not matter.

        Use it before the next await: other jobs update it as well.
        """
        known = self._known.setdefault(number, _Known())
        self._known.move_to_end(number)
        while len(self._known) > _MOST_TABLES:
            self._known.popitem(last=False)
        async with known.reading:
            known.table = await self._read(number, known.table)
            return known.table

    async def _read(self, number: int, table: Table | None) -> Table | None:
        rows = await self._store.rows_after(number, table.seq if table else 0, _ROWS_AT_ONCE)
        if table is None:
            if not rows:
                return None
            first = events.decode(rows[0].body, rows[0].seq, rows[0].at)
            assert isinstance(first, events.Created)
            game = await self._games.game(first.game, first.options, first.rules)
            table = await asyncio.to_thread(Table, str(number), number, game, first)
            rows = rows[1:]
        while rows:
            for row in rows:
                table.take(events.decode(row.body, row.seq, row.at))
            rows = await self._store.rows_after(number, table.seq, _ROWS_AT_ONCE)
        return table
