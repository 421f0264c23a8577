"""Workers in processes and threads: results, errors, ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from empile.server.background import workers
from empile.server.background.workers import ProcessWorker, Worker
from empile.server.wire.errors import CommandError
from tests.conftest import ROOT
from tests.server.background.calls import (
    broken,
    counted,
    endless,
    killed,
    pid,
    priority,
    refused,
    told,
)
from tests.server.serving import perform, until
from tests.support.patience import PATIENCE

Make = Callable[[], Worker]


def in_thread() -> Worker:
    return Worker("test", 0)


def in_process() -> Worker:
    return ProcessWorker("test", 0)


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes import the functions of these tests."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


BOTH = pytest.mark.parametrize("make", [in_thread, in_process])


def use(make: Make, scene: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        worker = make()
        try:
            await scene(worker)
        finally:
            await worker.close()

    perform(whole())


@BOTH
def test_worker_returns_results_and_refusals(make: Make) -> None:
    async def scene(worker: Worker) -> None:
        assert await worker.call(told, "hello", "there") == b"hello there"
        with pytest.raises(CommandError) as failed:
            await worker.call(refused, "bad_record")
        error = failed.value
        assert (error.code, str(error)) == ("bad_record", "no")
        assert error.reason is not None
        assert (error.reason.key, error.reason.args) == ("why", {"n": 1})
        assert await worker.call(told, "again") == b"again"

    use(make, scene)


@BOTH
def test_worker_reports_errors_and_continues(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(worker: Worker) -> None:
        with pytest.raises(CommandError) as failed:
            await worker.call(broken)
        assert failed.value.code == "failed"
        assert "broken" not in str(failed.value)
        assert await worker.call(told, "again") == b"again"

    use(make, scene)
    assert "RuntimeError: broken" in caplog.text


@BOTH
def test_worker_streams_parts_until_it_is_stopped(make: Make) -> None:
    async def scene(worker: Worker) -> None:
        parts: list[bytes] = []
        streaming = asyncio.create_task(worker.stream(counted, 3, on_part=parts.append))

        async def counts() -> bool:
            return len(parts) == 3

        await until(counts)
        worker.stop()
        await streaming
        assert parts == [b"0", b"1", b"2", b"stopped"]
        assert await worker.call(told, "again") == b"again"

    use(make, scene)


@BOTH
def test_worker_refuses_arguments_that_are_nested_too_deeply(make: Make) -> None:
    async def scene(worker: Worker) -> None:
        nested: list[Any] = []
        for _ in range(200_000):
            nested = [nested]
        with pytest.raises(CommandError) as failed:
            await worker.call(told, nested)
        assert failed.value.code == "bad_request"
        while nested:  # freed one by one, not recursively
            nested = nested[0]

    use(make, scene)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_process_crash_costs_one_call(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(worker: ProcessWorker) -> None:
        first = await worker.call(pid)
        with pytest.raises(CommandError) as failed:
            await worker.call(killed)
        assert failed.value.code == "failed"
        second = await worker.call(pid)
        assert first != second
        # It may also end between two calls.
        os.kill(int(second), signal.SIGKILL)

        async def has_ended() -> bool:
            threads = list(Path(f"/proc/{int(second)}/task").iterdir())
            return len(threads) == 1 and _state(int(second)) == "Z"

        await until(has_ended)
        assert await worker.call(told, "again") == b"again"

    use(in_process, scene)
    assert "ended during a computation" in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_process_is_replaced_after_many_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_CALLS", 2)

    async def scene(worker: ProcessWorker) -> None:
        pids = [await worker.call(pid) for _ in range(3)]
        assert pids[0] == pids[1] != pids[2]
        assert _state(int(pids[0])) is None, "it is gone and was reaped"

    use(in_process, scene)


def test_process_is_killed_at_its_time_limit() -> None:
    async def scene(worker: ProcessWorker) -> None:
        with pytest.raises(CommandError) as failed:
            await worker.call(endless)
        assert failed.value.code == "failed"

    use(lambda: ProcessWorker("test", 0, seconds=0.5), scene)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_process_ends_when_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "IDLE_SECONDS", 0.01)

    async def scene(worker: ProcessWorker) -> None:
        own = int(await worker.call(pid))

        async def has_ended() -> bool:
            return _state(own) is None

        await until(has_ended)
        assert int(await worker.call(pid)) != own

    use(in_process, scene)


def test_process_close_ends_a_running_call() -> None:
    async def scene() -> None:
        worker = ProcessWorker("test", 0)
        await worker.call(told, "begun")
        running = asyncio.create_task(worker.call(endless))
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await worker.close()
        with pytest.raises(CommandError):
            await running
        with pytest.raises(CommandError):
            await worker.call(told, "late")

    perform(scene())


@pytest.mark.skipif(sys.platform == "win32", reason="there are no nice values")
def test_process_has_a_lower_priority() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)

    async def scene(worker: ProcessWorker) -> None:
        assert int(await worker.call(priority)) == min(19, own + 7)

    use(lambda: ProcessWorker("test", 7), scene)


_PARENT = """
import asyncio
from empile.server.background.workers import ProcessWorker
from tests.server.background.calls import endless, pid

async def scene():
    worker = ProcessWorker("test", 0)
    print((await worker.call(pid)).decode(), flush=True)
    await worker.call(endless)

asyncio.run(scene())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_process_ends_with_a_killed_server() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        own = int(parent.stdout.readline())
        parent.kill()
    end = time.monotonic() + PATIENCE
    while _state(own) not in ("Z", None):  # who adopts it may reap it late
        assert time.monotonic() < end, "the worker outlived the server"
        time.sleep(0.01)


def _state(own: int) -> str | None:
    """Return the state of a process, or None if there is none."""
    try:
        return Path(f"/proc/{own}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None
