"""Sends an export to its account as it is written, and leaves time for everything else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Final

from empile.community.clock import now_ms
from empile.community.export.places import KEPT_MS, Place
from empile.community.export.writer import Export
from empile.server.wire.errors import CommandError

if TYPE_CHECKING:
    from empile.community.service import Community

_REST: Final = 3.0
"""Times as long as the reading of a piece, the next one waits."""
_GRACE_SECONDS: Final = 60.0
_BYTES_PER_SECOND: Final = 64 * 1024
"""A client that reads less keeps the place from others; it is left, but not in the first minute."""


async def streamed(community: Community, export: Export, place: Place) -> AsyncGenerator[bytes]:
    """Yield an export in pieces of less than 1 MB. Raises ``CommandError``: the rest is missing then."""
    loop = asyncio.get_running_loop()
    database, size, waited, seen = community.database, 0, 0.0, now_ms()
    try:
        while not export.done:
            read = loop.time()
            piece = await database.read(export.piece)
            rest = (loop.time() - read) * _REST
            sent = loop.time()
            if piece:
                yield piece
            size += len(piece)
            waited += loop.time() - sent
            if waited > _GRACE_SECONDS + size / _BYTES_PER_SECOND:
                raise CommandError("timeout", "the export was read too slowly")
            if now_ms() - seen > KEPT_MS / 3:
                seen = now_ms()
                await database.write(lambda connection: place.keep(connection, now_ms()))
            await asyncio.sleep(rest)
    finally:
        # Also if the client has left, which cancels this.
        community.run_soon(database.write(place.leave))
