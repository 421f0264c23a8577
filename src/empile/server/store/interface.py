"""The storage interface: append-only logs of tables, and finished analyses.

An append names the number of its first row and fails as a whole if the log already has it, which
arbitrates between processes. It is *acknowledged* once its rows survive a power failure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias


class Row(NamedTuple):
    seq: int
    at: int
    """Unix time in milliseconds."""
    body: bytes


class Append(NamedTuple):
    """Rows with consecutive numbers."""

    number: int
    rows: Sequence[Row]


Outcome: TypeAlias = Literal["kept", "conflict", "failed"]
"""``conflict``: the log has these numbers already. ``failed``: the store is broken."""

Done: TypeAlias = Callable[[Outcome], None]


class CodeTakenError(Exception):
    """A table with this code or id exists."""


class Store(Protocol):
    def append(self, append: Append, done: Done) -> None:
        """Append rows; ``done`` gets the outcome on the event loop."""
        ...

    async def create(self, table: str, code: str, made: int, first: Row) -> int:
        """Create a table and its log; return its number. Raises :class:`CodeTakenError`."""
        ...

    async def number_of(self, table: str) -> int | None:
        """Return the store's own number of a table, or None if there is none."""
        ...

    async def rows_after(self, number: int, seq: int, most: int) -> list[Row]:
        """Return the next rows of a table after ``seq``, at most ``most``."""
        ...

    async def find_code(self, code: str) -> str | None: ...

    async def changed_elsewhere(self) -> set[int]:
        """Return the tables that other processes appended to since the last call."""
        ...

    async def keep_analysis(self, name: str, body: bytes) -> None:
        """Store a finished analysis, possibly dropping the oldest."""
        ...

    async def load_analysis(self, name: str) -> bytes | None: ...

    async def close(self) -> None: ...
