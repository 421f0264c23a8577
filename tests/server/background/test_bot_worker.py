"""Workers that make the moves of bots."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from empile.bots import Level
from empile.client import TableConnection, connect
from empile.engine.game import State
from empile.engine.random import Stream
from empile.server.background import bot_worker, bots
from empile.server.background.bot_worker import BotWorker
from empile.server.bus.interface import Job
from empile.server.bus.redis import RedisBus
from empile.server.store.sqlite import SQLiteStore
from tests.server.bus.test_conformance import until
from tests.server.conftest import any_move
from tests.server.serving import PATIENCE, Serving, legal, make, perform, serving
from tests.support.redis_server import RedisServer


@pytest.fixture(autouse=True)
def no_search_at_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only workers find moves."""

    def refused(*_: object) -> int:
        raise AssertionError("the web process searches")

    monkeypatch.setattr(bots, "choose", refused)
    monkeypatch.setattr(bot_worker, "choose", any_move)


@contextmanager
def working(file: Path, redis: RedisServer) -> Generator[BotWorker]:
    """Run a worker in a thread, until the block ends."""
    ready = threading.Event()
    found: list[BotWorker] = []
    stops: list[object] = []

    async def main() -> None:
        store = SQLiteStore(file)
        worker = BotWorker(store, redis.url, 2)
        found.append(worker)
        loop, task = asyncio.get_running_loop(), asyncio.create_task(worker.run())
        stops.append(lambda: loop.call_soon_threadsafe(task.cancel))
        await until(lambda: worker._bus.connected)
        ready.set()
        await asyncio.wait([task])
        await store.close()

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield found[0]
    finally:
        stops[0]()  # type: ignore[operator]
        thread.join(PATIENCE)
        assert not thread.is_alive()


async def knows_workers(server: Serving) -> None:
    """Wait until a server knows that there is a worker."""
    bus = server.registry.bus
    assert isinstance(bus, RedisBus)
    await until(lambda: bus._workers > 0)


async def moves(seat: TableConnection, count: int) -> None:
    """Make moves, each answered by the bot."""
    for _ in range(count):
        while seat.state is None or not seat.state.mine:
            await seat.receive()
        await seat.act(legal(seat))


def test_worker_makes_the_moves_of_bots(tmp_path: Path, killable_redis: RedisServer) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving, worker: BotWorker) -> None:
        await knows_workers(server)
        made = await make(server.address, ["person", "bot:1"])
        seat = await connect(server.address, made.table, made.token)
        await moves(seat, 3)
        while not seat.state or not seat.state.mine:
            await seat.receive()
        assert worker.done >= 3
        await seat.close()

    with (
        serving(file, bus=killable_redis.url, watch_seconds=1e6) as server,
        working(file, killable_redis) as worker,
    ):
        perform(scene(server, worker))


def test_job_of_a_dead_worker_is_done_once_by_another(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> None:
        # It takes a job and dies.
        dead = RedisBus(killable_redis.url, ttl=0.5, on_job=lambda: None)
        await dead.start()
        await knows_workers(server)
        made = await make(server.address, ["person", "bot:1"])
        seat = await connect(server.address, made.table, made.token)
        taken: Job | None = None
        while taken is None:
            while seat.state is not None and seat.state.mine:
                await seat.act(legal(seat))
            taken = await dead.claim()
            await asyncio.sleep(0.01)
        assert dead._running is not None
        dead._running.cancel()
        with working(file, killable_redis) as worker:
            before = seat.seq
            while seat.seq == before:
                await seat.receive()
            assert worker.done >= 1
            # The dead one wakes up: its move is too late.
            late = BotWorker(worker._store, killable_redis.url, 1)
            await late._do(taken)
            assert late.done == 0
        await seat.close()
        await dead.close()

    with serving(file, bus=killable_redis.url, watch_seconds=1e6) as server:
        perform(scene(server))


def test_claim_is_fair_by_group(killable_redis: RedisServer) -> None:
    async def scene() -> None:
        web = RedisBus(killable_redis.url)
        worker = RedisBus(killable_redis.url, on_job=lambda: None)
        await worker.start()
        await web.start()
        await until(lambda: web._workers > 0)
        for number in range(4):
            assert web.submit(Job(number, 1, 0), "192.0.2.1", 10.0)
        assert web.submit(Job(9, 1, 0), "192.0.2.2", 10.0)
        await asyncio.sleep(0.1)
        claimed = [await worker.claim() for _ in range(6)]
        assert [job.number for job in claimed if job is not None].index(9) == 1
        assert claimed[5] is None
        await web.close()
        await worker.close()

    perform(scene())


def test_bots_search_at_the_server_without_workers(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[float] = []

    def choose(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None = None,
        stop: object = None,
    ) -> int:
        searched.append(time.monotonic())
        return any_move(state, level, stream, bonus)

    monkeypatch.setattr(bots, "choose", choose)
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "bot:1"])
        seat = await connect(server.address, made.table, made.token)
        await moves(seat, 2)
        await seat.close()

    with serving(file, bus=killable_redis.url) as server:
        perform(scene(server))
    assert searched
