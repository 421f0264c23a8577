"""Background analysis of finished games, with stored results.

An analysis is identified by a hash of record and depth, so equal requests share it. One
low-priority thread works through the queue. Interrupted analyses start over.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import sys
import threading
import time
from base64 import urlsafe_b64encode
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from empile.bots.analysis import Analysis, DepthName, analyse
from empile.engine.record import Record
from empile.server.store.interface import Store
from empile.server.tables.replays import record_faults, short_enough
from empile.server.tables.store_errors import store_errors
from empile.server.wire.errors import CommandError

log = logging.getLogger("empile.analyses")

MOST_MOVES: Final = 600
"""Longer games are not analysed."""
MOST_WAITING: Final = 16
ABANDONED_SECONDS: Final = 60.0
"""An unrequested analysis yields to a queued one after this time."""
_FORMAT: Final = 1
"""Part of the hash; increase it to recompute stored results."""
CALMNESS = 10
"""Added to the thread's nice value."""
_MOST_FAILED: Final = 100

JobState = Literal["waiting", "running", "done", "failed"]


class AnalysisWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to analyse a ``record``, or a game (default: the last) of a ``table``."""

    record: dict[str, Any] | None = None
    table: str | None = None
    game: int | None = None
    depth: DepthName = "quick"


class AnalysisMade(Struct, frozen=True):
    """The id of an analysis."""

    id: str


class AnalysisSeen(Struct, frozen=True):
    """Progress and results of an analysis."""

    id: str
    state: JobState
    ahead: int
    """Number of analyses queued before this one."""
    analysis: Analysis | None
    """``None`` at first."""


class _Job:
    def __init__(self, name: str, record: Record, depth: DepthName) -> None:
        self.name = name
        self.record = record
        self.depth: DepthName = depth
        self.state: JobState = "waiting"
        self.found: Analysis | None = None
        self.asked_at = time.monotonic()


class Analyses:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._jobs: dict[str, _Job] = {}
        self._writes: set[asyncio.Task[None]] = set()
        self._stopping = threading.Event()
        self._pool = ThreadPoolExecutor(1, "analysis", initializer=_lower_priority)

    async def known(self, name: str) -> bool:
        job = self._jobs.get(name)
        if job is not None and job.state != "failed":
            job.asked_at = time.monotonic()
            return True
        return await self._stored(name) is not None

    def begin(self, name: str, record: Record, depth: DepthName) -> None:
        """Queue a checked record. Raises ``CommandError`` if the queue is full."""
        job = self._jobs.get(name)
        if job is not None and job.state != "failed":
            return
        if len(self._waiting()) >= MOST_WAITING:
            raise CommandError(
                "slow_down", "too many games are waiting to be analysed; try again in a minute"
            )
        self._forget_failed()
        self._jobs.pop(name, None)  # a failed job goes to the end of the queue
        job = self._jobs[name] = _Job(name, record, depth)
        future = self._pool.submit(self._run, job)

        def worked(done: Future[Analysis | None]) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._on_done, job, done)

        future.add_done_callback(worked)

    async def seen(self, name: str) -> AnalysisSeen:
        job = self._jobs.get(name)
        if job is None:
            stored = await self._stored(name)
            if stored is None:
                raise CommandError("no_table", "there is no such analysis; request it again")
            return AnalysisSeen(name, "done", 0, stored)
        job.asked_at = time.monotonic()
        waiting = self._waiting()
        if job not in waiting:  # it may start at any moment
            return AnalysisSeen(name, job.state, 0, job.found)
        running = sum(one.state == "running" for one in self._jobs.values())
        return AnalysisSeen(name, "waiting", running + waiting.index(job), None)

    def stop(self) -> None:
        self._stopping.set()

    async def close(self) -> None:
        self.stop()
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
        await asyncio.gather(*self._writes)

    def _waiting(self) -> list[_Job]:
        return [job for job in self._jobs.values() if job.state == "waiting"]

    def _forget_failed(self) -> None:
        failed = [job.name for job in self._jobs.values() if job.state == "failed"]
        for name in failed[: max(0, len(failed) - _MOST_FAILED)]:
            del self._jobs[name]

    async def _stored(self, name: str) -> Analysis | None:
        with store_errors():
            body = await self._store.load_analysis(name)
        if body is None:
            return None
        try:
            return msgspec.json.decode(body, type=Analysis)
        except msgspec.DecodeError:
            log.warning("a stored analysis cannot be read and will be recomputed")
            return None

    # -- In the worker thread ----------------------------------------------------------------------

    def _run(self, job: _Job) -> Analysis | None:
        if self._is_unwanted(job):
            return None
        job.state = "running"
        seed = int.from_bytes(job.name.encode()[:8], "big")
        found: Analysis | None = None
        for found in analyse(
            job.record, depth=job.depth, seed=seed, stop=lambda: self._is_unwanted(job)
        ):
            job.found = found
        return found if found is not None and found.is_done else None

    def _is_unwanted(self, job: _Job) -> bool:
        if self._stopping.is_set():
            return True
        if time.monotonic() - job.asked_at < ABANDONED_SECONDS:
            return False
        # A copy: the event loop may add jobs.
        return any(one.state == "waiting" and one is not job for one in list(self._jobs.values()))

    # -- Callbacks on the event loop ---------------------------------------------------------------

    def _on_done(self, job: _Job, done: Future[Analysis | None]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if error is not None:
            log.error("an analysis failed", exc_info=error)
            job.state = "failed"
            return
        found = done.result()
        if found is None:
            self._jobs.pop(job.name, None)
            return
        keeping = self._loop.create_task(self._store_result(job, found))
        self._writes.add(keeping)
        keeping.add_done_callback(self._writes.discard)

    async def _store_result(self, job: _Job, found: Analysis) -> None:
        try:
            await self._store.keep_analysis(job.name, msgspec.json.encode(found))
        except Exception:
            # Available while the server runs.
            log.exception("an analysis cannot be stored")
            job.state = "done"
            return
        self._jobs.pop(job.name, None)


def _lower_priority() -> None:
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), CALMNESS)


def name_of(record: Record, depth: DepthName) -> str:
    """Return the id of an analysis; player names do not affect it."""
    hashed = [_FORMAT, depth, record.game, record.rules, record.options, record.events]
    if record.start is not None:
        hashed.append(record.start)
    digest = hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).digest()
    return urlsafe_b64encode(digest[:15]).decode()


def checked_record(data: dict[str, Any]) -> Record:
    """Return a validated record. Blocks. Raises ``CommandError`` if it is invalid or too long."""
    with record_faults():
        record = short_enough(Record.from_dict(data))
        moves = sum(event.seat >= 0 for _, event in record.replay())
    if moves > MOST_MOVES:
        raise CommandError("bad_record", f"a game of more than {MOST_MOVES} moves is not analysed")
    return record
