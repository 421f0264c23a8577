"""Servers on one store that are connected by Redis.

They look at the store once in ten days: what they know of each other comes over the bus.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from empile.client import TableConnection, connect
from empile.server.wire import messages as wire
from tests.server.serving import (
    ROOMY,
    Serving,
    hears,
    join,
    legal,
    make,
    perform,
    serving,
    told,
    until,
)
from tests.support.patience import slowness
from tests.support.redis_server import RedisServer

NEVER = 1e6


@contextmanager
def connected(
    folder: Path,
    redis: RedisServer,
    count: int = 2,
    watch_seconds: float = NEVER,
    **settings: Any,
) -> Generator[list[Serving]]:
    """Serve the same tables in several servers."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                serving(
                    folder / "tables.sqlite3",
                    bus=redis.url,
                    watch_seconds=watch_seconds,
                    **settings,
                )
            )
            for _ in range(count)
        ]


async def my_turn(seat: TableConnection) -> None:
    """Wait until it is the turn of a client."""
    while seat.state is None or not seat.state.mine:
        await seat.receive()


def test_moves_reach_clients_of_other_processes_at_once(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        made = await make(one.address, ["person", "person"])
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table, made.token)
        for acting, waiting in [(here, there), (there, here)] * 3:
            await acting.act(legal(acting))
            assert await told(waiting, wire.Moved), "without a look at the store"
        assert here.seq == there.seq
        await here.close()
        await there.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


def test_notices_go_where_clients_are(tmp_path: Path, killable_redis: RedisServer) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        made = await make(one.address, ["person", "person"])
        here = await connect(one.address, made.table, made.token)
        await join_or_refuse(other, made.table)  # loads the table there
        room = other.registry._rooms[made.table]
        seq = room.table.seq
        for _ in range(3):
            await here.act(legal(here))
        await here.send(wire.Ping())
        await hears(here, wire.Pong)
        assert not any("reached" in text for text in lines)
        assert room.table.seq == seq
        # Requests see everything nevertheless.
        await join_or_refuse(other, made.table)
        assert room.table.seq == here.seq
        # A client comes; what it may have missed meanwhile is told.
        there = await connect(other.address, made.table, made.token)
        await here.act(legal(here))
        assert await told(there, wire.Moved)
        assert any("reached" in text for text in lines)
        await here.close()
        await there.close()

    async def join_or_refuse(server: Serving, table: str) -> None:
        async with httpx.AsyncClient(base_url=server.address) as http:
            answer = await http.post(f"/api/tables/{table}/join", json={"name": "Eve"})
        assert answer.json()["code"] == "no_place"

    with (
        killable_redis.captured() as lines,
        connected(tmp_path, killable_redis) as (one, other),
    ):
        perform(scene(one, other))


def test_presence_spans_processes(tmp_path: Path, killable_redis: RedisServer) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        made = await make(one.address, ["person", "open"])
        joined = await join(other.address, made.table)
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table, joined.token)
        assert [place.present for place in there.table.places] == [True, True]
        assert (await hears(here, wire.Presence)).places == [0, 1]
        watching = await connect(other.address, made.table)
        assert (await hears(here, wire.Presence)).spectators == 1
        await there.close()
        assert (await hears(here, wire.Presence)).places == [0]
        await watching.close()
        await here.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


def test_one_process_runs_the_bots_and_the_other_takes_over(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        # In Blox nobody is ever out of moves before the end.
        made = await make(one.address, ["person", "bot:1"], "blox")
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table, made.token)

        def searched() -> list[float]:
            return [
                server.registry.metrics.bot_seconds._sum.get()  # a search takes time
                for server in (one, other)
            ]

        for _ in range(3):
            await my_turn(there)
            await there.act(legal(there))
        await my_turn(there)
        before = searched()
        assert sum(seconds > 0 for seconds in before) == 1
        # The clients of the process with the bots leave: those of the other play on.
        first, second = (here, there) if before[0] > 0 else (there, here)
        while second.seq < there.seq:
            await second.receive()
        await my_turn(second)
        await first.close()
        await second.act(legal(second))

        async def took_over() -> bool:
            return all(seconds > 0 for seconds in searched())

        await until(took_over)
        await second.close()

    with connected(tmp_path, killable_redis, watch_seconds=1.5) as (one, other):
        perform(scene(one, other))


@pytest.mark.alone
def test_games_go_on_without_redis_and_recover(tmp_path: Path, killable_redis: RedisServer) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        made = await make(one.address, ["person", "open"])
        joined = await join(other.address, made.table)
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table, joined.token)
        assert here.state is not None

        async def exchange() -> float:
            slowest = 0.0
            for _ in range(2):
                acting, waiting = (here, there) if here.state and here.state.mine else (there, here)
                began = time.perf_counter()
                await acting.act(legal(acting))
                await told(waiting, wire.Moved)
                slowest = max(slowest, time.perf_counter() - began)
            return slowest

        await exchange()
        killable_redis.kill()
        assert await exchange() < 2.0 * slowness()
        killable_redis.start()
        buses = [server.registry.bus for server in (one, other)]

        async def recovered() -> bool:
            return all(bus.connected for bus in buses)

        await until(recovered)
        await exchange()
        await here.close()
        await there.close()

    with connected(tmp_path, killable_redis, watch_seconds=1.5) as (one, other):
        perform(scene(one, other))


def test_limits_are_shared(tmp_path: Path, killable_redis: RedisServer) -> None:
    limits = replace(ROOMY, reads_per_second=0.01, reads_at_once=20.0)

    async def scene(one: Serving, other: Serving) -> None:
        async with httpx.AsyncClient() as client:
            statuses = []
            for _ in range(20):
                for server in (one, other):
                    answer = await client.get(server.address + "/api/games/preparation")
                    statuses.append(answer.status_code)
        passed = statuses.count(200)
        assert 15 <= passed <= 22
        assert statuses.count(429) == 40 - passed

    with connected(tmp_path, killable_redis, limits=limits) as (one, other):
        perform(scene(one, other))
