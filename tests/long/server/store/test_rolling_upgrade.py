"""Processes are replaced one by one while people play: the schema first, then each process."""

from __future__ import annotations

import asyncio
import os
import signal
from itertools import cycle

import asyncpg
from websockets.exceptions import InvalidStatus

from empile.client import ClosedError, CommandError, TableConnection, connect
from empile.server.store import database
from empile.server.store.opening import connect as open_store
from empile.server.store.revision import HEAD
from empile.server.wire import messages as wire
from tests.server.processes import Nursery, free_port
from tests.server.serving import legal, make, perform
from tests.server.store.scenes import expand
from tests.support.postgres_server import PostgresServer
from tests.support.redis_server import RedisServer

TABLES = 4
PAUSE = 0.05
"""Seconds between two moves of a table."""
MOVES = 8
"""Acknowledged moves of each table in each phase, at least."""


async def next_game(seat: TableConnection) -> None:
    """Ask for another game until there is one: rematches have a limit of their own."""
    while seat.state is None or not seat.state.mine:
        await seat.send(wire.Rematch())
        message = await seat.receive()
        while not isinstance(message, wire.Error) and not (seat.state and seat.state.mine):
            message = await seat.receive()
        await asyncio.sleep(PAUSE)


class Seats:
    """One client for both seats of a table, at whatever process answers."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.acknowledged: list[int] = []
        """Sequence numbers after the moves."""
        self.connections = 0

    async def play(self, addresses: list[str], ended: asyncio.Event) -> None:
        """Play until ``ended``; after a lost connection at the next process."""
        for address in cycle(addresses):
            try:
                async with await connect(address, self.table, self.token) as seat:
                    self.connections += 1
                    while not ended.is_set():
                        if seat.state is not None and seat.state.mine:
                            await seat.act(legal(seat))
                            self.acknowledged.append(seat.seq)
                            await asyncio.sleep(PAUSE)
                        else:  # the game is over
                            await next_game(seat)
                    return
            except (ClosedError, OSError, InvalidStatus):
                await asyncio.sleep(0.02)
            except CommandError as error:
                assert error.code in ("unavailable", "stale")


async def more(seats: list[Seats]) -> None:
    """Wait until each table has ``MOVES`` more acknowledged moves."""
    goals = [len(seat.acknowledged) + MOVES for seat in seats]
    while any(len(seat.acknowledged) < goal for seat, goal in zip(seats, goals, strict=True)):
        await asyncio.sleep(0.02)


def test_processes_are_replaced_one_by_one_under_load(
    postgres: PostgresServer, killable_redis: RedisServer
) -> None:
    location, bus = postgres.new_store(), killable_redis.url
    ports = [free_port(), free_port()]
    addresses = [f"http://127.0.0.1:{port}" for port in ports]

    async def scene(nursery: Nursery) -> list[Seats]:
        running = {port: nursery.serve(port, location.url, bus) for port in ports}
        seats: list[Seats] = []
        for number in range(TABLES):
            made = await make(addresses[number % 2], ["person", "person"])
            seats.append(Seats(made.table, made.token))
        ended = asyncio.Event()
        playing = [
            asyncio.create_task(seat.play([addresses[n % 2], addresses[1 - n % 2]], ended))
            for n, seat in enumerate(seats)
        ]
        await more(seats)
        await asyncio.to_thread(expand, location, HEAD + 1)
        await more(seats)  # both know the schema before
        for port in ports:
            os.kill(running[port], signal.SIGTERM)
            assert await asyncio.to_thread(nursery.wait, running[port]) == -signal.SIGTERM
            await more(seats)
            running[port] = await asyncio.to_thread(nursery.serve, port, location.url, bus)
            await more(seats)
        ended.set()
        await asyncio.gather(*playing)
        for pid in running.values():
            os.kill(pid, signal.SIGTERM)
            await asyncio.to_thread(nursery.wait, pid)
        return seats

    async def stored(tables: list[str]) -> list[list[int]]:
        store = open_store(location)
        found: list[list[int]] = []
        for table in tables:
            place = await store.find(table)
            assert place is not None
            found.append([row.seq for row in await store.rows_after(place[0], 0, 100_000)])
        await store.close()
        return found

    with Nursery() as nursery:
        seats = perform(scene(nursery))
    for seat, numbers in zip(seats, perform(stored([seat.table for seat in seats])), strict=True):
        assert numbers == list(range(1, len(numbers) + 1))
        assert set(seat.acknowledged) <= set(numbers)
        assert len(set(seat.acknowledged)) == len(seat.acknowledged)
        assert 2 <= seat.connections <= 4


def test_schema_changes_although_moves_hold_what_it_wants(postgres: PostgresServer) -> None:
    location = postgres.new_store()

    async def scene() -> tuple[int, int]:
        watching = await asyncpg.connect(location.url)
        moving = await asyncpg.connect(location.url)
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid"
        waiting += " FROM pg_database WHERE datname = current_database())"
        async with moving.transaction():
            # The change is the one that must give way.
            await moving.execute("SET LOCAL deadlock_timeout = '1h'")
            await moving.execute("LOCK TABLE log IN ROW EXCLUSIVE MODE")
            changing = asyncio.create_task(asyncio.to_thread(expand, location, HEAD + 1))
            while not await watching.fetchval(waiting):
                assert not changing.done()
                await asyncio.sleep(0.01)
            await moving.execute("LOCK TABLE tables IN ROW SHARE MODE")
        await changing
        await moving.close()
        await watching.close()
        return await asyncio.to_thread(database.migrate, location)

    assert perform(scene()) == (HEAD + 1, HEAD + 1)
