"""Ends games whose time is up, and lets clocks stand still while the server was down.

Each process has a timer for each table in memory; the holder of the table's lease acts. That is an
append like any other: two processes cannot both end a game. Tables that no process has in memory
are found in the store, which has a moment for each running clock at which it should be looked at.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from empile.server.store.interface import Store, StoreFailedError
from empile.server.tables.clocks.arithmetic import MOST_LAG_MS, Period
from empile.server.tables.clocks.outages import BEAT_SECONDS, Outages, merged, now_ms, without
from empile.server.tables.commands.arrive import arrive
from empile.server.tables.commands.time_out import time_out
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.clocks.settings import DaysClock
from empile.server.wire.errors import CommandError

if TYPE_CHECKING:
    from empile.server.tables.room import Room

log = logging.getLogger("empile.clocks")

_RETRY_SECONDS: Final = 0.5
_LONGEST_SECONDS: Final = 3600.0
_LOOK_AGAIN_MS: Final = 60_000
_SLOW_MS: Final = 1_000
"""If storing an event takes longer, clocks stand still until clients see it."""


class ClockKeeper:
    """The timers of a process."""

    def __init__(self, store: Store, outages: Outages) -> None:
        self.outages = outages
        self.is_needed = False
        """Whether a clock has run in this process."""
        self.before_flag: Callable[[Room], Awaitable[None]] | None = None
        """Notes absences of players that are not in the log; set by the accounts."""
        self._store = store
        self._timers: dict[Room, asyncio.TimerHandle] = {}
        self._due: WeakKeyDictionary[Room, int] = WeakKeyDictionary()
        """When processes should look at tables, as noted in the store."""
        self._writes: set[asyncio.Task[None]] = set()

    # -- Timers ------------------------------------------------------------------------------------

    def on_change(self, room: Room) -> None:
        """Set the timer of a table after new events."""
        clock = room.table.clock
        if clock is None:
            return
        self.forget(room)
        if room.table.status == "over":
            if self._due.pop(room, None) is not None:
                self._write(room, None)
            return
        if clock.called(now_ms()):
            room.submit(lambda table: arrive(table, room.here().places, now_ms()), lambda _: None)
        self.is_needed = True
        if not self.outages.is_known and not self._writes:
            self._keep(asyncio.create_task(self.outages.ready()))
        deadline, now = clock.deadline(), now_ms()
        due = now + _LOOK_AGAIN_MS if deadline is None else deadline.at
        known = self._due.get(room)
        if known is None or known > due or known <= now:
            self._due[room] = due
            self._write(room, due)
        if deadline is not None and self.outages_of(room.table) and room.link.holds_lease:
            room.submit(self._noted, partial(self._tried, room))
        if deadline is not None:
            self._call(room, min(max(0.0, (deadline.at - now) / 1000), _LONGEST_SECONDS))

    def forget(self, room: Room) -> None:
        """Stop the timer of a table."""
        timer = self._timers.pop(room, None)
        if timer is not None:
            timer.cancel()

    def look(self, room: Room) -> None:
        """Look at a table because it is due in the store."""
        self._due[room] = 0
        self.on_change(room)

    def _call(self, room: Room, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[room] = loop.call_later(seconds, self._fire, room)

    def _fire(self, room: Room) -> None:
        del self._timers[room]
        clock = room.table.clock
        deadline = None if clock is None else clock.deadline()
        if clock is None or deadline is None or deadline.at > now_ms():
            self.on_change(room)
        elif room.deleted or not self._may_end(room):
            self._call(room, _RETRY_SECONDS)
        elif self.before_flag is not None and isinstance(clock.settings, DaysClock):
            self._keep(asyncio.create_task(self._check(room, self.before_flag)))
        else:
            room.submit(self._time_out, partial(self._tried, room))

    async def _check(self, room: Room, before: Callable[[Room], Awaitable[None]]) -> None:
        try:
            await before(room)
        except CommandError as error:
            self._tried(room, error)
        except Exception:
            log.exception("absences cannot be noted", extra={"table": room.table.id})
            self._tried(room, CommandError("failed", "absences cannot be noted"))
        else:
            room.submit(self._time_out, partial(self._tried, room))

    def _may_end(self, room: Room) -> bool:
        self.outages.tick()
        is_deciding = room.placements is not None and room.placements.is_deciding(room)
        return self.outages.is_sound() and not is_deciding and room.link.holds_lease

    def _time_out(self, table: Table) -> list[Step]:
        return self._noted(table) or time_out(table, now_ms())

    def _tried(self, room: Room, error: CommandError | None) -> None:
        if error is not None and room not in self._timers and not room.deleted:
            self._call(room, _RETRY_SECONDS)

    # -- What events need --------------------------------------------------------------------------

    def credited(self, table: Table, steps: Sequence[Step], lag: int) -> tuple[list[Step], int]:
        """Return the steps of a command with what clocks do not count, and how many come before it.

        ``lag`` is how long the command was on its way, in milliseconds.
        """
        before = [] if isinstance(steps[0].entry, events.Outage) else self._noted(table)
        first, *others = steps
        if isinstance(first.entry, events.Moved) and lag > 0 and table.clock is not None:
            entry = replace(first.entry, lag=min(lag, MOST_LAG_MS))
            first = Step(entry, first.event, first.after)
        return [*before, first, *others], len(before)

    def stored(self, at: int) -> None:
        """Note that an event of the moment ``at`` could not be sent before now."""
        now = now_ms()
        if now - at > _SLOW_MS:
            self.outages.note(at, now)

    def outages_of(self, table: Table) -> list[Period]:
        """Return the outages since the running clock runs that are not in the log."""
        clock = table.clock
        if clock is None or clock.running is None:
            return []
        now = now_ms()
        outages = self.outages.between(clock.open_since, now)
        if clock.waits_since is not None:  # its game is back
            outages = merged([*outages, Period(clock.waits_since, now)])
        return without(outages, clock.outages)

    def _noted(self, table: Table) -> list[Step]:
        return [
            Step(events.Outage(since=one.since, until=one.until)) for one in self.outages_of(table)
        ]

    # -- The store ---------------------------------------------------------------------------------

    def _write(self, room: Room, due: int | None) -> None:
        async def write() -> None:
            try:
                await self._store.set_clock(room.table.number, due)
            except StoreFailedError:
                self._due.pop(room, None)  # again with the next event

        self._keep(asyncio.create_task(write()))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    async def watch(
        self, load: Callable[[str], Awaitable[Room]], mark: Callable[[], Awaitable[None]]
    ) -> None:
        """``mark`` tables that wait for their games.

        While clocks run: record that this process is up, and ``load`` tables that are due.
        """
        is_marked = False
        while True:
            try:
                if not is_marked:
                    await mark()
                    is_marked = True
                due = await self._store.due_clocks(now_ms())
                if due.any or self.is_needed:
                    await self.outages.beat()
                else:
                    await self.outages.rest()
                self.is_needed = False
                for room in list(self._timers):
                    self.on_change(room)
                for table in due.tables:
                    await self._look_at(table, load)
            except StoreFailedError:
                pass  # the store logs it
            except Exception:
                log.exception("clocks cannot be kept")
                is_marked = True
            await asyncio.sleep(BEAT_SECONDS)

    async def _look_at(self, table: str, load: Callable[[str], Awaitable[Room]]) -> None:
        try:
            self.look(await load(table))
        except CommandError:
            # Loading it has logged why. Others are due, too, and this one will be again.
            known = await self._store.find(table)
            if known is not None:
                await self._store.set_clock(known.number, now_ms() + _LOOK_AGAIN_MS)

    async def close(self) -> None:
        """Stop all timers, and record that this process stops."""
        for room in list(self._timers):
            self.forget(room)
        if self._writes:
            await asyncio.wait(self._writes)
        await self.outages.leave()
