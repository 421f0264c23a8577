"""The games to watch, for all viewers of this process.

Each process reads the running games itself, and follows those that it shows like any spectator. The
process that holds the lease chooses the featured one and publishes the choice. Nothing is read while
there is no viewer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from empile.community.watching.choosing import choose_featured, choose_shown
from empile.community.watching.games import Found
from empile.server.bus.interface import Bus
from empile.server.bus.notes import NoteListener
from empile.server.tables.room import Room
from empile.server.tables.updates import Applied
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame
from empile.server.wire.lobby.watching import WatchedGame, Watching

WATCHING: Final = -2
"""The number on the bus by which processes agree on the featured game; no table has it."""
_TICK_SECONDS: Final = 1.0
_READ_SECONDS: Final = 3.0
_TELL_SECONDS: Final = 3.0
_TOLD_SECONDS: Final = 10.0
"""Time for which the choice of another process is valid."""
_LINGER_SECONDS: Final = 10.0
"""So long a game is shown after its end."""

log = logging.getLogger("empile.watching")

_encode = msgspec.json.Encoder().encode


class Client(Protocol):
    """A connection that looks at the games."""

    def send(self, frame: bytes) -> None: ...


class _Featured(Struct, frozen=True):
    """The choice that the holder of the lease publishes."""

    featured: str | None


_decode = msgspec.json.Decoder(_Featured).decode


class _Shown:
    """A game that is shown."""

    def __init__(self, room: Room, seen: WatchedGame) -> None:
        self.room = room
        self.seen = seen
        self.ended: float | None = None

    def now(self) -> WatchedGame:
        """Return it as it is now."""
        table = self.room.table
        over = self.ended is not None or table.status == "over"
        return replace(self.seen, position=table.turn, over=over)


class WatchedGames(NoteListener[_Featured]):
    """Created on the event loop. ``batch`` makes many writes cheaper."""

    def __init__(
        self,
        bus: Bus,
        read: Callable[[], Awaitable[dict[str, Found]]],
        room: Callable[[str], Awaitable[Room]],
        batch: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
    ) -> None:
        super().__init__(bus, WATCHING, _encode, _decode)
        self._read = read
        self._room = room
        self._batch = batch
        self._clients: set[Client] = set()
        self._new: set[Client] = set()
        """Those that have heard of nothing yet."""
        self._running: dict[str, Found] = {}
        self._read_at = 0.0
        self._shown: dict[str, _Shown] = {}
        self._sent: dict[str, WatchedGame] = {}
        self._featured: str | None = None
        self._featured_since = 0.0
        self._told_featured: str | None = None
        self._told_at = 0.0
        self._last = Watching()
        """The last message, without games."""
        self._ticking: asyncio.Task[None] | None = None

    @property
    def clients(self) -> int:
        """The number of connections of this process that look at the games."""
        return len(self._clients)

    def enter(self, client: Client) -> None:
        """Send all games to a client, and from now on what changes."""
        self._clients.add(client)
        self._new.add(client)
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick_on())
        elif self._read_at:
            self._welcome()

    def leave(self, client: Client) -> None:
        """Send a client no more changes."""
        self._clients.discard(client)
        self._new.discard(client)

    async def close(self) -> None:
        self._clients.clear()
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)

    # -- Other processes ---------------------------------------------------------------------------

    def _on_note(self, note: _Featured, sender: str) -> None:
        self._told_featured = note.featured
        self._told_at = time.monotonic()

    def _feature(self, now: float) -> None:
        """Choose the featured game, or take the one that another process has chosen."""
        running = [found.running for found in self._running.values()]
        chosen = choose_featured(self._featured, self._featured_since, running, now)
        ended = self._shown.get(self._featured or "")
        if ended is not None and ended.ended is not None:
            chosen = self._featured  # all see how it ended
        if self._bus.holds(WATCHING):
            if chosen != self._told_featured or time.monotonic() - self._told_at > _TELL_SECONDS:
                self._told_featured, self._told_at = chosen, time.monotonic()
                self._tell(_Featured(chosen))
        elif time.monotonic() - self._told_at < _TOLD_SECONDS:
            told = self._told_featured
            if told is None or told in self._running or told in self._shown:
                chosen = told
        if chosen != self._featured:
            self._featured, self._featured_since = chosen, now

    # -- Looking -----------------------------------------------------------------------------------

    async def _tick_on(self) -> None:
        try:
            await self._bus.watch(WATCHING, self)
            while self._clients:
                try:
                    await self._look()
                except CommandError as error:
                    log.warning("the games to watch cannot be read: %s", error)
                except Exception:
                    log.exception("the games to watch failed; they go on")
                await asyncio.sleep(_TICK_SECONDS)
        finally:
            self._ticking = None
            self._stop()

    def _stop(self) -> None:
        self._bus.unwatch(WATCHING)
        for table in list(self._shown):
            self._drop(table)
        self._sent.clear()
        self._running, self._read_at = {}, 0.0

    async def _look(self) -> None:
        now = time.time()
        if time.monotonic() - self._read_at >= _READ_SECONDS:
            self._running = await self._read()
            self._read_at = time.monotonic()
        for table, shown in self._shown.items():
            found = self._running.get(table)
            is_over = shown.room.table.status != "playing"
            if found is not None:
                shown.seen = found.seen
            if not is_over and found is not None:
                shown.ended = None
            elif shown.ended is None:
                shown.ended = now
        self._feature(now)
        await self._choose(now)
        self._show()

    async def _choose(self, now: float) -> None:
        ended = {table: shown.ended for table, shown in self._shown.items() if shown.ended}
        over = [table for table, at in ended.items() if now - at > _LINGER_SECONDS]
        running = {
            table: found.running for table, found in self._running.items() if table not in ended
        }
        keep = [table for table in ended if table not in over]
        if self._featured in running:
            keep.insert(0, self._featured)
        chosen = choose_shown(list(self._shown), running, keep, now)
        for table in self._shown.keys() - set(chosen):
            self._drop(table)
        for table in chosen:
            if table not in self._shown:
                try:
                    room = await self._room(table)
                except CommandError:
                    self._running.pop(table, None)
                    continue
                room.listeners.add(self._on_events)
                self._shown[table] = _Shown(room, self._running[table].seen)

    def _drop(self, table: str) -> None:
        room = self._shown.pop(table).room
        room.listeners.discard(self._on_events)
        room.left_at = time.monotonic()

    def _on_events(self, room: Room, applied: Sequence[Applied]) -> None:
        """Keep the table in memory; the next look sees what has changed."""

    # -- Publishing -----------------------------------------------------------------------------------

    def _show(self) -> None:
        """Send changes to clients."""
        games = {table: shown.now() for table, shown in self._shown.items()}
        changed = [game for table, game in games.items() if self._sent.get(table) != game]
        gone = [table for table in self._sent if table not in games]
        head = Watching(featured=self._featured, running=len(self._running))
        if changed or gone or head != self._last:
            frame = text_frame(_encode(replace(head, games=changed, gone=gone)))
            with self._batch():
                for client in self._clients - self._new:
                    client.send(frame)
        self._sent, self._last = games, head
        self._welcome()

    def _welcome(self) -> None:
        if not self._new:
            return
        frame = text_frame(
            _encode(replace(self._last, games=list(self._sent.values()), whole=True))
        )
        with self._batch():
            for client in self._new:
                client.send(frame)
        self._new.clear()
