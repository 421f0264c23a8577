"""Computations for requests: fair by group of addresses, cached, in worker processes.

A computation costs as much as the events that it replays. Cheap ones share a thread, because the
first call of a process takes a second. Searches of seconds have their own workers.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from empile.server.background import worker_process as wire
from empile.server.background.fair_queue import FairSlots
from empile.server.background.workers import Call, ProcessWorker, Worker, pickled
from empile.server.wire.rate_limits import Limits

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


class _Lane:
    """Workers that share a fair queue."""

    def __init__(self, workers: list[Worker], limits: Limits) -> None:
        self._idle = workers
        self.workers = tuple(workers)
        self.slots = FairSlots(
            len(workers), limits.computations_waiting_per_address, limits.computations_waiting
        )

    async def run(self, call: Call) -> bytes:
        """Run a call in an idle worker; the caller holds a slot."""
        worker = self._idle.pop()
        try:
            return await worker.run(call)
        finally:
            self._idle.append(worker)


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

    def __init__(self, processes: int, limits: Limits, cache_bytes: int = CACHE_BYTES) -> None:
        self.cache = ResultCache(cache_bytes)
        self._light = self._heavy = _Lane([Worker("compute", NICE)], limits)
        if processes > 0:
            self._heavy = _Lane([_process() for _ in range(processes)], limits)
        searching = (
            _process() if processes > 0 else Worker("search", NICE) for _ in range(_SEARCHES)
        )
        self._searching = _Lane(list(searching), limits)
        self._shared: dict[tuple[str, bytes], _Shared] = {}

    @property
    def lanes(self) -> set[_Lane]:
        return {self._light, self._heavy, self._searching}

    @property
    def waiting(self) -> int:
        """Computations in queues."""
        return sum(lane.slots.waiting for lane in self.lanes)

    async def run(
        self, function: Callable[..., bytes], *arguments: Any, group: str, cost: float
    ) -> bytes:
        """Return ``function(*arguments)``; the function must be importable.

        A computation leaves its queue when all requests for it are cancelled. Raises the function's
        ``CommandError``, or ``rate_limited`` if too many computations wait.
        """
        body = pickled(function, *arguments)
        key = hashlib.sha256(body).digest()
        found = self.cache.get(key)
        if found is not None:
            return found
        shared = self._shared.get((group, key))
        if shared is None:
            shared = self._shared[group, key] = _Shared()
            running = self._compute(shared, Call(wire.CALL, body), key, group, cost)
            shared.task = asyncio.create_task(running)
            shared.task.add_done_callback(partial(self._on_done, (group, key)))
        assert shared.task is not None
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if shared.waiting == 0 and not shared.has_begun:
                shared.task.cancel()
                self._shared.pop((group, key), None)

    def stop(self) -> None:
        """End the processes; what they compute is refused."""
        for lane in self.lanes:
            for worker in lane.workers:
                worker.kill()

    async def close(self) -> None:
        tasks = [shared.task for shared in self._shared.values() if shared.task is not None]
        for lane in self.lanes:
            for worker in lane.workers:
                await worker.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(
        self, shared: _Shared, call: Call, key: bytes, group: str, cost: float
    ) -> bytes:
        lane = self._lane(cost)
        async with lane.slots.slot(group, cost):
            shared.has_begun = True
            found = self.cache.get(key)  # another group may have asked for the same
            if found is None:
                found = await lane.run(call)
                self.cache.put(key, found)
            return found

    def _lane(self, cost: float) -> _Lane:
        if cost >= SEARCH_COST:
            return self._searching
        return self._light if cost <= LIGHT_COST else self._heavy

    def _on_done(self, place: tuple[str, bytes], task: asyncio.Task[bytes]) -> None:
        shared = self._shared.get(place)
        if shared is not None and shared.task is task:
            del self._shared[place]
        if not task.cancelled():
            task.exception()  # seen, also if no request waits for it any more


def _process() -> Worker:
    return ProcessWorker("compute", NICE, _MOST_SECONDS)
