"""Workers that compute for web processes: moves of bots, hints, replays and analyses."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import httpx
import pytest

from empile.bots import Level
from empile.bots import analysis as analysing
from empile.bots.analysis import Depth
from empile.bots.hints import Advice, advise
from empile.client import TableConnection, connect
from empile.engine.game import State
from empile.engine.random import Stream
from empile.server.background import analyses, bots, compute, hints, job_worker
from empile.server.background.job_worker import JobWorker
from empile.server.background.queue import kinds
from empile.server.background.queue.interface import Job
from empile.server.background.queue.orders import Order, Share
from empile.server.background.queue.redis import RedisQueue, RedisTaker
from empile.server.bus.redis import RedisBus
from empile.server.bus.redis_connection import RedisConnection
from empile.server.store.sqlite import SQLiteStore
from empile.server.tables.replays import encoded_replay
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from tests.conftest import ROOT
from tests.server.background import calls, mortal_worker
from tests.server.background.test_analyses import (
    a_record,
    ask,
    cancel,
    done,
    gate,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    look,
    unknown,
    wait,
)
from tests.server.bus.test_conformance import until
from tests.server.conftest import any_move
from tests.server.serving import (
    PATIENCE,
    Serving,
    hears,
    legal,
    make,
    perform,
    serving,
    told,
    two_persons,
)
from tests.support.redis_server import RedisServer


@pytest.fixture(autouse=True)
def no_search_at_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only workers search."""

    def refused(*_: object, **__: object) -> int:
        raise AssertionError("the web process searches")

    monkeypatch.setattr(bots, "choose", refused)
    monkeypatch.setattr(hints, "advise", refused)
    monkeypatch.setattr(job_worker, "choose", any_move)
    monkeypatch.setattr(job_worker, "advise", quickly)


@pytest.fixture(autouse=True)
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
        worker = JobWorker(store, redis.url, 2, in_processes=False)
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


async def moves(seat: TableConnection, count: int) -> None:
    """Make moves, each answered by the bot."""
    for _ in range(count):
        while seat.state is None or not seat.state.mine:
            await seat.receive()
        await seat.act(legal(seat))


def test_worker_makes_the_moves_of_bots(tmp_path: Path, killable_redis: RedisServer) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving, worker: JobWorker) -> None:
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


def test_move_of_a_dead_worker_is_made_once_by_another(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> None:
        # It takes a job and dies.
        connection, dead = await taker(killable_redis, 0.5)
        await knows_workers(server)
        made = await make(server.address, ["person", "bot:1"])
        seat = await connect(server.address, made.table, made.token)
        if seat.state is not None and seat.state.mine:
            await seat.act(legal(seat))
        taken = await claimed(dead)
        assert connection._running is not None
        connection._running.cancel()
        with working(file, killable_redis) as worker:
            before = seat.seq
            while seat.seq == before:
                await seat.receive()
            await until(lambda: worker.done == 1)
        # The dead one wakes up: its move is too late.
        store = SQLiteStore(file)
        late = JobWorker(store, killable_redis.url, 1)
        await late.do(taken)
        assert late.done == 0
        await store.close()
        await seat.close()
        await connection.close()

    with serving(file, bus=killable_redis.url, watch_seconds=1e6) as server:
        perform(scene(server))


def test_result_of_a_dead_worker_comes_too_late(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        store = SQLiteStore(file)
        dying, dead = await taker(killable_redis, 0.5)
        connection = RedisConnection(killable_redis.url)
        queue = RedisQueue(connection, store, 0, 0)
        await connection.start()
        await until(lambda: queue.is_open)
        record = json.dumps(a_record(1, "block-ness")).encode()
        asked = asyncio.create_task(queue.run(Job(encoded_replay, (record,), "a", 1.0)))
        taken = await claimed(dead)
        assert dying._running is not None
        dying._running.cancel()
        with working(file, killable_redis) as worker:
            assert await asked == encoded_replay(record)
            assert worker.done == 1
        late = JobWorker(store, killable_redis.url, 1, in_processes=False)
        await late.do(taken)
        assert late.done == 0
        await queue.close()
        assert await store.job_state(taken.number) is None
        await connection.close()
        await dying.close()
        await store.close()

    perform(scene())


def test_job_whose_answer_was_lost_is_taken_again(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    async def scene() -> None:
        async with moves_to_make(tmp_path, killable_redis, 60.0) as (queue, connection, worker):
            assert queue.push_move(7, 1, 0, Share("a", 1.0, 7))
            order = await claimed(worker)
            assert await worker.claim("quick") is None
            worker._held.clear()  # as if the answer had not come
            killable_redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
            await until(lambda: not connection.connected)
            await until(lambda: connection.connected)
            assert await claimed(worker) == order

    perform(scene())


def test_job_that_kills_its_workers_fails(
    tmp_path: Path,
    killable_redis: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "tables.sqlite3"
    for kind, function in (mortal_worker.DEADLY, mortal_worker.TOLD):
        monkeypatch.setitem(kinds.KINDS, kind, function)
    command = [sys.executable, "-m", mortal_worker.__name__, str(file), killable_redis.url, "0.5"]

    async def start() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stderr=asyncio.subprocess.PIPE
        )

    async def scene() -> None:
        store = SQLiteStore(file)
        web = RedisConnection(killable_redis.url, ttl=0.5)
        queue = RedisQueue(web, store, 0, 0)
        await web.start()
        worker = await start()
        await until(lambda: queue.is_open)
        # Fewer deaths than a job may cause do not harm the jobs of others.
        asked = asyncio.create_task(queue.run(Job(calls.killed, (), "a", 1.0)))
        for _ in range(3):
            assert await worker.wait() == -signal.SIGKILL
            worker = await start()
            assert not asked.done()
        with pytest.raises(CommandError) as failed:
            await asked
        assert failed.value.code == "failed"
        assert await queue.run(Job(calls.told, ("alive",), "a", 1.0)) == b"alive"
        assert worker.returncode is None
        worker.kill()
        _, log = await worker.communicate()
        assert b"a job is given up: 3 workers ended" in log
        await queue.close()
        await web.close()
        await store.close()

    # Workers are away for as long as they start, but jobs wait for the next one.
    monkeypatch.setattr(RedisQueue, "is_open", property(lambda queue: queue._connection.connected))
    perform(scene())


def test_bot_whose_move_kills_workers_freezes_its_table(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> None:
        takers = [await taker(killable_redis, 0.5) for _ in range(3)]
        await knows_workers(server)
        made = await make(server.address, ["person", "bot:1"])
        seat = await connect(server.address, made.table, made.token)
        if seat.state is not None and seat.state.mine:
            await seat.act(legal(seat))
        for death, (connection, dead) in enumerate(takers):
            order = await claimed(dead)
            assert dead.deaths(order) == death
            assert connection._running is not None
            connection._running.cancel()
        with working(file, killable_redis) as worker:
            event = await told(seat, wire.Frozen)
            assert event.detail == "a bot failed"
            assert worker.done == 0
        await seat.close()
        for connection, _ in takers:
            await connection.close()

    with serving(file, bus=killable_redis.url, watch_seconds=1e6) as server:
        perform(scene(server))


def test_jobs_of_a_worker_that_is_stopped_are_given_back(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    async def scene() -> None:
        async with moves_to_make(tmp_path, killable_redis) as (queue, connection, worker):
            assert queue.push_move(7, 1, 0, Share("a", 1.0, 7))
            order = await claimed(worker)
            await worker.stop()
            await connection.close()
            another, following = await taker(killable_redis)
            assert await claimed(following) == order
            assert following.deaths(order) == 0
            await another.close()

    perform(scene())


def test_moves_are_pushed_again_when_redis_forgets_them(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    async def scene() -> None:
        async with moves_to_make(tmp_path, killable_redis) as (queue, _, worker):
            assert queue.push_move(7, 1, 0, Share("a", 1.0, 7))
            killable_redis.kill()
            killable_redis.start()
            assert await claimed(worker) == Order("move", 7, 1)

    perform(scene())


def test_moves_are_made_in_turn_by_address_and_table(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    async def scene() -> None:
        async with moves_to_make(tmp_path, killable_redis) as (queue, _, worker):
            for number in range(1, 5):  # an address with many tables
                assert queue.push_move(number, 1, 0, Share("192.0.2.1", 10.0, number))
            for turn in range(4):  # a table with many addresses
                assert queue.push_move(7, turn, 0, Share(f"192.0.2.{10 + turn}", 10.0, 7))
            assert queue.push_move(9, 1, 0, Share("192.0.2.2", 10.0, 9))
            numbers = [(await claimed(worker)).number for _ in range(9)]
            assert await worker.claim("quick") is None
            assert sorted(numbers[:3]) == [1, 7, 9]
            assert numbers.count(7) == 4

    perform(scene())


# -- Hints, replays and analyses -------------------------------------------------------------------


def test_worker_finds_hints(tmp_path: Path, killable_redis: RedisServer) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving, worker: JobWorker) -> None:
        await knows_workers(server)
        first, second = await two_persons(server.address)
        for seat in (first, second):
            while seat.state is None or not seat.state.mine:
                await seat.receive()
            await seat.send(wire.Hint())
            advice = await hears(seat, wire.Advice)
            assert advice.best.text in [move.text for move in seat.state.legal]
            await seat.act(legal(seat))
        assert worker.done == 2
        await first.close()
        await second.close()

    with (
        serving(file, bus=killable_redis.url) as server,
        working(file, killable_redis) as worker,
    ):
        perform(scene(server, worker))
    assert stored_jobs(file) == 0


def test_worker_computes_replays(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compute, "LIGHT_COST", -1.0)
    file, record = tmp_path / "tables.sqlite3", a_record(1, "block-ness")
    with (
        serving(file, bus=killable_redis.url) as server,
        working(file, killable_redis) as worker,
    ):
        perform(knows_workers(server))
        found = httpx.post(f"{server.address}/api/replays", json=record, timeout=PATIENCE)
        assert found.content == encoded_replay(json.dumps(record).encode())
        assert worker.done == 1
        broken = {**record, "events": ["hello"], "result": None}
        refusal = httpx.post(f"{server.address}/api/replays", json=broken, timeout=PATIENCE)
        assert refusal.json()["code"] == "bad_record"
    assert stored_jobs(file) == 0


def test_worker_analyses_for_all_processes(
    tmp_path: Path,
    killable_redis: RedisServer,
    gate: threading.Event,  # noqa: F811
) -> None:
    file = tmp_path / "tables.sqlite3"
    with (
        serving(file, bus=killable_redis.url) as one,
        serving(file, bus=killable_redis.url) as other,
        working(file, killable_redis) as worker,
    ):
        for server in (one, other):
            perform(knows_workers(server))
        first, second, third = (
            ask(one if seed % 2 else other, record=a_record(seed)).json()["id"]
            for seed in (1, 2, 3)
        )
        for server in (one, other):
            begun = wait(server, first, lambda found: found["analysis"] is not None)
            assert begun["state"] == "running"
            assert begun["analysis"]["done"] == 0
            assert look(server, second)["state"] == "waiting"
            assert look(server, second)["ahead"] == 1
            assert look(server, third)["ahead"] == 2
        # The process that was not asked for them cancels what runs and what waits.
        cancel(one, second)
        cancel(other, first)
        wait(one, third, lambda found: found["state"] == "running")
        assert unknown(one, first)
        assert unknown(other, second)
        gate.set()
        found = done(other, third)
        assert done(one, third) == found
        assert ask(other, record=a_record(3)).json()["id"] == third
        assert done(other, ask(one, record=a_record(1)).json()["id"])["id"] == first
        assert worker.done >= 2
    assert stored_jobs(file) == 0


def test_analysis_goes_on_without_workers(
    tmp_path: Path,
    killable_redis: RedisServer,
    gate: threading.Event,  # noqa: F811
) -> None:
    file = tmp_path / "tables.sqlite3"
    with serving(file, bus=killable_redis.url) as server:
        with working(file, killable_redis):
            perform(knows_workers(server))
            name = ask(server, record=a_record(1)).json()["id"]
            wait(server, name, lambda found: found["analysis"] is not None)
        # The last worker has left in the middle.
        gate.set()
        done(server, name)


def test_analysis_that_failed_can_be_repeated(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    file = tmp_path / "tables.sqlite3"
    with serving(file, bus=killable_redis.url) as server, working(file, killable_redis):
        perform(knows_workers(server))
        with monkeypatch.context() as patched:
            patched.setattr(analyses, "analyse", broken)
            name = ask(server, record=a_record(1)).json()["id"]
            wait(server, name, lambda found: found["state"] == "failed")
        assert ask(server, record=a_record(1)).json()["id"] == name
        done(server, name)


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
