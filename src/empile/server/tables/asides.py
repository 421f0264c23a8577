"""Limits of events that are no moves, such as renames, votes and hints.

People stay far below them. Without them, a program could let the log of a table grow without bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Bucket, Limits

_UNLIMITED: Final = (events.Moved, events.ChanceResolved, events.Joined, events.Filled)
"""First events of what the rules or the places limit."""


class AsideLimiter:
    """Limits a table's events that are no moves: by person, for the table, and in number."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._table = Bucket(limits.table_asides_per_second, limits.table_asides_at_once)
        self._people: dict[str, Bucket] = {}

    def take(self, table: Table, key: str, steps: Sequence[Step]) -> None:
        """Count a command of a person. Raises ``CommandError`` if there were too many."""
        entry = steps[0].entry
        if isinstance(entry, _UNLIMITED):
            return
        if isinstance(entry, events.Said):
            self._check_phrases(table)  # their rate is that of `table.talk`
            return
        if not isinstance(entry, events.Resigned):
            self._check_room(table)
        limits = self._limits
        own = self._people.get(key)
        if own is None:
            # As many as places: commands of others fail before.
            own = self._people[key] = Bucket(limits.asides_per_second, limits.asides_at_once)
        if not (own.allow() and self._table.allow()):
            raise CommandError("rate_limited", "too many changes at this table; wait a moment")

    def _check_phrases(self, table: Table) -> None:
        limits = self._limits
        if table.history.phrases >= limits.phrases_per_game or table.seq >= limits.table_events:
            raise CommandError("not_now", "enough has been said in this game")

    def _check_room(self, table: Table) -> None:
        if table.seq >= self._limits.table_events:
            raise CommandError("not_now", "the log of this table is full: play on at a new table")
        if table.status not in ("gathering", "playing"):
            return
        if table.history.asides >= self._limits.asides_per_game:
            raise CommandError("not_now", "too many changes in this game: wait for the next one")
