"""Jobs are done once and in turn, also when workers or Redis die."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path

import pytest

from empile.client import connect
from empile.server.background.job_worker import JobWorker
from empile.server.background.queue import kinds
from empile.server.background.queue.interface import Job
from empile.server.background.queue.orders import Order, Share
from empile.server.background.queue.redis import RedisQueue
from empile.server.bus.redis_connection import RedisConnection
from empile.server.store.sqlite import SQLiteStore
from empile.server.tables.replays import encoded_replay
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from tests.conftest import ROOT
from tests.long.server.background.test_analyses import (
    a_record,
)
from tests.server.background import calls, mortal_worker
from tests.server.background.working import (
    claimed,
    knows_workers,
    moves_to_make,
    no_search_at_the_server,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    taker,
    tiny_analyses,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    working,
)
from tests.server.bus.test_conformance import until
from tests.server.serving import (
    Serving,
    legal,
    make,
    perform,
    serving,
    told,
)
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.usefixtures("no_search_at_the_server", "tiny_analyses")


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
