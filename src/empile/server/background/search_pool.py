"""Threads for searches, shared fairly by groups of addresses.

Compiled searches release the interpreter lock, so threads suffice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from empile.bots.priority import SEARCHES, lower_priority
from empile.server.background.fair_queue import FairQueue

_Found = TypeVar("_Found")


@dataclass(frozen=True, eq=False)
class Search(Generic[_Found]):
    """A search for a client of ``group``; ``cost`` is its length in any unit."""

    group: str
    cost: float
    work: Callable[[], _Found]
    """Called in a thread."""
    done: Callable[[Future[_Found]], None]
    """Called on the event loop; the future is cancelled if the search was dropped."""
    is_wanted: Callable[[], bool] = lambda: True
    """Called before it starts; if False, it is dropped."""
    is_urgent: bool = True
    """Whether it starts before all that are not."""


class SearchPool:
    """Runs searches in ``threads`` threads.

    There are ``spare`` further threads, of which neither a single group nor searches that are not
    urgent can take the last one.
    """

    def __init__(self, name: str, threads: int, spare: int = 0) -> None:
        self._threads = threads
        self._free = threads + spare
        self._pool = ThreadPoolExecutor(
            threads + spare, name, initializer=partial(lower_priority, SEARCHES)
        )
        self._loop = asyncio.get_running_loop()
        self._urgent: FairQueue[Search[Any]] = FairQueue()
        self._others: FairQueue[Search[Any]] = FairQueue()
        self._groups: Counter[str] = Counter()
        """Running searches by group."""
        self._running_others = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._urgent) + len(self._others)

    def load(self, group: str) -> int:
        """Return how many searches of a group wait or run."""
        queued = self._urgent.count(group) + self._others.count(group)
        return queued + self._groups[group]

    def submit(self, search: Search[Any]) -> None:
        queue = self._urgent if search.is_urgent else self._others
        queue.push(search.group, search.cost, search)
        self._start()

    async def close(self) -> None:
        """Wait for running searches; the others are dropped."""
        self._closed = True
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)

    def _start(self) -> None:
        while self._free > 0 and not self._closed and (search := self._next()) is not None:
            if search.is_wanted():
                self._run(search)
            else:
                dropped: Future[Any] = Future()
                dropped.cancel()
                search.done(dropped)

    def _next(self) -> Search[Any] | None:
        found = self._urgent.pop(self._may_run)
        if found is None and self._running_others < self._threads:
            found = self._others.pop(self._may_run)
        return None if found is None else found[1]

    def _may_run(self, group: str) -> bool:
        return self._groups[group] < self._threads

    def _run(self, search: Search[Any]) -> None:
        self._free -= 1
        self._groups[search.group] += 1
        self._running_others += not search.is_urgent

        def searched(done: Future[Any]) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._on_done, search, done)

        self._pool.submit(search.work).add_done_callback(searched)

    def _on_done(self, search: Search[Any], done: Future[Any]) -> None:
        self._free += 1
        self._groups[search.group] -= 1
        if not self._groups[search.group]:
            del self._groups[search.group]
        self._running_others -= not search.is_urgent
        self._start()
        search.done(done)
