"""Servers that are killed, stopped or lose a lease never cost anyone time."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil
from pathlib import Path

from empile.client import CommandError, TableConnection, connect
from empile.server.wire import messages as wire
from empile.server.wire.clocks.settings import RealClock
from tests.server.processes import Nursery, free_port
from tests.server.serving import hears, in_turn, join, legal, make, perform
from tests.support.patience import slowness
from tests.support.postgres_server import PostgresServer
from tests.support.redis_server import RedisServer

CLOCK = RealClock(ceil(10 * slowness()), 0)
STOPPED_SECONDS = CLOCK.base + 1.5
"""Longer than the clock and any lease."""
MOST_MS = 600 * CLOCK.base
"""What an outage may cost: what it takes to notice it. It would cost more than the whole clock."""


@asynccontextmanager
async def seated(here: str, there: str) -> AsyncIterator[tuple[TableConnection, TableConnection]]:
    """Return players who have moved once, the one to act first; the first is connected ``here``."""
    made = await make(here, ["person", "open"], clock=CLOCK)
    joined = await join(there, made.table)
    async with (
        await connect(here, made.table, made.token) as first,
        await connect(there, made.table, joined.token) as second,
    ):
        while first.seq < second.seq:
            await hears(first, wire.Update)
        acting, waiting = in_turn(first, second)
        moves = 0
        while moves < 2 or acting is not first:
            await acting.act(legal(acting))
            while waiting.seq < acting.seq:
                await hears(waiting, wire.Update)
            acting, waiting = waiting, acting
            moves += 1
        yield acting, waiting


def left_of(connection: TableConnection) -> int:
    clocks = connection.clocks
    assert clocks is not None
    assert clocks.running is not None
    return clocks.left[clocks.running]


async def credited(connection: TableConnection) -> int:
    """Wait until the clocks stood still for an outage; return what the seat to act has left."""
    while not any(isinstance(event, wire.Outage) for event in await connection.next_events()):
        assert connection.table.status == "playing"
    return left_of(connection)


async def moves_soon(connection: TableConnection) -> None:
    """Move, again if another outage is noted first: the game goes on."""
    while True:
        try:
            await connection.act(legal(connection))
        except CommandError as error:
            assert error.code == "stale"
            await connection.next_events()
        else:
            return


def test_killed_server_costs_nobody_time(tmp_path: Path) -> None:
    data, port = tmp_path / "tables.sqlite3", free_port()
    address = f"http://127.0.0.1:{port}"

    async def begin() -> tuple[str, int]:
        async with seated(address, address) as (acting, _):
            await asyncio.sleep(1.2)
            return acting.table.id, left_of(acting)

    async def look(table: str) -> int:
        async with await connect(address, table) as watching:
            assert watching.table.status == "playing"
            return left_of(watching)  # of the first message

    with Nursery() as nursery:
        server = nursery.serve(port, data)
        table, before = perform(begin())
        nursery.kill(server)
        time.sleep(STOPPED_SECONDS)
        server = nursery.serve(port, data)
        left = perform(look(table))
        nursery.kill(server)
    assert before - left < MOST_MS, "it was down for longer than the clock had left"


def test_stopped_server_costs_nobody_time(tmp_path: Path) -> None:
    data, port = tmp_path / "tables.sqlite3", free_port()
    address = f"http://127.0.0.1:{port}"

    async def scene(server: int) -> None:
        async with seated(address, address) as (acting, waiting):
            before = left_of(acting)
            os.kill(server, signal.SIGSTOP)
            await asyncio.sleep(STOPPED_SECONDS)
            os.kill(server, signal.SIGCONT)
            left = await credited(waiting)
            assert before - left < MOST_MS
            await acting.act(legal(acting))

    with Nursery() as nursery:
        server = nursery.serve(port, data)
        perform(scene(server))
        nursery.kill(server)


def test_process_that_stops_longer_than_its_lease_costs_nobody_time(
    postgres: PostgresServer, killable_redis: RedisServer
) -> None:
    ports = free_port(), free_port()
    here, there = (f"http://127.0.0.1:{port}" for port in ports)

    async def scene(first: int) -> None:
        # The player to act is at the process that is stopped.
        async with seated(here, there) as (acting, waiting):
            before = left_of(acting)
            os.kill(first, signal.SIGSTOP)
            await asyncio.sleep(STOPPED_SECONDS)
            os.kill(first, signal.SIGCONT)
            left = await credited(waiting)
            assert before - left < MOST_MS
            await moves_soon(acting)

    location = postgres.new_store().url
    with Nursery() as nursery:
        servers = [nursery.serve(port, location, killable_redis.url) for port in ports]
        perform(scene(servers[0]))
        for server in servers:
            nursery.kill(server)
