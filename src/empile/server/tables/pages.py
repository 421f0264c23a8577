"""Pages of a table's log, built in threads: the last events for a ``welcome``, older ones on request.

The cost of a page depends on its length and on the moves of the game, not on the length of the log.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from empile.server.store.interface import Store
from empile.server.tables.history import (
    LONGEST_PAGE,
    Checkpoint,
    Logged,
    Span,
    length_of,
)
from empile.server.tables.redaction import log_seen, log_viewer_of, revealed_events
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire.events import LogEvent

_AT_ONCE: Final = 2
_QUICK: Final = 24
"""Events and moves that are faster to redact than to hand to a thread."""


class Page(NamedTuple):
    events: list[LogEvent]
    counted: int
    """How many of the game's moves and chance events counted before the first of ``events``."""
    more: bool
    """Whether the game, or the client's gap, has older events."""


EMPTY_PAGE: Final = Page([], 0, more=False)


class PageReader:
    def __init__(self, store: Store, events_per_page: int) -> None:
        self._store = store
        self._most = min(events_per_page, LONGEST_PAGE)
        self._threads = asyncio.Semaphore(_AT_ONCE)

    async def latest(self, table: Table, since: int, key: str | None, *, full: bool) -> Page:
        """Return the last events after ``since``, from the current game on.

        They end with the last event at the time of the call.
        """
        oldest = max(since + 1, table.history.first_seq)
        first = max(oldest, table.seq - self._most + 1)
        return await self._page(table, oldest, first, table.seq, key, full=full)

    async def older(
        self, table: Table, before: int, count: int, key: str | None, *, full: bool
    ) -> Page:
        """Return the last events of the current game before the event ``before``."""
        oldest = table.history.first_seq
        last = min(before - 1, table.seq)
        first = max(oldest, last - min(count, self._most) + 1)
        return await self._page(table, oldest, first, last, key, full=full)

    async def _page(
        self, table: Table, oldest: int, first: int, last: int, key: str | None, *, full: bool
    ) -> Page:
        if first > last:
            return EMPTY_PAGE
        viewer, revealed = log_viewer_of(table, key), revealed_events(table)
        known = list(table.current.events) if table.current is not None else []
        checkpoint = table.history.checkpoint(first)
        span = table.history.span(checkpoint, last)
        if span is not None and len(span.logged) + length_of(span.path) <= _QUICK:
            seen = log_seen(table, span, known, first, viewer, full=full, revealed=revealed)
        else:
            async with self._threads:
                if span is None:
                    span = await self._stored(table, checkpoint, last)
                seen = await asyncio.to_thread(
                    log_seen, table, span, known, first, viewer, full=full, revealed=revealed
                )
        return Page(*seen, more=first > oldest)

    async def _stored(self, table: Table, checkpoint: Checkpoint, last: int) -> Span:
        since = checkpoint.seq - 1
        rows = await self._store.rows_after(table.number, since, last - since)
        return Span(
            checkpoint.path,
            [Logged(events.decode(row.body, row.seq, row.at), None) for row in rows],
        )
