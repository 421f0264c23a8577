"""Trials in threads: each does one thing after the other, and nothing of it on the event loop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, NamedTuple, TypeVar

from empile.engine.contracts.referee import BadHandError, PlacementSimulation

log = logging.getLogger("empile.trials")

Found = TypeVar("Found")
Make = Callable[[], PlacementSimulation]
Failed = Callable[[Exception], None]
Refused = Callable[[BadHandError], None]


class Pools(NamedTuple):
    """Where trials work: nobody's frames are to wait until everything has fallen elsewhere."""

    quick: Executor
    """For what takes a few milliseconds."""
    slow: Executor
    """For what may take a second."""


class TrialInThreads:
    """A trial that is opened, asked and closed in the threads of ``pools``.

    To be used from the event loop, where it also calls back: ``failed`` with what went wrong, which
    ends the trial. Once it is closed nobody is called any more.
    """

    def __init__(self, pools: Pools, make: Make, failed: Failed) -> None:
        self._pools = pools
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._jobs: deque[_Job] = deque()
        self._trial: PlacementSimulation | None = None
        self._busy = False
        """Whether a job is in a thread, or its callback is still to come."""
        self._lock = threading.Lock()
        self._running = False
        """Whether a thread may use the trial. Who finds it so, or leaves it so, lets it go."""
        self._closed = False

        def open_it() -> None:
            self._trial = make()

        def opened(_: None) -> None: ...

        self._queue(_Job(open_it, opened, self._failed, pools.slow))

    @property
    def idle(self) -> bool:
        """Whether nothing is being worked out, or waits for it."""
        return not self._busy and not self._jobs

    def do(
        self,
        job: Callable[[PlacementSimulation], Found],
        done: Callable[[Found], None],
        refused: Refused,
        *,
        slow: bool = False,
    ) -> None:
        """Let ``job`` work on the trial once all before it is done; ``slow``: it may take a second.

        Then ``done`` is called with what it returned, or ``refused`` with what no hand can do.
        """

        def ask() -> Found:
            assert self._trial is not None
            return job(self._trial)

        self._queue(_Job(ask, done, refused, self._pools.slow if slow else self._pools.quick))

    def close(self) -> None:
        """Do nothing of what waits, and let the trial go once what runs is done."""
        self._jobs.clear()
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._running:
                return  # who runs sees to it
        self._pools.quick.submit(self._let_go)

    def _queue(self, job: _Job) -> None:
        if not self._closed:
            self._jobs.append(job)
            self._next()

    def _next(self) -> None:
        if self._busy or not self._jobs:
            return
        self._busy = self._running = True
        job = self._jobs.popleft()

        def run() -> None:
            found: Any = None
            error: Exception | None = None
            try:
                found = job.work()
            except Exception as caught:
                error = caught
            with self._lock:
                self._running = False
                closed = self._closed
            if closed:
                self._let_go()
            elif not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._ran, job, found, error)

        job.pool.submit(run)

    def _ran(self, job: _Job, found: Any, error: Exception | None) -> None:
        self._busy = False
        if self._closed:
            return
        try:
            if error is None:
                job.done(found)
            elif isinstance(error, BadHandError):
                job.refused(error)
        except Exception as caught:
            error = caught  # whoever waits for this trial must not wait for ever
        if error is not None and not isinstance(error, BadHandError):
            self.close()
            self._failed(error)
        self._next()

    def _let_go(self) -> None:
        trial, self._trial = self._trial, None
        if trial is not None:
            try:
                trial.close()
            except Exception:
                log.exception("a trial cannot be closed")


class _Job(NamedTuple):
    work: Callable[[], Any]
    done: Callable[[Any], None]
    refused: Refused
    pool: Executor
