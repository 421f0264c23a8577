"""Runs a simulation's calls sequentially in a thread pool."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, NamedTuple, TypeVar

from empile.engine.contracts.referee import BadPathError, PlacementSimulation

log = logging.getLogger("empile.simulations")

Found = TypeVar("Found")
Make = Callable[[], PlacementSimulation]
Failed = Callable[[Exception], None]
OnBadPath = Callable[[BadPathError], None]


class Pools(NamedTuple):
    """Thread pools; calls of up to a second must not delay frames."""

    quick: Executor
    slow: Executor


class ThreadedSimulation:
    """A simulation that is created, called and closed in the threads of ``pools``.

    Use it from the event loop, which runs all callbacks. ``failed`` gets the error that ended it.
    There are no callbacks after :meth:`close`.
    """

    def __init__(self, pools: Pools, make: Make, failed: Failed) -> None:
        self._pools = pools
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._jobs: deque[_Job] = deque()
        self._simulation: PlacementSimulation | None = None
        self._busy = False
        """Whether a job or its callback is pending."""
        self._lock = threading.Lock()
        self._running = False
        """Whether a thread uses the simulation; then that thread closes it."""
        self._closed = False

        def open_it() -> None:
            self._simulation = make()

        def opened(_: None) -> None: ...

        self._queue(_Job(open_it, opened, self._failed, pools.slow))

    @property
    def idle(self) -> bool:
        return not self._busy and not self._jobs

    def do(
        self,
        job: Callable[[PlacementSimulation], Found],
        done: Callable[[Found], None],
        on_bad_path: OnBadPath,
        *,
        slow: bool = False,
    ) -> None:
        """Queue a call, ``slow`` if it may take a second; ``on_bad_path`` gets hand errors."""

        def ask() -> Found:
            assert self._simulation is not None
            return job(self._simulation)

        self._queue(_Job(ask, done, on_bad_path, self._pools.slow if slow else self._pools.quick))

    def close(self) -> None:
        """Drop queued jobs, and close after the running one."""
        self._jobs.clear()
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._running:
                return  # the running thread closes it
        self._pools.quick.submit(self._close_simulation)

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
                self._close_simulation()
            elif not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._on_done, job, found, error)

        job.pool.submit(run)

    def _on_done(self, job: _Job, found: Any, error: Exception | None) -> None:
        self._busy = False
        if self._closed:
            return
        try:
            if error is None:
                job.done(found)
            elif isinstance(error, BadPathError):
                job.on_bad_path(error)
        except Exception as caught:
            error = caught  # or the session would wait forever
        if error is not None and not isinstance(error, BadPathError):
            self.close()
            self._failed(error)
        self._next()

    def _close_simulation(self) -> None:
        simulation, self._simulation = self._simulation, None
        if simulation is not None:
            try:
                simulation.close()
            except Exception:
                log.exception("a simulation cannot be closed")


class _Job(NamedTuple):
    work: Callable[[], Any]
    done: Callable[[Any], None]
    on_bad_path: OnBadPath
    pool: Executor
