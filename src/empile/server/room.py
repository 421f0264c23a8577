"""A live table: commands one at a time, kept before they are told, told to everyone connected.

A command is worked out on the table as it is, its steps are appended to the log, and only when the
store says that they are durable does the table take them and everybody hear of them, the one who
sent the command included. While an append is under way the commands that follow wait, so nothing is
ever worked out on what might not come to be.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from empile.engine.game import Event, State
from empile.server import events, eyes
from empile.server import protocol as wire
from empile.server.events import LogEntry
from empile.server.films import FilmShown
from empile.server.lean_socket import text_frame
from empile.server.metrics import Metrics
from empile.server.refused import RefusedError
from empile.server.store import Append, Outcome, Row, Store
from empile.server.table import Step, Table
from empile.server.verbs.freeze import freeze

if TYPE_CHECKING:
    from empile.server.connection import Connection

log = logging.getLogger("empile.room")

Plan = Callable[[Table], list[Step]]
Done = Callable[[RefusedError | None], None]
BeforeTold = Callable[[int], None]

_encoder = msgspec.json.Encoder()
_PLAYED = (events.Moved, events.ChanceResolved)
_GAME_ONLY = (
    *_PLAYED,
    events.TakenBack,
    events.RulingProposed,
    events.Asked,
    events.Answered,
    events.Hinted,
)


class _Command(NamedTuple):
    plan: Plan
    done: Done
    though_frozen: bool
    before_told: BeforeTold | None


class _Told(NamedTuple):
    """An event just applied, with what its redaction needs."""

    entry: LogEntry
    before: State | None
    event: Event | None


class Attendant(Protocol):
    """Who acts at tables by itself whenever it is its turn."""

    def consider(self, room: Room) -> None:
        """Look whether it is its turn at a table where something changed."""


class Performer(Attendant, Protocol):
    """An attendant at whose work everybody looks on."""

    def enter(self, room: Room, connection: Connection) -> None:
        """Show who has just come what everybody sees."""

    def leave(self, room: Room, connection: Connection) -> None:
        """Forget a connection."""


class Room:
    """A table and who is connected to it."""

    def __init__(
        self,
        table: Table,
        store: Store,
        bots: Attendant,
        hands: Performer,
        metrics: Metrics,
    ) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.thinking_at = -1
        """The table's turn at which a bot was asked."""
        self.left_at = time.monotonic()
        """When nobody was connected any more."""
        self.film: FilmShown | None = None
        """What was shown last of what a hand did, while it counts."""
        self.film_until = 0.0
        """When that is over, by the event loop's clock."""
        self._store = store
        self._bots = bots
        self._hands = hands
        self._metrics = metrics
        self._commands: deque[_Command] = deque()
        self._busy = False
        self._catching_up: asyncio.Task[None] | None = None

    # -- Commands --------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is being kept or waits for it."""
        return self._busy or bool(self._commands)

    def submit(
        self,
        plan: Plan,
        done: Done,
        *,
        though_frozen: bool = False,
        before_told: BeforeTold | None = None,
    ) -> None:
        """Let ``plan`` happen; ``done`` is called when it has, or with why it has not.

        A plan without steps only asks whether something is allowed. ``before_told`` is called with
        the number of its first event once that is kept, and before anybody is told of it.
        """
        self._commands.append(_Command(plan, done, though_frozen, before_told))
        if not self._busy:
            self._go_on()

    def freeze(self, message: str) -> None:
        """Stop the table because its code failed."""
        self._metrics.frozen.inc()
        self.submit(lambda table: freeze(table, message), lambda _: None, though_frozen=True)

    def _go_on(self) -> None:
        while self._commands and not self._busy:
            command = self._commands.popleft()
            try:
                if self.table.trouble is not None and not command.though_frozen:
                    raise RefusedError("frozen", self.table.trouble)
                steps = command.plan(self.table)
            except RefusedError as refusal:
                command.done(refusal)
            except Exception:
                log.exception("a command failed at table %s", self.table.id)
                command.done(RefusedError("failed", "the table's code failed; nothing changed"))
                if self.table.trouble is None:
                    self._metrics.frozen.inc()
                    self._append(freeze(self.table, "the table's code failed"), lambda _: None)
            else:
                if steps:
                    self._append(steps, command.done, command.before_told)
                else:
                    command.done(None)

    def _append(self, steps: list[Step], done: Done, before_told: BeforeTold | None = None) -> None:
        self._busy = True
        now = time.time_ns() // 1_000_000
        first = self.table.seq + 1
        rows = [Row(first + i, now, events.encode(step.entry)) for i, step in enumerate(steps)]

        def settled(outcome: Outcome) -> None:
            if outcome == "kept" and before_told is not None:
                before_told(first)
            self._settled(outcome, steps, now, done)

        self._store.append(Append(self.table.number, rows), settled)

    def _settled(self, outcome: Outcome, steps: list[Step], at: int, done: Done) -> None:
        if outcome == "conflict":
            self._catching_up = asyncio.create_task(self._lose(done))
            return
        if outcome == "kept":
            first = self.table.seq + 1
            self._take(
                [(replace(step.entry, seq=first + i, at=at), step) for i, step in enumerate(steps)]
            )
            done(None)
        else:
            done(RefusedError("failed", "this could not be kept; nothing changed"))
        self._busy = False
        self._go_on()
        self._consider()

    def _consider(self) -> None:
        """Let those act whose turn it is by themselves."""
        self._hands.consider(self)
        self._bots.consider(self)

    # -- Other processes -------------------------------------------------------------------------

    async def _lose(self, done: Done) -> None:
        """Take what another process appended first; what was tried has not happened."""
        try:
            await self._read_new()
        finally:
            done(RefusedError("stale", "something else happened first"))
            self._busy = False
        self._go_on()
        self._consider()

    async def catch_up(self) -> None:
        """Take what another process appended, unless a command is under way that will see it."""
        if self._busy:
            return
        self._busy = True
        try:
            await self._read_new()
        finally:
            self._busy = False
        self._go_on()
        self._consider()

    async def _read_new(self) -> None:
        rows = await self._store.rows_after(self.table.number, self.table.seq)
        if rows:
            self._take([(events.decode(row.body, row.seq, row.at), None) for row in rows])

    # -- Telling ---------------------------------------------------------------------------------

    def _take(self, taken: list[tuple[LogEntry, Step | None]]) -> None:
        table = self.table
        told: list[_Told] = []
        for entry, step in taken:
            before = table.state
            table.take(entry, step)
            event: Event | None = None
            if isinstance(entry, _PLAYED):
                event = table.played[-1].events[-1]
                self._metrics.moves.inc()
            told.append(_Told(entry, before, event))
        try:
            self._publish(told)
        except Exception:
            log.exception("table %s cannot be shown", table.id)
            if table.trouble is None:
                self.freeze("the table cannot be shown")

    def _publish(self, told: list[_Told]) -> None:
        changed = any(not isinstance(one.entry, _GAME_ONLY) for one in told)
        made: dict[tuple[object, ...], tuple[bytes, bytes]] = {}
        for connection in self.connections:
            # Programs see the same events with the same eyes, whoever they are.
            alone = connection.full or changed
            who = connection.key if alone else eyes.shared_viewer(self.table, connection.key)
            group = (connection.full, who)
            message = made.get(group)
            if message is None:
                payload = self._happened(told, connection, changed)
                message = made[group] = (payload, text_frame(payload))
            connection.send(*message)

    def _happened(self, told: list[_Told], connection: Connection, changed: bool) -> bytes:
        full = connection.full
        game = self.table.game
        eye = eyes.log_viewer_of(self.table, connection.key)
        message = wire.Happened(
            [eyes.event_seen(game, *one, eye, full) for one in told],
            self.info(connection.key) if changed else None,
            self._state(connection.key) if full else None,
        )
        return _encoder.encode(message)

    def _state(self, key: str | None) -> wire.StateView | None:
        try:
            return eyes.state_view(self.table, key)
        except Exception:
            if self.table.trouble is None:
                raise
            return None  # that is the trouble

    # -- Who is there ----------------------------------------------------------------------------

    @property
    def present(self) -> set[int]:
        """The places whose persons are connected."""
        keys = {connection.key for connection in self.connections}
        return {
            number
            for number, place in enumerate(self.table.places)
            if place.key is not None and place.key in keys
        }

    @property
    def watchers(self) -> int:
        """How many spectators are connected."""
        return sum(connection.key is None for connection in self.connections)

    def info(self, key: str | None) -> wire.TableInfo:
        """Return the table as who holds ``key`` may see it."""
        return eyes.table_info(self.table, key, self.present, self.watchers)

    def enter(self, connection: Connection, since: int) -> None:
        """Welcome a connection; from now on it hears of everything."""
        self.connections.add(connection)
        try:
            welcome = self._welcome(connection, since)
        except Exception:
            log.exception("table %s cannot be shown", self.table.id)
            self.freeze("the table cannot be shown")
            welcome = self._welcome(connection, self.table.seq, blind=True)
        connection.tell(welcome)
        self._hands.enter(self, connection)
        self._tell_presence(but=connection)
        self._consider()

    def _welcome(self, connection: Connection, since: int, *, blind: bool = False) -> wire.Welcome:
        key = connection.key
        return wire.Welcome(
            table=self.info(key),
            you=wire.You(self.table.places_of(key)),
            seq=self.table.seq,
            events=eyes.events_since(self.table, since, key, full=connection.full),
            state=self._state(key) if connection.full and not blind else None,
        )

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        if connection in self.connections:
            self.connections.discard(connection)
            self._hands.leave(self, connection)
            self.left_at = time.monotonic()
            self._tell_presence(but=connection)

    def _tell_presence(self, but: Connection) -> None:
        if not self.connections:
            return
        presence = wire.Presence(sorted(self.present), self.watchers)
        for connection in self.connections:
            if connection is not but:
                connection.tell(presence)
