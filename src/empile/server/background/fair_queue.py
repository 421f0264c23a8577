"""Fair queues: each group of clients gets the same share, however much it asks for.

An item may be of a table as well: it then waits for the turn of both, so that neither a group with
many tables nor a table with many groups gets more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from empile.server.wire.errors import CommandError

_Item = TypeVar("_Item")
_MOST_FINISHES = 1000
_RETRY_SECONDS = 2.0
"""In which some of what waits is done, as a rule."""


@dataclass(frozen=True, slots=True)
class _Entry(Generic[_Item]):
    start: float
    arrival: int
    item: _Item
    table: int


class FairQueue(Generic[_Item]):
    """Start-time fair queueing (Goyal, Vin and Cheng 1996) of items with costs, by group."""

    def __init__(self, most_per_group: int | None = None, most: int | None = None) -> None:
        self._most_per_group = most_per_group
        self._most = most
        self._waiting: dict[str, deque[_Entry[_Item]]] = {}
        self._finishes: dict[str, float] = {}
        """Virtual time at which the items of a group end."""
        self._table_finishes: dict[int, float] = {}
        self._time = 0.0
        self._arrivals = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[_Item]:
        """Yield the items in the order in which they will be served."""
        entries = [entry for waiting in self._waiting.values() for entry in waiting]
        return iter([entry.item for entry in sorted(entries, key=_rank)])

    def count(self, group: str) -> int:
        """Return how many items of a group are waiting."""
        return len(self._waiting.get(group, ()))

    def check(self, group: str) -> None:
        """Raise ``CommandError`` if there is no space for an item of ``group``."""
        if self._most_per_group is not None and self.count(group) >= self._most_per_group:
            raise CommandError(
                "rate_limited",
                "too many requests of yours are waiting; wait a moment",
                retry_after=_RETRY_SECONDS,
            )
        if self._most is not None and self._length >= self._most:
            raise CommandError(
                "rate_limited",
                "many players are asking; try again in a moment",
                retry_after=_RETRY_SECONDS,
            )

    def push(self, group: str, cost: float, item: _Item, table: int = 0) -> None:
        """Add an item, of a table if it has a number. Raises ``CommandError`` if it is full."""
        self.check(group)
        start = max(self._time, self._finishes.get(group, 0.0))
        if table:
            start = max(start, self._table_finishes.get(table, 0.0))
            self._table_finishes[table] = start + cost
        self._finishes[group] = start + cost
        self._arrivals += 1
        entry = _Entry(start, self._arrivals, item, table)
        self._waiting.setdefault(group, deque()).append(entry)
        self._length += 1

    def pop(self, is_allowed: Callable[[str], bool] = lambda _: True) -> tuple[str, _Item] | None:
        """Remove and return the next item with its group, or None."""
        heads = [(waiting[0], group) for group, waiting in self._waiting.items()]
        allowed = [(_rank(entry), group) for entry, group in heads if is_allowed(group)]
        if not allowed:
            return None
        _, group = min(allowed)
        entry = self._waiting[group][0]
        self._time = max(self._time, entry.start)
        self._drop(group, entry)
        return group, entry.item

    def remove(self, group: str, item: _Item) -> None:
        """Remove an item, if it is waiting."""
        for entry in self._waiting.get(group, ()):
            if entry.item is item:
                if entry is self._waiting[group][-1]:
                    if self._table_finishes.get(entry.table) == self._finishes[group]:
                        self._table_finishes[entry.table] = entry.start
                    self._finishes[group] = entry.start
                self._drop(group, entry)
                return

    def _drop(self, group: str, entry: _Entry[_Item]) -> None:
        waiting = self._waiting[group]
        waiting.remove(entry)
        self._length -= 1
        if not waiting:
            del self._waiting[group]
        if not self._waiting:
            self._finishes.clear()
            self._table_finishes.clear()
            self._time = 0.0
        elif len(self._finishes) + len(self._table_finishes) > _MOST_FINISHES:
            self._finishes = {
                name: finish for name, finish in self._finishes.items() if finish > self._time
            }
            self._table_finishes = {
                table: finish
                for table, finish in self._table_finishes.items()
                if finish > self._time
            }


def _rank(entry: _Entry[_Item]) -> tuple[float, int]:
    return entry.start, entry.arrival


@dataclass(frozen=True, eq=False)
class _Turn:
    owner: object
    begins: asyncio.Future[None]


class FairSlots:
    """A semaphore of ``slots``, for which groups wait in a fair queue."""

    def __init__(self, slots: int, most_per_group: int, most: int) -> None:
        self._free = slots
        self._queue: FairQueue[_Turn] = FairQueue(most_per_group, most)

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def check(self, group: str) -> None:
        """Raise ``CommandError`` if :meth:`acquire` would."""
        if self._free <= 0:
            self._queue.check(group)

    def ahead(self, owner: object) -> int | None:
        """Return how many get a slot before ``owner``, or None if it does not wait for one."""
        owners = [turn.owner for turn in self._queue]
        return owners.index(owner) if owner in owners else None

    async def acquire(
        self, group: str, cost: float = 1.0, table: int = 0, owner: object = None
    ) -> None:
        """Wait for a slot. Raises ``CommandError`` if too many are waiting for one."""
        if self._free > 0:
            self._free -= 1
            return
        turn = _Turn(owner, asyncio.get_running_loop().create_future())
        self._queue.push(group, cost, turn, table)
        try:
            await turn.begins
        except asyncio.CancelledError:
            if turn.begins.done() and not turn.begins.cancelled():
                self.release()
            else:
                self._queue.remove(group, turn)
            raise

    def release(self) -> None:
        """Give a slot to the next in the queue, if there is one."""
        following = self._queue.pop()
        if following is None:
            self._free += 1
        else:
            following[1].begins.set_result(None)
