"""What every queue does, by the same tests."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest

from empile.server.background.job_worker import JobWorker
from empile.server.background.queue import kinds
from empile.server.background.queue.interface import Job, Queue, QueueLostError
from empile.server.background.queue.local import LocalQueue
from empile.server.background.queue.redis import RedisQueue, lane_keys
from empile.server.background.workers import ProcessWorker, Worker
from empile.server.bus.redis_connection import RedisConnection
from empile.server.store.sqlite import SQLiteStore
from empile.server.wire.errors import CommandError
from tests.conftest import ROOT
from tests.server.background import calls
from tests.server.bus.test_conformance import run, until
from tests.support.redis_server import RedisServer

MOST_PER_GROUP = 4
MOST = 12
Where = Literal["threads", "processes", "redis"]


@pytest.fixture(scope="module")
def redis_server() -> Iterator[RedisServer]:
    """A server for all tests of this file."""
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["threads", "processes", "redis"])
def where(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Where:
    """Where jobs are done."""
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        server.ask("FLUSHALL")
        for name in ("gated", "refused", "broken", "stopped", "parts"):
            monkeypatch.setitem(kinds.KINDS, f"test {name}", f"{calls.__name__}:{name}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    found: Where = request.param
    return found


@asynccontextmanager
async def opened(
    where: Where, folder: Path, request: pytest.FixtureRequest
) -> AsyncGenerator[Queue]:
    """Open a queue that does one job at a time."""
    if where != "redis":
        worker = (Worker if where == "threads" else ProcessWorker)("compute", 0)
        local = LocalQueue([worker], MOST_PER_GROUP, MOST)
        try:
            yield local
        finally:
            (folder / "gate").touch()
            await local.close()
        return
    server: RedisServer = request.getfixturevalue("redis_server")
    store = SQLiteStore(folder / "tables.sqlite3")
    connection = RedisConnection(server.url)
    queue = RedisQueue(connection, store, MOST_PER_GROUP, MOST)
    await connection.start()
    working = asyncio.create_task(JobWorker(store, server.url, 1, in_processes=False).run())
    await until(lambda: queue.is_open)
    try:
        yield queue
    finally:
        (folder / "gate").touch()
        working.cancel()
        await asyncio.wait([working])
        await queue.close()
        await connection.close()
        await store.close()


def begun(folder: Path) -> list[str]:
    """Return the words of the jobs that have begun."""
    file = folder / "begun"
    return file.read_text().split() if file.exists() else []


def gated(folder: Path, word: str, group: str = "a", table: int = 0) -> Job:
    """Return a job that waits for the gate."""
    return Job(calls.gated, (str(folder), word), group, 1.0, table)


async def until_waiting(queue: Queue, count: int, request: pytest.FixtureRequest) -> None:
    """Wait until so many jobs wait, in Redis too if they wait there."""

    def holds() -> bool:
        if not isinstance(queue, RedisQueue):
            return queue.waiting == count
        server: RedisServer = request.getfixturevalue("redis_server")
        return server.ask("ZCARD", lane_keys("quick")[0]) == b":%d\r\n" % count

    await until(holds)


async def waiting(
    queue: Queue, folder: Path, jobs: list[Job], request: pytest.FixtureRequest
) -> list[asyncio.Task[bytes]]:
    """Let jobs wait in this order, behind one that has begun."""
    tasks = [asyncio.create_task(queue.run(gated(folder, "first", "z")))]
    await until(lambda: begun(folder) == ["first"])
    for count, job in enumerate(jobs, 1):
        tasks.append(asyncio.create_task(queue.run(job)))
        await until_waiting(queue, count, request)
    return tasks


def test_run_returns_results_and_refusals(
    where: Where, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async def scene() -> None:
        (tmp_path / "gate").touch()
        async with opened(where, tmp_path, request) as queue:
            words = [f"word-{number}" for number in range(4)]
            jobs = [queue.run(gated(tmp_path, word)) for word in words]
            assert await asyncio.gather(*jobs) == [word.encode() for word in words]
            assert sorted(begun(tmp_path)) == words
            with pytest.raises(CommandError) as refused:
                await queue.run(Job(calls.refused, ("bad_record",), "a", 1.0))
            assert refused.value.code == "bad_record"
            assert refused.value.reason is not None
            assert refused.value.reason.key == "why"
            with pytest.raises(CommandError) as failed:
                await queue.run(Job(calls.broken, (), "a", 1.0))
            assert failed.value.code == "failed"
            assert await queue.run(gated(tmp_path, "again")) == b"again"

    run(scene())


def test_run_passes_on_parts(where: Where, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async def scene() -> None:
        async with opened(where, tmp_path, request) as queue:
            heard: list[int] = []
            job = Job(calls.parts, (5,), "a", 1.0)
            assert await queue.run(job, lambda part: heard.append(int(part))) == b"4"
            assert len(heard) >= 2
            assert heard == sorted(set(heard))

    run(scene())


def test_run_is_fair_by_group(where: Where, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async def scene() -> None:
        async with opened(where, tmp_path, request) as queue:
            jobs = [gated(tmp_path, f"a{number}") for number in range(4)]
            tasks = await waiting(queue, tmp_path, [*jobs, gated(tmp_path, "b0", "b")], request)
            (tmp_path / "gate").touch()
            await asyncio.gather(*tasks)
            assert begun(tmp_path) == ["first", "a0", "b0", "a1", "a2", "a3"]

    run(scene())


def test_run_is_fair_by_table(where: Where, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    async def scene() -> None:
        async with opened(where, tmp_path, request) as queue:
            jobs = [gated(tmp_path, f"{group}7", group, 7) for group in "abcd"]
            jobs.append(gated(tmp_path, "e8", "e", 8))
            tasks = await waiting(queue, tmp_path, jobs, request)
            (tmp_path / "gate").touch()
            await asyncio.gather(*tasks)
            assert begun(tmp_path) == ["first", "a7", "e8", "b7", "c7", "d7"]

    run(scene())


def test_run_refuses_if_too_many_wait(
    where: Where, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async def scene() -> None:
        async with opened(where, tmp_path, request) as queue:
            jobs = [gated(tmp_path, f"a{number}") for number in range(MOST_PER_GROUP)]
            tasks = await waiting(queue, tmp_path, jobs, request)
            with pytest.raises(CommandError) as refused:
                await queue.run(gated(tmp_path, "more"))
            assert refused.value.code == "rate_limited"
            others = [gated(tmp_path, f"b{n}", f"b{n}") for n in range(MOST - MOST_PER_GROUP)]
            tasks += [asyncio.create_task(queue.run(job)) for job in others]
            await until_waiting(queue, MOST, request)
            with pytest.raises(CommandError) as refused:
                await queue.run(gated(tmp_path, "most", "c"))
            assert refused.value.code == "rate_limited"
            (tmp_path / "gate").touch()
            await asyncio.gather(*tasks)
            assert not {"more", "most"} & {*begun(tmp_path)}

    run(scene())


def test_run_withdraws_a_job_when_it_is_cancelled(
    where: Where, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async def scene() -> None:
        async with opened(where, tmp_path, request) as queue:
            jobs = [gated(tmp_path, f"a{number}") for number in range(3)]
            tasks = await waiting(queue, tmp_path, jobs, request)
            tasks[2].cancel()
            await asyncio.wait([tasks[2]])
            await until_waiting(queue, 2, request)
            (tmp_path / "gate").touch()
            await asyncio.gather(*tasks[:2], tasks[3])
            assert begun(tmp_path) == ["first", "a0", "a2"]
            (tmp_path / "begun").unlink()
            stream = asyncio.create_task(
                queue.run(Job(calls.stopped, (str(tmp_path),), "a", 1.0), lambda _: None)
            )
            await until((tmp_path / "begun").exists)
            stream.cancel()
            await until((tmp_path / "stopped").exists)
            assert await queue.run(gated(tmp_path, "next")) == b"next"

    run(scene())


def test_run_without_takers_raises(
    where: Where, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async def scene() -> None:
        async with opened(where, tmp_path, request) as queue:
            assert queue.is_open
        with pytest.raises(QueueLostError):
            await queue.run(gated(tmp_path, "late"))

    run(scene())
