"""A live table: runs commands one at a time, commits their steps, then broadcasts them.

Other commands wait during an append, so none sees uncommitted state.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec.structs import replace

from empile.engine.game import State
from empile.server.bus.interface import Bus, Presence, Topic
from empile.server.metrics import Metrics
from empile.server.store.interface import Append, Outcome, Row, Store, StoreFailedError
from empile.server.tables import redaction
from empile.server.tables.asides import AsideLimiter
from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.pages import EMPTY_PAGE, Page, PageReader
from empile.server.tables.room_link import RoomLink
from empile.server.tables.store_errors import store_error
from empile.server.tables.table import Step, Table
from empile.server.tables.updates import Applied, Update
from empile.server.wire import events
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.events import LogEntry, LogEvent
from empile.server.wire.rate_limits import Limits

if TYPE_CHECKING:
    from empile.server.tables.clocks.keeper import ClockKeeper
    from empile.server.tables.owners import Owners
    from empile.server.wire.connection import Connection

log = logging.getLogger("empile.room")

Command = Callable[[Table], list[Step]]
Done = Callable[[CommandError | None], None]
OnCommitted = Callable[[int], None]
RoomListener = Callable[["Room", Sequence[Applied]], None]
"""Gets the events that were applied to a table. It must not raise."""
MoveBonus = Callable[[State], Mapping[int, float]]
"""Returns corrections of move values, by action; called in a thread."""

_ROWS_AT_ONCE = 100
"""Events of another process that are applied at a time."""


class _Command(NamedTuple):
    plan: Command
    done: Done
    by: str | None
    allow_frozen: bool
    on_committed: OnCommitted | None
    lag: int


class TurnListener(Protocol):
    def on_change(self, room: Room) -> None:
        """Act if it is due."""


class PlacementListener(TurnListener, Protocol):
    """Decides outcomes in games with a referee."""

    def enter(self, room: Room, connection: Connection) -> None:
        """Send a new connection what is being shown."""

    def leave(self, room: Room, connection: Connection) -> None:
        """Forget a connection."""

    def forget(self, room: Room) -> None:
        """Stop all work at a table."""

    def is_deciding(self, room: Room) -> bool:
        """Return whether a piece was released and its outcome is being computed here."""
        ...

    def move_bonus(self, table: Table, place: int) -> MoveBonus | None:
        """Return a correction of move values for the bot at ``place``, or None."""

    def on_relayed(self, room: Room, topic: Topic, sender: str, body: bytes) -> None:
        """Take a message of the same table in another process."""


class Room:
    def __init__(
        self,
        table: Table,
        store: Store,
        bots: TurnListener,
        placements: PlacementListener | None,
        metrics: Metrics,
        pages: PageReader,
        limits: Limits,
        bus: Bus,
    ) -> None:
        self.table = table
        self.link = RoomLink(self, bus)
        self.connections: set[Connection] = set()
        self.bot_turn = -1
        """The turn of the last bot search."""
        self.left_at = time.monotonic()
        self.placements = placements
        self.paused_until = 0.0
        """Loop time until which bots wait for an animation to end."""
        self.deleted = False
        """Whether an append showed that the table was deleted."""
        self.owners: Owners | None = None
        """The accounts of the server, if it has any."""
        self.clocks: ClockKeeper | None = None
        """Ends games in time; set by the registry."""
        self.listeners: set[RoomListener] = set()
        """Followers without a connection; they keep the table in memory."""
        self._store = store
        self._bots = bots
        self._metrics = metrics
        self._pages = pages
        self._asides = AsideLimiter(limits)
        self._entering: dict[Connection, list[Applied]] = {}
        """Connections whose welcome is being built, with the events since then."""
        self._commands: deque[_Command] = deque()
        self._busy = False
        self._catching_up: asyncio.Task[None] | None = None

    # -- Commands --------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether commands are queued or being committed, or clients are entering."""
        return self._busy or bool(self._commands) or bool(self._entering)

    def submit(
        self,
        plan: Command,
        done: Done,
        *,
        by: str | None = None,
        allow_frozen: bool = False,
        on_committed: OnCommitted | None = None,
        lag: int = 0,
    ) -> None:
        """Queue a command; one without steps only checks permissions.

        ``by`` is the person whose events that are no moves are limited. ``done(error)`` is called
        after commit, with None on success. ``on_committed`` gets the number of the first event,
        before the broadcast. ``lag`` is how long it was on its way, in milliseconds.
        """
        command = _Command(plan, done, by, allow_frozen, on_committed, lag)
        if self._busy or self._commands:
            self._commands.append(command)
        else:
            self._run(command)

    def freeze(self, message: str) -> None:
        self._metrics.frozen.inc()
        self.submit(lambda table: _freeze(table, message), lambda _: None, allow_frozen=True)

    def _run_next(self) -> None:
        while self._commands and not self._busy:
            self._run(self._commands.popleft())

    def _run(self, command: _Command) -> None:
        plan, done, by, allow_frozen, on_committed, lag = command
        table = self.table
        before = 0
        try:
            if table.failure is not None and not allow_frozen:
                raise CommandError("frozen", table.failure)
            steps = plan(table)
            if steps and by is not None:
                self._asides.take(table, by, steps)
            if steps and table.clock is not None and self.clocks is not None:
                steps, before = self.clocks.credited(table, steps, lag)
        except CommandError as error:
            done(error)
        except Exception:
            log.exception("a command failed", extra={"table": table.id})
            done(CommandError("failed", "the table's code failed; nothing changed"))
            if table.failure is None:
                self._metrics.frozen.inc()
                self._append(_freeze(table, "the table's code failed"), lambda _: None)
        else:
            if steps:
                self._append(steps, done, on_committed, before, command)
            else:
                done(None)

    def _append(
        self,
        steps: list[Step],
        done: Done,
        on_committed: OnCommitted | None = None,
        before: int = 0,
        command: _Command | None = None,
    ) -> None:
        """Append steps; ``on_committed`` does not hear of those ``before`` the command's own.

        After a conflict, ``command`` runs again if other processes have stored only phrases.
        """
        self._busy = True
        now = time.time_ns() // 1_000_000
        first = self.table.seq + 1
        rows = [Row(first + i, now, events.encode(step.entry)) for i, step in enumerate(steps)]

        def on_append(outcome: Outcome) -> None:
            if outcome == "kept" and on_committed is not None:
                on_committed(first + before)
            self._on_append(outcome, steps, now, done, command)

        self._store.append(Append(self.table.number, rows), on_append)

    def _on_append(
        self,
        outcome: Outcome,
        steps: list[Step],
        at: int,
        done: Done,
        command: _Command | None,
    ) -> None:
        if outcome == "conflict":
            self._catching_up = asyncio.create_task(self._on_conflict(done, command))
            return
        if outcome == "kept":
            if self.table.clock is not None and self.clocks is not None:
                self.clocks.stored(at)
            self._apply([step.entry for step in steps], steps, at)
            self.link.committed()
            done(None)
        elif outcome == "deleted":
            self.deleted = True
            done(CommandError("no_table", "this table was deleted"))
        else:
            done(store_error(outcome))
        self._busy = False
        if self._commands:
            self._run_next()
        self.notify()

    def notify(self) -> None:
        """Let bots and placements act if it is due."""
        if self.placements is not None:
            self.placements.on_change(self)
        self._bots.on_change(self)
        if self.clocks is not None:
            self.clocks.on_change(self)

    # -- Other processes -------------------------------------------------------------------------

    async def _on_conflict(self, done: Done, command: _Command | None) -> None:
        error = CommandError("stale", "something else happened first")
        known, changed, again = self.table.seq, self.table.changed, False
        try:
            await self._read_new()
            again = self.table.seq > known and self.table.changed == changed
        except StoreFailedError as failure:
            error = store_error(failure.fault)
        finally:
            if again and command is not None:
                self._commands.appendleft(command)
            else:
                done(error)
            self._busy = False
        self._run_next()
        self.notify()

    async def catch_up(self) -> None:
        """Load events of another process, unless a running command will.

        Raises :class:`StoreFailedError`.
        """
        if self._busy:
            return
        self._busy = True
        try:
            await self._read_new()
        finally:
            self._busy = False
        self._run_next()
        self.notify()

    async def _read_new(self) -> None:
        more = True
        while more:
            rows = await self._store.rows_after(self.table.number, self.table.seq, _ROWS_AT_ONCE)
            if rows:
                self._apply([events.decode(row.body, row.seq, row.at) for row in rows])
            more = len(rows) == _ROWS_AT_ONCE

    # -- Broadcast -------------------------------------------------------------------------------

    def _apply(
        self, entries: Sequence[LogEntry], steps: Sequence[Step] | None = None, at: int = 0
    ) -> None:
        """Apply events; new ones have ``steps``, and get their number and ``at`` here."""
        table = self.table
        applied: list[Applied] = []
        had_code = table.code is not None
        moves = 0
        step: Step | None = None
        for i, stored in enumerate(entries):
            before, entry = table.state, stored
            if steps is not None:
                step = steps[i]
                entry = replace(stored, seq=table.seq + 1, at=at)
            event = table.take(entry, step)
            moves += event is not None
            applied.append(Applied(entry, before, event))
        if self.owners is not None:
            self.owners.on_events(self, [one.entry for one in applied], here=steps is not None)
        for listener in list(self.listeners):
            listener(self, applied)
        if moves:
            self._metrics.moves.inc(moves)
        if had_code and table.code is None:
            self._store.release_code(table.number)
        for since_then in self._entering.values():
            since_then += applied
        try:
            self._broadcast(applied)
        except Exception:
            log.exception("a table cannot be shown", extra={"table": table.id})
            if table.failure is None:
                self.freeze("the table cannot be shown")

    def _broadcast(self, applied: list[Applied]) -> None:
        update = Update(self.table, applied, self.info, self._outages())
        for connection in self.connections:
            connection.send(update.frame(connection.key, full=connection.full))

    def _outages(self) -> Sequence[Period]:
        """Return the outages that clocks do not count, though they are not in the log yet."""
        return () if self.clocks is None else self.clocks.outages_of(self.table)

    def _seen(self, applied: Sequence[Applied], viewer: int | None, full: bool) -> list[LogEvent]:
        return [
            redaction.event_seen(self.table, one.entry, one.before, one.event, viewer, full)
            for one in applied
        ]

    def _state(self, key: str | None) -> wire.StateView | None:
        try:
            return redaction.state_view(self.table, key)
        except Exception:
            if self.table.failure is None:
                raise
            return None  # the table is frozen because of this error

    def here(self) -> Presence:
        """Return the presence at the table in this process."""
        keys = {connection.key for connection in self.connections}
        places = [
            number
            for number, place in enumerate(self.table.places)
            if place.key is not None and place.key in keys
        ]
        # Somebody may have several tabs, so that spectators are counted by address.
        watching = {connection.group for connection in self.connections if connection.key is None}
        return Presence(frozenset(places), len(watching))

    @property
    def present(self) -> Set[int]:
        """The places whose players are connected, in any process."""
        return self.here().places | self.link.elsewhere.places

    @property
    def spectators(self) -> int:
        return self.here().spectators + self.link.elsewhere.spectators

    def info(self, key: str | None) -> wire.TableInfo:
        return redaction.table_info(self.table, key, self.present, self.spectators)

    async def enter(self, connection: Connection, since: int, *, whole: bool = False) -> None:
        """Send a new connection the table, and the last events after ``since``.

        With ``whole``, raises ``CommandError`` if these are not all events after ``since``.
        """
        page: Page | None = None
        since_then = self._entering[connection] = []
        try:
            page = await self._latest(connection, since)
            if any(isinstance(one.entry, events.Over) for one in since_then):
                since_then.clear()
                page = await self._latest(connection, since)  # now unredacted
        except Exception:
            log.exception("the log of a table cannot be shown", extra={"table": self.table.id})
        finally:
            del self._entering[connection]
        if whole and page is not None and page.more:
            raise CommandError("outdated", "this game is too long for a client of an old version")
        self.connections.add(connection)
        self.show(connection, page, since_then)
        if self.placements is not None:
            self.placements.enter(self, connection)
        self.send_presence(but=connection)
        self.notify()

    async def _latest(self, connection: Connection, since: int) -> Page:
        return await self._pages.latest(self.table, since, connection.key, full=connection.full)

    def _extended(self, page: Page, applied: Sequence[Applied], connection: Connection) -> Page:
        """Return a page with the events that happened while it was built."""
        viewer = redaction.log_viewer_of(self.table, connection.key)
        seen = self._seen(applied, viewer, connection.full)
        for index in range(len(applied) - 1, -1, -1):
            if isinstance(applied[index].entry, events.Started):
                return Page(seen[index:], 0, more=False)
        return page._replace(events=[*page.events, *seen])

    def show(
        self,
        connection: Connection,
        page: Page | None = EMPTY_PAGE,
        applied: Sequence[Applied] = (),
    ) -> None:
        """Send the table, a page of its log and the events that happened while it was built.

        A table that cannot be shown is frozen.
        """
        try:
            if page is None:
                raise ValueError("its log cannot be shown")
            welcome = self._welcome(connection, self._extended(page, applied, connection))
        except Exception:
            log.exception("a table cannot be shown", extra={"table": self.table.id})
            self.freeze("the table cannot be shown")
            welcome = self._welcome(connection, EMPTY_PAGE, blind=True)
        connection.tell(welcome)

    def _welcome(self, connection: Connection, page: Page, *, blind: bool = False) -> wire.Welcome:
        key = connection.key
        return wire.Welcome(
            table=self.info(key),
            you=wire.You(self.table.places_of(key)),
            seq=self.table.seq,
            events=page.events,
            state=self._state(key) if connection.full and not blind else None,
            events_before=page.counted,
            has_more=page.more,
            protocol=wire.PROTOCOL,
            clocks=redaction.clocks_of(self.table, self._outages()),
        )

    async def send_older(self, connection: Connection, before: int, count: int) -> None:
        """Send the events before the event ``before``, at most ``count``."""
        page = await self._pages.older(
            self.table, before, count, connection.key, full=connection.full
        )
        connection.tell(wire.OlderEvents(before, *page))

    async def seen_by_all(self, before: int, count: int) -> list[events.LogEvent]:
        """Return the events of the current game before the event ``before``, as spectators see them."""
        page = await self._pages.older(self.table, before, count, None, full=False)
        return page.events

    def leave(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            if self.placements is not None:
                self.placements.leave(self, connection)
            self.left_at = time.monotonic()
            self.send_presence(but=connection)

    def send_presence(self, but: Connection | None = None) -> None:
        """Send the presence to all connections, except one; publish it, if it is new."""
        self.link.set_present(self.here())
        if self.owners is not None:
            self.owners.on_presence(self)
        if not self.connections:
            return
        presence = wire.Presence(sorted(self.present), self.spectators)
        for connection in self.connections:
            if connection is not but:
                connection.tell(presence)


def _freeze(table: Table, message: str) -> list[Step]:
    if table.failure is not None:
        raise CommandError("frozen", table.failure)
    return [Step(events.Frozen(detail=message))]
