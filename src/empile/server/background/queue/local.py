"""The queue within one process, which computes in threads or child processes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from empile.server.background.fair_queue import FairSlots
from empile.server.background.queue.interface import Job, OnPart, QueueLostError, ignore_part
from empile.server.background.queue.kinds import is_stream
from empile.server.background.workers import Worker


class LocalQueue:
    """A queue for ``workers``. At most ``most`` jobs wait, and ``most_per_group`` of one group."""

    def __init__(self, workers: Sequence[Worker], most_per_group: int, most: int) -> None:
        self.workers = tuple(workers)
        self._idle = list(workers)
        self._slots = FairSlots(len(workers), most_per_group, most)
        self._closed = False

    @property
    def waiting(self) -> int:
        return self._slots.waiting

    @property
    def is_open(self) -> bool:
        return not self._closed

    def check(self, group: str) -> None:
        """Raise ``CommandError`` if too many jobs wait for another one of a group."""
        self._slots.check(group)

    def ahead(self, job: Job) -> int:
        """Return how many jobs run or wait before one that has not begun."""
        running = len(self.workers) - len(self._idle)
        ahead = self._slots.ahead(job)
        return running + (self.waiting if ahead is None else ahead)

    async def run(self, job: Job, on_part: OnPart = ignore_part) -> bytes:
        if self._closed:
            raise QueueLostError
        await self._slots.acquire(job.group, job.cost, job.table, job)
        found = job.on_turn()
        if found is not None:
            self._slots.release()
            return found
        worker = self._idle.pop()
        running = asyncio.ensure_future(_call(worker, job, on_part))

        def free(done: asyncio.Future[bytes]) -> None:
            self._idle.append(worker)
            self._slots.release()
            if not done.cancelled():
                done.exception()  # marks it as retrieved, if no caller waits any more

        try:
            await asyncio.wait((running,))
        except asyncio.CancelledError:
            worker.stop()
            running.add_done_callback(free)
            raise
        # Only now, so that the next job in the queue finds what the caller does with the result.
        free(running)
        return running.result()

    async def close(self) -> None:
        self._closed = True
        for worker in self.workers:
            await worker.close()


async def _call(worker: Worker, job: Job, on_part: OnPart) -> bytes:
    if not is_stream(job.function):
        return await worker.call(job.function, *job.arguments)
    last = b""

    def take(part: bytes) -> None:
        nonlocal last
        last = part
        on_part(part)

    await worker.stream(job.function, *job.arguments, on_part=take)
    return last
