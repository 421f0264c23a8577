"""Workers in threads, and what takes jobs by hand."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from empile.bots import analysis as analysing
from empile.bots.analysis import Depth
from empile.bots.hints import Advice, advise
from empile.engine.game import State
from empile.engine.random import Stream
from empile.server.background import bots, hints, job_worker
from empile.server.background.job_worker import JobWorker
from empile.server.background.queue.orders import Order
from empile.server.background.queue.redis import RedisQueue, RedisTaker
from empile.server.bus.redis import RedisBus
from empile.server.bus.redis_connection import RedisConnection
from empile.server.store.sqlite import SQLiteStore
from tests.server.bus.test_conformance import until
from tests.server.conftest import any_move
from tests.server.serving import (
    Serving,
)
from tests.support.patience import PATIENCE
from tests.support.redis_server import RedisServer


@pytest.fixture
def no_search_at_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only workers search."""

    def refused(*_: object, **__: object) -> int:
        raise AssertionError("the web process searches")

    monkeypatch.setattr(bots, "choose", refused)
    monkeypatch.setattr(hints, "advise", refused)
    monkeypatch.setattr(job_worker, "choose", any_move)
    monkeypatch.setattr(job_worker, "advise", quickly)


@pytest.fixture
def tiny_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use tiny searches."""
    depth = Depth(0.01, 0.01, eval_repeats=2, recheck_repeats=3, coarse=0.01)
    monkeypatch.setitem(analysing.DEPTHS, "quick", depth)
    monkeypatch.setattr(job_worker, "CALMNESS", 0)


def quickly(state: State, *, stream: Stream, stop: Callable[[], bool], seconds: float) -> Advice:
    """Search for less time than the strongest level."""
    return advise(state, stream=stream, simulations=60, stop=stop)


@contextmanager
def working(file: Path, redis: RedisServer) -> Generator[JobWorker]:
    """Run a worker in a thread, until the block ends. It computes in threads."""
    ready = threading.Event()
    found: list[JobWorker] = []
    stops: list[object] = []

    async def main() -> None:
        store = SQLiteStore(file)
        # A busy machine may beat so late that the server takes a worker with a short time for dead.
        worker = JobWorker(store, redis.url, 2, in_processes=False, ttl=PATIENCE)
        found.append(worker)
        loop, task = asyncio.get_running_loop(), asyncio.create_task(worker.run())
        stops.append(lambda: loop.call_soon_threadsafe(task.cancel))
        await until(lambda: worker.connected)
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
    await until(lambda: bus.connection.workers > 0)


def stored_jobs(file: Path) -> int:
    """Return how many jobs a file holds."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM jobs").fetchone()[0])


async def no_jobs(file: Path) -> None:
    """Wait until a file holds no job: one is removed after its result was told."""
    await until(lambda: stored_jobs(file) == 0)


async def taker(redis: RedisServer, ttl: float = 3.0) -> tuple[RedisConnection, RedisTaker]:
    """Return a worker that only takes jobs."""
    connection = RedisConnection(redis.url, ttl=ttl, is_worker=True)
    found = RedisTaker(connection, lambda: None, lambda _: None)
    await connection.start()
    return connection, found


@asynccontextmanager
async def moves_to_make(
    folder: Path, redis: RedisServer, ttl: float = 3.0
) -> AsyncGenerator[tuple[RedisQueue, RedisConnection, RedisTaker]]:
    """Yield a queue of a web process, and a worker with its connection."""
    store = SQLiteStore(folder / "tables.sqlite3")
    connection, worker = await taker(redis, ttl)
    web = RedisConnection(redis.url)
    queue = RedisQueue(web, store, 0, 0)
    await web.start()
    await until(lambda: queue.is_open)
    yield queue, connection, worker
    await queue.close()
    await web.close()
    await connection.close()
    await store.close()


async def claimed(worker: RedisTaker) -> Order:
    """Return the next job of a worker."""
    async with asyncio.timeout(PATIENCE):
        while (order := await worker.claim("quick")) is None:
            await asyncio.sleep(0.01)
    return order
