"""Background analysis of finished games, with stored results.

An analysis is identified by a hash of record and depth, so equal requests share it. Workers take
analyses; without workers, one process of low priority works through the queue, in turn for each
group of addresses. Interrupted analyses start over. A cancelled one ends unless another group asks
for it too.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from empile.bots.analysis import analyse
from empile.bots.analysis_results import Analysis, DepthName
from empile.engine.record import Record
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
from empile.server.background.queue.interface import Job, QueueLostError
from empile.server.background.queue.local import LocalQueue
from empile.server.background.worker_analyses import WorkerAnalyses
from empile.server.background.workers import ProcessWorker, Worker
from empile.server.store.interface import Store
from empile.server.tables import game_redaction
from empile.server.tables.replays import record_faults, short_enough
from empile.server.tables.store_errors import store_errors
from empile.server.wire.errors import CommandError

if TYPE_CHECKING:
    from empile.server.background.queue.redis import RedisQueue

log = logging.getLogger("empile.analyses")

MOST_MOVES: Final = 600
"""Longer games are not analysed."""
_FORMAT: Final = 3
"""Part of the hash; increase it to recompute stored results."""
CALMNESS = 19
"""The worker's nice value."""
_CHECK_SECONDS: Final = 1.0
_PART_SECONDS: Final = 0.1
_DEEP_COST: Final = 4.0
_MOST_FAILED: Final = 100


class _Job:
    def __init__(
        self, wanted: AnalysisInput, group: str, on_turn: Callable[[_Job], bytes | None]
    ) -> None:
        self.name = wanted.name
        arguments = (bytes(wanted.record), wanted.depth, wanted.name)
        self.queued = Job(analysed, arguments, group, wanted.cost, on_turn=partial(on_turn, self))
        self.running: asyncio.Future[bytes] | None = None
        self.state: JobState = "waiting"
        self.found: msgspec.Raw | None = None
        self.is_done = False
        self._asked: dict[str, float] = {}
        self.ask(group)

    def ask(self, group: str) -> None:
        """Note that a group wants it."""
        self._asked[group] = time.monotonic()

    def forget(self, group: str) -> None:
        """Note that a group no longer wants it."""
        self._asked.pop(group, None)

    @property
    def is_abandoned(self) -> bool:
        """Whether no group has asked for it lately."""
        last = max(self._asked.values(), default=-math.inf)
        return time.monotonic() - last >= ABANDONED_SECONDS

    def take(self, body: bytes) -> None:
        part = msgspec.json.decode(body, type=Part)
        self.found, self.is_done = part.analysis, part.is_done


class Analyses:
    def __init__(
        self, store: Store, *, in_process: bool = False, workers: RedisQueue | None = None
    ) -> None:
        self._store = store
        self._there = None if workers is None else WorkerAnalyses(store, workers)
        self._in_process = in_process
        self._jobs: dict[str, _Job] = {}
        self._queue: LocalQueue | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    @property
    def waiting(self) -> int:
        return 0 if self._queue is None else self._queue.waiting

    async def known(self, name: str, group: str) -> bool:
        job = self._jobs.get(name)
        if job is not None and job.state != "failed":
            job.ask(group)
            return True
        if self._there is not None and await self._there.known(name, group):
            return True
        return await self._stored(name) is not None

    async def begin(self, wanted: AnalysisInput, group: str) -> None:
        """Queue an analysis. Raises ``CommandError`` if the queue is full."""
        if self._there is not None:
            with suppress(QueueLostError):
                await self._there.begin(wanted, group)
                return
        self._begin_here(wanted, group)

    def _begin_here(self, wanted: AnalysisInput, group: str) -> None:
        job = self._jobs.get(wanted.name)
        if job is not None and job.state != "failed":
            return
        if self.waiting >= MOST_WAITING:
            raise too_many_waiting()
        queue = self._queue = self._queue or self._new_queue()
        queue.check(group)
        self._forget_failed()
        job = self._jobs[wanted.name] = _Job(wanted, group, self._on_turn)
        job.running = asyncio.ensure_future(queue.run(job.queued, job.take))
        task = asyncio.create_task(self._follow(job, job.running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def cancel(self, name: str, group: str) -> None:
        """End an unfinished analysis, unless another group wants it too."""
        job = self._jobs.get(name)
        if job is None and self._there is not None:
            await self._there.cancel(name, group)
        if job is None or job.state not in ("waiting", "running"):
            return
        job.forget(group)
        if job.is_abandoned:
            self._end(job)

    async def seen(self, name: str, group: str) -> bytes:
        """Return an encoded :class:`AnalysisResponse`. Raises ``CommandError`` if there is none."""
        job = self._jobs.get(name)
        if job is None:
            return await self._seen_elsewhere(name, group)
        job.ask(group)
        ahead = 0
        if job.state == "waiting" and self._queue is not None:
            ahead = self._queue.ahead(job.queued)
        return msgspec.json.encode(EncodedSeen(name, job.state, ahead, job.found))

    async def _seen_elsewhere(self, name: str, group: str) -> bytes:
        done = await self._seen_done(name)
        if done is not None:
            return done
        if self._there is not None:
            try:
                found = await self._there.seen(name, group)
            except QueueLostError:  # the workers are gone
                wanted = await self._there.take_over(name)
                if wanted is not None:
                    self._begin_here(wanted, group)
                    return await self.seen(name, group)
            else:
                if found is not None:
                    return found
                done = await self._seen_done(name)  # it may have been finished since
                if done is not None:
                    return done
        raise CommandError("no_table", "there is no such analysis; request it again")

    async def _seen_done(self, name: str) -> bytes | None:
        """Return the answer for a stored analysis, or None."""
        stored = await self._stored(name)
        if stored is None:
            return None
        return msgspec.json.encode(EncodedSeen(name, "done", 0, msgspec.Raw(stored)))

    def stop(self) -> None:
        """End all analyses that are made here."""
        self._stopping = True
        for job in list(self._jobs.values()):
            self._end(job)

    async def close(self) -> None:
        self.stop()
        if self._queue is not None:
            await self._queue.close()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _forget_failed(self) -> None:
        failed = [job.name for job in self._jobs.values() if job.state == "failed"]
        for name in failed[: max(0, len(failed) - _MOST_FAILED)]:
            del self._jobs[name]

    async def _stored(self, name: str) -> bytes | None:
        with store_errors():
            body = await self._store.load_analysis(name)
        if body is None:
            return None
        try:
            msgspec.json.decode(body, type=Analysis)
        except msgspec.DecodeError:
            log.warning("a stored analysis cannot be read and will be recomputed")
            return None
        return body

    # -- In this process ---------------------------------------------------------------------------

    def _new_queue(self) -> LocalQueue:
        kind = ProcessWorker if self._in_process else Worker
        return LocalQueue([kind("analysis", CALMNESS)], MOST_WAITING_PER_ADDRESS, MOST_WAITING)

    def _on_turn(self, job: _Job) -> bytes | None:
        """Begin a job, unless it is no longer wanted."""
        if self._is_unwanted(job):
            return b""
        job.state = "running"
        return None

    async def _follow(self, job: _Job, running: asyncio.Future[bytes]) -> None:
        while not (await asyncio.wait((running,), timeout=_CHECK_SECONDS))[0]:
            if job.state == "running" and self._is_unwanted(job):
                self._end(job)
        if self._jobs.get(job.name) is not job:
            return  # ended
        error = running.exception()
        if error is not None:
            if not isinstance(error, CommandError):
                log.error("an analysis failed", exc_info=error)
            job.state = "failed"
        elif job.is_done and job.found is not None:
            await self._store_result(job, bytes(job.found))
        else:
            del self._jobs[job.name]

    def _end(self, job: _Job) -> None:
        if job.running is not None and not job.running.done():
            job.running.cancel()
            self._jobs.pop(job.name, None)

    def _is_unwanted(self, job: _Job) -> bool:
        return self._stopping or (job.is_abandoned and self.waiting > 0)

    async def _store_result(self, job: _Job, found: bytes) -> None:
        try:
            await self._store.keep_analysis(job.name, found)
        except Exception:
            # Available while the server runs.
            log.exception("an analysis cannot be stored")
            job.state = "done"
            return
        del self._jobs[job.name]


# -- In workers ------------------------------------------------------------------------------------


def analysed(
    record: bytes, depth: DepthName, name: str, *, stop: Callable[[], bool]
) -> Iterator[bytes]:
    """Yield the encoded parts of an analysis: the first, the last, and some of the others."""
    seed = int.from_bytes(name.encode()[:8], "big")
    sent = -math.inf
    for found in analyse(Record.from_json(record), depth=depth, seed=seed, stop=stop):
        now = time.monotonic()
        if now - sent < _PART_SECONDS and not found.is_done:
            continue  # a part is the whole analysis, and clients poll less often
        sent = now
        yield msgspec.json.encode(Part(found.is_done, msgspec.Raw(msgspec.json.encode(found))))


def analysis_input(data: dict[str, Any], depth: DepthName) -> bytes:
    """Return an encoded :class:`AnalysisInput`. Raises ``CommandError`` for an invalid record."""
    record = checked_record(data)
    cost = len(record.events) * (_DEEP_COST if depth == "deep" else 1.0)
    body = msgspec.Raw(record.to_json().encode())
    return msgspec.json.encode(AnalysisInput(name_of(record, depth), body, depth, cost))


def analysis_input_of_table(snapshot: game_redaction.GameSnapshot, depth: DepthName) -> bytes:
    """Like :func:`analysis_input`, for the finished game of a table."""
    return analysis_input(game_redaction.record_seen(snapshot).to_dict(), depth)


def name_of(record: Record, depth: DepthName) -> str:
    """Return the id of an analysis; player names do not affect it."""
    hashed = [_FORMAT, depth, record.game, record.rules, record.options, record.events]
    if record.start is not None:
        hashed.append(record.start)
    digest = hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).digest()
    return urlsafe_b64encode(digest[:15]).decode()


def checked_record(data: dict[str, Any]) -> Record:
    """Return a validated record. Raises ``CommandError`` if it is invalid or too long."""
    with record_faults():
        record = short_enough(Record.from_dict(data))
        moves = sum(event.seat >= 0 for _, event in record.replay())
    if moves > MOST_MOVES:
        raise CommandError("bad_record", f"a game of more than {MOST_MOVES} moves is not analysed")
    return record
