"""Where the logs of all tables are kept: what a store promises, whatever it is made of.

Beside the logs it keeps finished analyses of games, which could be made anew.

A log only grows. An append names the number that its first row is to have; where another process
was faster it fails, and nothing of it is kept. So the append is the arbiter between all processes
that share a store, and between commands of one table. An append is *acknowledged* when its rows
will survive the loss of power; nobody may be told of an event before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias


class Row(NamedTuple):
    """An entry of a log as it is kept."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    body: bytes


class StoredTable(NamedTuple):
    """A table's log."""

    number: int
    """What the store calls the table."""
    rows: list[Row]


class Append(NamedTuple):
    """Rows to append to the log of one table, with consecutive numbers."""

    number: int
    rows: Sequence[Row]


Outcome: TypeAlias = Literal["kept", "conflict", "failed"]
"""``conflict``: the log has rows of these numbers already. ``failed``: the store is out of order."""

Done: TypeAlias = Callable[[Outcome], None]


class CodeTakenError(Exception):
    """A table of that code (or of that id) exists."""


class Store(Protocol):
    """A store of logs. All but ``append`` may take their time and are awaited."""

    def append(self, append: Append, done: Done) -> None:
        """Append rows; ``done`` is called on the event loop once they are durable, or are not."""
        ...

    async def create(self, table: str, code: str, made: int, first: Row) -> int:
        """Begin the log of a new table with its first row; return the table's number.

        Raises :class:`CodeTakenError`.
        """
        ...

    async def load(self, table: str) -> StoredTable | None:
        """Return the whole log of a table, ``None`` where there is no such table."""
        ...

    async def rows_after(self, number: int, seq: int) -> list[Row]:
        """Return the rows of a table's log that come after ``seq``, in order."""
        ...

    async def find_code(self, code: str) -> str | None:
        """Return the table that a short code is of."""
        ...

    async def changed_elsewhere(self) -> set[int]:
        """Return the numbers of tables to which other processes have appended since last asked."""
        ...

    async def keep_analysis(self, name: str, body: bytes) -> None:
        """Keep a finished analysis; the oldest may be forgotten for it."""
        ...

    async def load_analysis(self, name: str) -> bytes | None:
        """Return a finished analysis, ``None`` where none is kept under that name."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of everything."""
        ...
