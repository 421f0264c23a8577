"""Live pictures of tables: the board as spectators see it, drawn once for each position."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from typing import Final, NamedTuple

from empile.engine.game import State
from empile.server.registry import TableRegistry
from empile.server.tables.table import Table
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Buckets

_MOST: Final = 200
"""Pictures that are kept, of some tens of kilobytes each."""

_Key = tuple[str, int]


class Thumbnail(NamedTuple):
    """An SVG document."""

    body: bytes
    packed: bytes
    """The same, by gzip."""
    position: int
    """The number of the position that it shows."""


class Thumbnails:
    """Draws them in threads. ``reads`` limits drawing by address; known pictures cost nothing."""

    def __init__(self, registry: TableRegistry, reads: Buckets) -> None:
        self._registry = registry
        self._reads = reads
        self._known: OrderedDict[_Key, Thumbnail] = OrderedDict()
        self._drawing: dict[_Key, asyncio.Future[Thumbnail]] = {}

    async def get(self, table_id: str, position: int, host: str) -> Thumbnail | None:
        """Return a picture of ``position``, or of the last one; None if there is none.

        Tables without spectators are as if they did not exist. ``host`` asks for it.
        """
        known = self._known.get((table_id, position))
        if known is not None:
            self._known.move_to_end((table_id, position))
            return known
        if not self._reads.allow(host):
            return None
        table = await self._table(table_id, position)
        if table is None or table.state is None:
            return None
        return await self._drawn((table_id, table.turn), table.state)

    async def _table(self, table_id: str, position: int) -> Table | None:
        try:
            room = await self._registry.room(table_id)
            if room.table.created.allow_spectators and room.table.turn < position:
                room = await self._registry.current_room(table_id)  # another process knows more
        except CommandError:
            return None
        return room.table if room.table.created.allow_spectators else None

    async def _drawn(self, key: _Key, state: State) -> Thumbnail:
        if key in self._known:
            return self._known[key]
        drawing = self._drawing.get(key)
        if drawing is None:
            drawing = self._drawing[key] = asyncio.ensure_future(
                asyncio.to_thread(_draw, state, key[1])
            )
            drawing.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(drawing)

    def _keep(self, key: _Key, done: asyncio.Future[Thumbnail]) -> None:
        del self._drawing[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._known[key] = done.result()
        if len(self._known) > _MOST:
            self._known.popitem(last=False)


def _draw(state: State, position: int) -> Thumbnail:
    """Return the board as spectators see it. Blocks for up to some tens of milliseconds."""
    body = state.to_svg(None).encode()
    return Thumbnail(body, gzip.compress(body, 6, mtime=0), position)
