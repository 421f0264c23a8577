"""Analyses that workers make, as every web process sees them.

The job of an analysis is stored by the analysis's name until the result is; so whichever process a
client asks, it finds the same progress, and can cancel. Redis keeps which groups want an analysis.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from empile.server.background.analysis_schemas import (
    ABANDONED_SECONDS,
    MOST_WAITING,
    MOST_WAITING_PER_ADDRESS,
    AnalysisInput,
    EncodedSeen,
    JobState,
    Part,
    too_many_waiting,
)
from empile.server.background.queue.interface import QueueLostError
from empile.server.background.queue.kinds import decode, encode
from empile.server.background.queue.orders import Order, Share
from empile.server.store.interface import Store, StoreFailedError
from empile.server.tables.store_errors import store_errors

if TYPE_CHECKING:
    from empile.server.background.queue.redis import RedisQueue

_DEAD = ("failed", "refused")


class WorkerAnalyses:
    """Lets workers make analyses."""

    def __init__(self, store: Store, workers: RedisQueue) -> None:
        self._store = store
        self._workers = workers

    async def known(self, name: str, group: str) -> bool:
        """Note that a group wants an analysis; return whether it is a job that has not failed."""
        with store_errors():
            number = await self._store.find_job(name)
            found = None if number is None else await self._store.job_state(number)
        if number is None or found is None or found.state in _DEAD:
            return False
        await self._workers.wants(number, group, "want")
        return True

    async def begin(self, wanted: AnalysisInput, group: str) -> None:
        """Let workers make an analysis.

        :raises CommandError: too many wait.
        :raises QueueLostError: there are no workers.
        """
        if not self._workers.is_open:
            raise QueueLostError
        body = encode("analysis", (bytes(wanted.record), wanted.depth, wanted.name))
        with _lost_with_the_store():
            number = await self._store.put_job(wanted.name, body)
            found = await self._store.job_state(number)
            if found is not None and found.state in _DEAD:
                await self._store.drop_job(number)
                number = await self._store.put_job(wanted.name, body)
        await self._workers.wants(number, group, "want")
        await self._push(number, group, wanted.cost)

    async def _push(self, number: int, group: str, cost: float) -> None:
        share = Share(group, cost, 0, MOST_WAITING_PER_ADDRESS, MOST_WAITING)
        answer = await self._workers.push_and_wait(Order("analysis", number), share)
        if answer is None:
            raise QueueLostError
        if answer < 0:
            with _lost_with_the_store():
                await self._store.drop_job(number)
            raise too_many_waiting()

    async def seen(self, name: str, group: str) -> bytes | None:
        """Return an encoded ``AnalysisResponse``, or None if there is no such job.

        :raises QueueLostError: no worker makes it.
        """
        with store_errors():
            number = await self._store.find_job(name)
            found = None if number is None else await self._store.job_state(number)
        if number is None or found is None:
            return None
        state: JobState = "failed" if found.state in _DEAD else "running"
        ahead = 0
        if state == "running":
            if not self._workers.is_open:
                raise QueueLostError
            await self._workers.wants(number, group, "want")
            is_known, ahead = await self._workers.position(Order("analysis", number))
            if not is_known:  # Redis has forgotten it
                await self._push(number, group, 1.0)
            if ahead:
                state = "waiting"
        analysis = None
        if found.state == "part" and found.result is not None:
            analysis = msgspec.json.decode(found.result, type=Part).analysis
        return msgspec.json.encode(EncodedSeen(name, state, ahead, analysis))

    async def cancel(self, name: str, group: str) -> None:
        """End an unfinished analysis, unless another group wants it too."""
        with store_errors():
            number = await self._store.find_job(name)
            if number is None:
                return
            asked = await self._workers.wants(number, group, "forget")
            if asked is None or asked >= ABANDONED_SECONDS:
                self._workers.withdraw(Order("analysis", number))
                await self._store.drop_job(number)

    async def take_over(self, name: str) -> AnalysisInput | None:
        """Return the input of a job that no worker does any more, and drop it."""
        with store_errors():
            number = await self._store.find_job(name)
            body = None if number is None else await self._store.load_job(number)
            if number is None or body is None:
                return None
            await self._store.drop_job(number)
        arguments: list[Any] = [msgspec.msgpack.decode(one) for one in decode(body)[1]]
        record, depth, _ = arguments
        return AnalysisInput(name, msgspec.Raw(record), depth, 1.0)


@contextmanager
def _lost_with_the_store() -> Generator[None]:
    try:
        yield
    except StoreFailedError as error:
        raise QueueLostError from error
