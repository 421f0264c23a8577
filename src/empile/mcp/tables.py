"""The open tables of a process."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass

from empile.mcp.errors import RequestError
from empile.mcp.table import Table


@dataclass(frozen=True)
class Limits:
    """How much clients may use.

    Example: ``Limits(tables=2)``.
    """

    tables: int = 8
    """Open tables."""
    idle_seconds: float = 3600.0
    """If there are too many tables, one that was not used for so long is closed."""
    threads: int = 2
    """Searches at a time."""
    hint_seconds: float = 30.0
    """The longest hint."""


class Tables:
    """Tables by their names.

    :param private: names cannot be guessed: clients that do not know each other share the process,
        and a name is all that is needed to play at its table
    """

    def __init__(self, limits: Limits, *, private: bool) -> None:
        self._limits, self._private = limits, private
        self._tables: dict[str, Table] = {}
        self._used: dict[str, float] = {}
        self._count = 0

    def find(self, name: str) -> Table:
        """Return a table; raises :class:`RequestError`, with the open ones unless private."""
        table = self._tables.get(name)
        if table is None:
            known = "" if self._private else f" Open tables: {', '.join(self._tables) or 'none'}."
            raise RequestError(f"There is no table {_shown(name)}.{known} Use open_table.")
        self._used[name] = time.monotonic()
        return table

    async def make_room(self) -> None:
        """Close an unused table if there are too many; raises :class:`RequestError` if all are used."""
        if len(self._tables) < self._limits.tables:
            return
        oldest = min(self._used, key=self._used.__getitem__)
        if time.monotonic() - self._used[oldest] < self._limits.idle_seconds:
            known = "" if self._private else f" ({', '.join(self._tables)})"
            raise RequestError(
                f"There are already {len(self._tables)} open tables{known}: close one first."
            )
        await self.close(oldest)

    def add(self, table: Table) -> str:
        """Return the name of a new table."""
        self._count += 1
        name = f"t{self._count}"
        if self._private:
            name += f"-{secrets.token_hex(8)}"
        self._tables[name] = table
        self._used[name] = time.monotonic()
        return name

    async def close(self, name: str) -> None:
        """Close a table; raises :class:`RequestError`."""
        table = self.find(name)
        del self._tables[name], self._used[name]
        await table.close()

    async def close_all(self) -> None:
        """Close all tables."""
        for name in list(self._tables):
            await self.close(name)

    def __iter__(self) -> Iterator[str]:
        return iter(() if self._private else list(self._tables))

    def __len__(self) -> int:
        return len(self._tables)


def _shown(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
