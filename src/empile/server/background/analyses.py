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
from empile.server.background.fair_queue import FairQueue
from empile.server.background.queue.interface import QueueLostError
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
    def __init__(self, wanted: AnalysisInput, group: str) -> None:
        self.name = wanted.name
        self.wanted = wanted
        self.group = group
        """The group in whose turn it waits."""
        self.state: JobState = "waiting"
        self.found: msgspec.Raw | None = None
        self.is_done = False
        self.is_cancelled = False
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
        """Whether nobody has asked for it lately."""
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
        self._queue: FairQueue[_Job] = FairQueue(MOST_WAITING_PER_ADDRESS)
        self._worker: Worker | None = None
        self._working: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

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
        if len(self._queue) >= MOST_WAITING:
            raise too_many_waiting()
        self._forget_failed()
        job = _Job(wanted, group)
        self._queue.push(group, wanted.cost, job)
        self._jobs[job.name] = job
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        self._check_running()

    async def cancel(self, name: str, group: str) -> None:
        """End an unfinished analysis, unless another group wants it too."""
        job = self._jobs.get(name)
        if job is None and self._there is not None:
            await self._there.cancel(name, group)
        if job is None or job.state not in ("waiting", "running"):
            return
        job.forget(group)
        if not job.is_abandoned:
            return
        job.is_cancelled = True
        if job.state == "waiting":
            self._queue.remove(job.group, job)
            del self._jobs[name]
        self._check_running()

    async def seen(self, name: str, group: str) -> bytes:
        """Return an encoded :class:`AnalysisResponse`. Raises ``CommandError`` if there is none."""
        job = self._jobs.get(name)
        if job is None:
            return await self._seen_elsewhere(name, group)
        job.ask(group)
        ahead = 0
        if job.state == "waiting":
            running = sum(one.state == "running" for one in self._jobs.values())
            ahead = running + list(self._queue).index(job)
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
        self._stopping = True
        if self._worker is not None:
            self._worker.stop()

    async def close(self) -> None:
        self.stop()
        if self._worker is not None:
            await self._worker.close()
        if self._working is not None:
            await self._working

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

    # -- The queue ---------------------------------------------------------------------------------

    async def _work(self) -> None:
        while not self._stopping and (following := self._queue.pop()) is not None:
            _, job = following
            if self._is_unwanted(job):
                del self._jobs[job.name]
                continue
            try:
                await self._run(job)
            except CommandError:
                job.state = "failed"
            except Exception:
                log.exception("an analysis failed")
                job.state = "failed"
        self._working = None

    async def _run(self, job: _Job) -> None:
        job.state = "running"
        worker = self._worker = self._worker or self._new_worker()
        wanted = job.wanted
        arguments = (bytes(wanted.record), wanted.depth, wanted.name)
        running = asyncio.ensure_future(worker.stream(analysed, *arguments, on_part=job.take))
        while not (await asyncio.wait((running,), timeout=_CHECK_SECONDS))[0]:
            self._check_running()
        running.result()
        if job.is_done and job.found is not None:
            await self._store_result(job, bytes(job.found))
        else:
            del self._jobs[job.name]

    def _new_worker(self) -> Worker:
        kind = ProcessWorker if self._in_process else Worker
        return kind("analysis", CALMNESS)

    def _check_running(self) -> None:
        if self._worker is not None and any(
            job.state == "running" and self._is_unwanted(job) for job in self._jobs.values()
        ):
            self._worker.stop()

    def _is_unwanted(self, job: _Job) -> bool:
        if self._stopping or job.is_cancelled:
            return True
        if not job.is_abandoned:
            return False
        return any(one is not job for one in self._queue)

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
