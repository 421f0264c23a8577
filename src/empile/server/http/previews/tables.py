"""Tables in link previews: what the public may see of them, and pictures of their games."""

from __future__ import annotations

import logging
from typing import Final

from empile.engine.errors import EmpileError
from empile.server.background.compute import Compute
from empile.server.http.previews.pages import PICTURE_SIZE, TableSeen, TableState
from empile.server.http.previews.thumbnails import Thumbnails
from empile.server.http.sharing.drawing import BACKGROUND, framed_png
from empile.server.registry import TableRegistry
from empile.server.tables import game_redaction
from empile.server.tables.table import Table
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Buckets, address_group

_MARGIN: Final = 15
PICTURE_COST: Final = 5

log = logging.getLogger("empile.previews")


class TablePreviews:
    """Previews of tables that admit spectators; all others are as if they did not exist."""

    def __init__(
        self, registry: TableRegistry, compute: Compute, reads: Buckets, costs: Buckets
    ) -> None:
        self._registry = registry
        self._compute = compute
        self._reads = reads
        self._costs = costs
        self.thumbnails = Thumbnails(registry, reads)

    async def seen(self, table_id: str, host: str) -> TableSeen | None:
        """Return what a link preview may say of a table. ``host`` asks for it.

        Raises ``CommandError`` if there is none.
        """
        if not self._reads.allow(host):
            return None
        table = await self._public(table_id)
        if table is None:
            return None
        path = f"/pictures/{table.id}.png?at={table.seq}" if table.played else ""
        return TableSeen(table.game.name, _state(table), table.created.language, path)

    async def picture(self, table_id: str, host: str) -> bytes | None:
        """Return a PNG of the last game of a table as spectators see it now."""
        if not self._costs.bucket(host).allow(PICTURE_COST):
            return None
        try:
            table = await self._public(table_id)
        except CommandError:
            return None
        if table is None or not table.played:
            return None
        snapshot = game_redaction.snapshot_of(table, table.played[-1], None)
        try:
            return await self._compute.run(
                picture_of,
                snapshot,
                group=address_group(host),
                cost=len(snapshot.events),
                table=table.number,
            )
        except (CommandError, EmpileError) as error:
            log.warning("a table has no picture: %s", error, extra={"table": table.id})
            return None

    async def _public(self, table_id: str) -> Table | None:
        try:
            table = (await self._registry.room(table_id)).table
        except CommandError as error:
            if error.code == "no_table":
                raise
            return None
        return table if table.created.allow_spectators else None


def _state(table: Table) -> TableState:
    if any(place.kind == "open" for place in table.places):
        return "open"
    return "over" if table.status == "over" else "playing"


def picture_of(snapshot: game_redaction.GameSnapshot) -> bytes:
    """Return a PNG of the last position of a game as spectators see it. Blocks."""
    *_, (state, _none) = snapshot.states()
    return framed_png(state.to_svg(None), *PICTURE_SIZE, _MARGIN, BACKGROUND)
