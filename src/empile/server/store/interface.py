"""The storage interface: append-only logs of tables, finished analyses, and jobs of workers.

An append names the number of its first row and fails as a whole if the log already has it, which
arbitrates between processes. It is *acknowledged* once its rows survive a power failure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from empile.server.store.heartbeats import Beat, Beats, DueClocks


class Row(NamedTuple):
    seq: int
    at: int
    """Unix time in milliseconds."""
    body: bytes


class StoredTable(NamedTuple):
    number: int
    """The store's own number of the table."""
    code: str | None
    """The short code, or None once it is released."""


class ListedTable(NamedTuple):
    """A table whose first row has the flag ``listed``."""

    number: int
    id: str
    last: int
    """When its last row was stored."""


class ClockedTable(NamedTuple):
    """A table with a running clock."""

    number: int
    first: bytes
    """The body of its first row."""
    last: Row


class Append(NamedTuple):
    """Rows with consecutive numbers."""

    number: int
    rows: Sequence[Row]


Outcome: TypeAlias = Literal["kept", "conflict", "deleted", "failed", "unknown"]
"""``conflict``: the log has these numbers already. ``deleted``: the table was deleted.
``failed``: the store cannot write now; nothing was stored. ``unknown``: the store was lost before
it answered, and did not return in time; all rows are stored, or none."""

Done: TypeAlias = Callable[[Outcome], None]


Fault: TypeAlias = Literal["full", "damaged", "busy", "unreachable", "failed"]
"""``full``: no space is left. ``damaged``: the file is. ``busy``: another program has locked it.
``unreachable``: the database server does not answer. ``failed``: any other error of the system."""


JobState: TypeAlias = Literal["waiting", "part", "done", "refused", "failed"]
"""``part``: some of the result is there. ``refused``: the result is an encoded problem."""


class StoredJob(NamedTuple):
    state: JobState
    result: bytes | None


class CodeTakenError(Exception):
    """A table with this code or id exists."""


class StoreFailedError(Exception):
    """The store cannot do this now; nothing was changed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault: Fault = fault


class Changes(NamedTuple):
    """The tables that other processes changed."""

    appended: dict[int, int]
    """The numbers of tables with new rows, and the ``seq`` of their last row."""
    deleted: set[int]
    """The numbers of deleted tables."""


class Store(Protocol):
    """Its methods may raise :class:`StoreFailedError`, except ``append`` and ``release_code``.

    None of them blocks the event loop. :func:`empile.server.store.opening.connect` creates one.
    """

    def append(self, append: Append, done: Done) -> None:
        """Append rows; ``done`` gets the outcome on the event loop, after this call returned."""
        ...

    @property
    def waiting(self) -> int:
        """The approximate number of appends and other writes that wait."""
        ...

    async def create(self, table: str, code: str | None, made: int, first: Row) -> int:
        """Create a table and its log; return its number. Raises :class:`CodeTakenError`."""
        ...

    async def find(self, table: str) -> StoredTable | None: ...

    async def rows_after(self, number: int, seq: int, most: int) -> list[Row]:
        """Return the next rows of a table after ``seq``, at most ``most``."""
        ...

    async def listed_after(self, number: int) -> tuple[list[ListedTable], int | None]:
        """Return the listed ones of the next tables after ``number``, and the last number searched.

        The number is None if there are no more tables.
        """
        ...

    async def find_code(self, code: str) -> str | None:
        """Return the table with a code that is not released."""
        ...

    async def count_codes(self) -> int: ...

    def release_code(self, number: int) -> None:
        """Let other tables use a table's code."""
        ...

    async def changed_elsewhere(self) -> Changes:
        """Return what other processes changed since the last call.

        May include tables that this process appended to.
        """
        ...

    async def accepts_writes(self) -> bool:
        """Return whether the store could write within the last second. Tries it."""
        ...

    async def keep_analysis(self, name: str, body: bytes) -> None:
        """Store a finished analysis, possibly dropping the oldest."""
        ...

    async def load_analysis(self, name: str) -> bytes | None: ...

    async def put_job(self, name: str | None, body: bytes) -> int:
        """Store the input of a job, if there is none with this name; return its number.

        Old jobs are dropped, even if their results were never read.
        """
        ...

    async def load_job(self, number: int) -> bytes | None:
        """Return the input of a job that has no final result yet."""
        ...

    async def find_job(self, name: str) -> int | None: ...

    async def job_state(self, number: int) -> StoredJob | None: ...

    async def advance_job(self, number: int, state: JobState, result: bytes) -> bool:
        """Store a result, unless the job is dropped or has a final one; return whether it is."""
        ...

    async def drop_job(self, number: int) -> None: ...

    async def beat(self, beat: Beat) -> Beats:
        """Record that this process is up, and return when any process was not."""
        ...

    async def leave(self, beat: Beat) -> None:
        """Record that this process stops, and store its outages."""
        ...

    async def set_clock(self, number: int, due: int | None) -> None:
        """Have the clocks of a table looked at by some process at a moment, or never."""
        ...

    async def due_clocks(self, now: int) -> DueClocks:
        """Return the tables whose clocks should be looked at."""
        ...

    async def clocked(self) -> list[ClockedTable]:
        """Return all tables with a running clock."""
        ...

    async def prune(self, unplayed_ms: int | None, played_ms: int | None) -> int:
        """Delete tables by the age of their last event, in small steps; return how many.

        ``changed_elsewhere`` reports them. None keeps tables for ever.
        """
        ...

    async def close(self) -> None: ...


async def outcome_of(store: Store, append: Append) -> Outcome:
    """Append rows and wait for the outcome. They are stored as well if the wait is cancelled."""
    answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def done(outcome: Outcome) -> None:
        if not answer.done():
            answer.set_result(outcome)

    store.append(append, done)
    return await answer
