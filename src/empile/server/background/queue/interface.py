"""The interface of a queue, which computes jobs fairly by address and table.

A job is a function with plain arguments, so that it can be done anywhere. It may be done more than
once, if a worker dies; its result is returned once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

OnPart = Callable[[bytes], None]


class QueueLostError(Exception):
    """The queue takes no jobs any more; the caller may use another one."""


def nothing_known() -> None:
    """Know no result."""


def ignore_part(_: bytes) -> None:
    """Ignore a part of a result."""


class Job(NamedTuple):
    """A call of a function, for a client."""

    function: Callable[..., Any]
    """Returns bytes; or yields them until its keyword argument ``stop`` returns True. Workers take
    those of :data:`empile.server.background.queue.kinds.KINDS`."""
    arguments: tuple[Any, ...]
    group: str
    """The group of addresses in whose turn it waits."""
    cost: float
    """Its length in any unit."""
    table: int = 0
    """The number of the table in whose turn it waits as well, or 0."""
    on_turn: Callable[[], bytes | None] = nothing_known
    """Called before this process begins it; returns the result if it is known by now."""


class Queue(Protocol):
    """Computes jobs."""

    @property
    def waiting(self) -> int:
        """The number of jobs that this process waits for."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether the queue takes jobs."""
        ...

    async def run(self, job: Job, on_part: OnPart = ignore_part) -> bytes:
        """Return the result of a job; ``on_part`` gets the parts of a stream, or the latest ones.

        If it is cancelled, the job is withdrawn, and ends if its function can be stopped.

        :raises CommandError: that of the function; ``failed`` if it failed; ``rate_limited`` if too
            many jobs wait.
        :raises QueueLostError: the queue does not take such jobs.
        """
        ...

    async def close(self) -> None:
        """Refuse further jobs, and end the running ones if possible."""
        ...
