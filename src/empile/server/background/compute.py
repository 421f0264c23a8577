"""Computations for requests: fair by group of addresses and by table, cached.

A computation costs as much as the events that it replays. Cheap ones share a thread, because the
first call of a process takes a second. Others are jobs for workers on other machines; without them,
for processes of this one. Searches of seconds have their own.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from empile.server.background.queue.interface import Job, Queue, QueueLostError
from empile.server.background.queue.kinds import is_stream
from empile.server.background.queue.local import LocalQueue
from empile.server.background.workers import ProcessWorker, Worker, pickled
from empile.server.wire.rate_limits import Limits

Computation: TypeAlias = Callable[..., bytes | Iterator[bytes]]
"""An importable function that returns bytes; or yields them and can be stopped, and its result is
what it yields last. See :class:`Job`."""
LIGHT_COST: Final = 16.0
"""Costs up to this, some milliseconds, are computed in a thread."""
NICE: Final = 15
CACHE_BYTES: Final = 32 << 20
SEARCH_COST: Final = 10_000.0
"""Computations that cost so much or more are searches."""
_SEARCHES: Final = 2
"""At a time: each takes seconds and tens of megabytes."""
_MOST_SECONDS: Final = 120.0
"""A computation that takes longer is ended."""


class ResultCache:
    """The most recently used results, up to ``most_bytes``."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._results: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, key: bytes) -> bytes | None:
        found = self._results.get(key)
        if found is not None:
            self._results.move_to_end(key)
        return found

    def put(self, key: bytes, result: bytes) -> None:
        if len(result) > self._most or key in self._results:
            return
        self._results[key] = result
        self._bytes += len(result)
        while self._bytes > self._most:
            _, oldest = self._results.popitem(last=False)
            self._bytes -= len(oldest)


@dataclass
class _Shared:
    """A computation with the requests that wait for it."""

    task: asyncio.Task[bytes] | None = None
    waiting: int = 0
    has_begun: bool = False


class Compute:
    """Runs functions that return bytes; equal calls share one computation.

    Without ``processes``, everything runs in a thread.
    """

    def __init__(
        self,
        processes: int,
        limits: Limits,
        cache_bytes: int = CACHE_BYTES,
        workers: Queue | None = None,
    ) -> None:
        def queue(workers: list[Worker]) -> LocalQueue:
            most = limits.computations_waiting
            return LocalQueue(workers, limits.computations_waiting_per_address, most)

        self.cache = ResultCache(cache_bytes)
        self._workers = workers
        self._light = self._heavy = queue([Worker("compute", NICE)])
        if processes > 0:
            self._heavy = queue([_process() for _ in range(processes)])
        searching = (
            _process() if processes > 0 else Worker("search", NICE) for _ in range(_SEARCHES)
        )
        self._searching = queue(list(searching))
        self._shared: dict[tuple[str, bytes], _Shared] = {}

    @property
    def local(self) -> set[LocalQueue]:
        return {self._light, self._heavy, self._searching}

    @property
    def waiting(self) -> int:
        """Computations in queues."""
        return sum(queue.waiting for queue in self.local)

    async def run(
        self,
        function: Computation,
        *arguments: Any,
        group: str,
        cost: float,
        table: int = 0,
    ) -> bytes:
        """Return the result of ``function(*arguments)``.

        ``table`` is the number of the table that it is about, if it is about one.

        A computation leaves its queue when all requests for it are cancelled; one that can be
        stopped ends then, even if it has begun. Raises the function's ``CommandError``, or
        ``rate_limited`` if too many computations wait.
        """
        body = pickled(function, *arguments)
        key = hashlib.sha256(body).digest()
        found = self.cache.get(key)
        if found is not None:
            return found
        shared = self._shared.get((group, key))
        if shared is None:
            shared = self._shared[group, key] = _Shared()

            def on_turn() -> bytes | None:
                shared.has_begun = True
                return self.cache.get(key)  # another group may have asked for the same

            job = Job(function, arguments, group, cost, table, on_turn)
            running = self._compute(key, job)
            shared.task = asyncio.create_task(running)
            shared.task.add_done_callback(partial(self._on_done, (group, key)))
        assert shared.task is not None
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if shared.waiting == 0 and (is_stream(function) or not shared.has_begun):
                shared.task.cancel()
                self._shared.pop((group, key), None)

    def stop(self) -> None:
        """End the processes; what they compute is refused."""
        for queue in self.local:
            for worker in queue.workers:
                worker.kill()

    async def close(self) -> None:
        tasks = [shared.task for shared in self._shared.values() if shared.task is not None]
        for queue in self.local:
            await queue.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(self, key: bytes, job: Job) -> bytes:
        found = await self._run(job)
        self.cache.put(key, found)
        return found

    async def _run(self, job: Job) -> bytes:
        if job.cost <= LIGHT_COST:
            return await self._light.run(job)
        if self._workers is not None and self._workers.is_open:
            with suppress(QueueLostError):
                return await self._workers.run(job)
        return await (self._searching if job.cost >= SEARCH_COST else self._heavy).run(job)

    def _on_done(self, place: tuple[str, bytes], task: asyncio.Task[bytes]) -> None:
        shared = self._shared.get(place)
        if shared is not None and shared.task is task:
            del self._shared[place]
        if not task.cancelled():
            task.exception()  # seen, also if no request waits for it any more


def _process() -> Worker:
    return ProcessWorker("compute", NICE, _MOST_SECONDS)
