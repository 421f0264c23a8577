"""When the server could not be reached, so that clocks stood still.

Each process records in the store that it is up. If one is silent, all clocks stand
still until it is back, or gone for so long that its clients have found another. A process also
notes when its own event loop stood still, for example because it was stopped, or the machine slept.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Iterable
from typing import Final

from empile.server.store.heartbeats import Beat
from empile.server.store.interface import Store, StoreFailedError
from empile.server.tables.clocks.arithmetic import Period

BEAT_SECONDS: Final = 1.0
SILENT_MS: Final = 3_000
"""A process that was silent for longer could not be reached since its last sign of life."""
GAP_MS: Final = 1_500
"""If the event loop stood still for longer, the process could not serve clients."""
RECONNECT_MS: Final = 5_000
"""What clients need to find another process, after one has stopped."""
KNOWN_MS: Final = 40 * 24 * 3600 * 1000
"""How old outages may be that are still looked at: longer than any move."""
_TICK_SECONDS: Final = 0.25
_SHORTEST_MS: Final = 250

log = logging.getLogger("empile.clocks")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Outages:
    """The outages that this process knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._process = secrets.token_hex(8)  # of this start of the process
        self._ended: list[Period] = []
        self._own: list[Period] = []
        """Those of this process that are not stored yet."""
        self._silent: list[int] = []
        """When processes that are silent were last heard of."""
        self._unheard: dict[str, int] = {}
        """The processes that were up before this one, and when they were heard of then. Until they
        are heard of again, they may have ended."""
        self._has_others = False
        """Whether another process is up."""
        self._ticked = now_ms()
        self._beat_at: int | None = None
        """When this process was last heard of, or None if it does not beat."""

    def is_sound(self) -> bool:
        """Whether all processes were up until now, as far as this one knows."""
        now = now_ms()
        return (
            self._beat_at is not None
            and now - self._beat_at <= SILENT_MS
            and now - self._ticked <= GAP_MS
            and not self._silent
        )

    @property
    def is_known(self) -> bool:
        """Whether other processes know of this one, and this one of them."""
        return self._beat_at is not None

    def now(self) -> int:
        return now_ms()

    def between(self, since: int, until: int) -> list[Period]:
        """Return the outages of a period, in order and without overlaps."""
        known = [*self._ended, *self._own, *(Period(at, until) for at in self._silent)]
        if until - self._ticked > GAP_MS:
            known.append(Period(self._ticked, until))
        if self._beat_at is not None and until - self._beat_at > SILENT_MS:
            known.append(Period(self._beat_at, until))
        return merged(Period(max(one.since, since), min(one.until, until)) for one in known)

    def note(self, since: int, until: int) -> None:
        """Note that this process could not serve clients in a period."""
        self._own.append(Period(since, until))

    def tick(self) -> None:
        """Note that the event loop runs, and whether it stood still."""
        now = now_ms()
        if now - self._ticked > GAP_MS:
            log.info("the event loop stood still for %.1f s", (now - self._ticked) / 1e3)
            self.note(self._ticked, now)
        self._ticked = now

    async def watch(self) -> None:
        """Tick for ever."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            self.tick()

    async def beat(self) -> None:
        """Record that this process is up, and learn when any other was not."""
        self.tick()
        before, now = self._beat_at, now_ms()
        if before is not None and now - before > SILENT_MS:
            self.note(before, now)
        sent = len(self._own)
        beat = Beat(self._process, now, self._own[:sent], now - KNOWN_MS)
        try:
            found = await self._store.beat(beat)
        except StoreFailedError:
            return  # the store logs it; clocks stand still if it lasts
        del self._own[:sent]
        self._ended = merged(Period(*one) for one in found.outages)
        if before is None:
            self._unheard = dict(found.others)
        silent = {
            at
            for process, at in found.others.items()
            if now - at > SILENT_MS or self._unheard.get(process) == at
        }
        self._has_others = len(silent) < len(found.others)
        self._silent = sorted(silent)
        self._beat_at = now

    async def ready(self) -> None:
        """Learn what other processes missed, if this one does not know yet."""
        if self._beat_at is None:
            await self.beat()

    async def rest(self) -> None:
        """Stop beating, as no clock runs."""
        if self._beat_at is not None and not self._own:
            self._beat_at = None
            with contextlib.suppress(StoreFailedError):
                await self._store.leave(Beat(self._process, now_ms()))

    async def leave(self) -> None:
        """Stop for ever: let clocks stand still until clients have found another process.

        If there is none, the last heartbeat stays: clocks stand still until the next start.
        """
        if self._beat_at is None:
            return
        await self.beat()
        now = now_ms()
        if self._has_others:
            missed = [*self._own, Period(now, now + RECONNECT_MS)]
            with contextlib.suppress(StoreFailedError):
                await self._store.leave(Beat(self._process, now, missed))


def merged(periods: Iterable[Period]) -> list[Period]:
    """Return periods in order, without overlaps and without those of no length.

    >>> merged([Period(5, 9), Period(1, 6), Period(20, 20)])
    [Period(since=1, until=9)]
    """
    found: list[Period] = []
    for one in sorted(periods):
        if one.until <= one.since:
            continue
        if found and one.since <= found[-1].until:
            found[-1] = Period(found[-1].since, max(found[-1].until, one.until))
        else:
            found.append(one)
    return found


def without(periods: Iterable[Period], known: Iterable[Period]) -> list[Period]:
    """Return the parts of periods that are not in others, except very short ones.

    >>> without([Period(0, 9000)], [Period(2000, 5000)])
    [Period(since=0, until=2000), Period(since=5000, until=9000)]
    """
    left = list(periods)
    for other in merged(known):
        parts: list[Period] = []
        for one in left:
            parts.append(Period(one.since, min(one.until, other.since)))
            parts.append(Period(max(one.since, other.until), one.until))
        left = [one for one in parts if one.until > one.since]
    return [one for one in left if one.until - one.since >= _SHORTEST_MS]
