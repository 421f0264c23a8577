"""Heartbeats of processes in PostgreSQL."""

from __future__ import annotations

from typing import Final

import asyncpg

from empile.server.store import heartbeats
from empile.server.store.heartbeats import GONE_MS, KEPT_MS, Beat, Beats, for_postgres

SET_CLOCK: Final = for_postgres(heartbeats.SET_CLOCK)
STOP_CLOCK: Final = for_postgres(heartbeats.STOP_CLOCK)
DUE: Final = for_postgres(heartbeats.DUE)
CLOCKED: Final = heartbeats.CLOCKED
ANY: Final = heartbeats.ANY
_DELETE_OLD: Final = for_postgres(heartbeats.DELETE_OLD)
_KEEP_OUTAGE: Final = for_postgres(heartbeats.KEEP_OUTAGE)
_SET_BEAT: Final = for_postgres(heartbeats.SET_BEAT)
_END_GONE: Final = for_postgres(heartbeats.END_GONE)
_OTHERS: Final = for_postgres(heartbeats.OTHERS)
_OUTAGES: Final = for_postgres(heartbeats.OUTAGES)
_LEAVE: Final = for_postgres(heartbeats.LEAVE)


async def beat(connection: asyncpg.Connection, sign: Beat) -> Beats:
    """Do what :meth:`empile.server.store.interface.Store.beat` does."""
    async with connection.transaction():
        for period in sign.missed:
            await connection.execute(_KEEP_OUTAGE, *period)
        await connection.execute(_SET_BEAT, sign.process, sign.at)
        gone = await connection.fetch(_END_GONE, sign.at - GONE_MS, sign.process)
        for (last,) in gone:
            await connection.execute(_KEEP_OUTAGE, last, sign.at)
        await connection.execute(_DELETE_OLD, sign.at - KEPT_MS)
        outages = await connection.fetch(_OUTAGES, sign.after)
        others = {name: at for name, at in await connection.fetch(_OTHERS, sign.process)}  # noqa: C416
    return Beats([(began, ended) for began, ended in outages], others)


async def leave(connection: asyncpg.Connection, sign: Beat) -> None:
    """Do what :meth:`empile.server.store.interface.Store.leave` does."""
    async with connection.transaction():
        for period in sign.missed:
            await connection.execute(_KEEP_OUTAGE, *period)
        await connection.execute(_LEAVE, sign.process)
