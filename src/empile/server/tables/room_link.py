"""What connects a room to the same table in other processes."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from empile.server.bus.interface import Bus, Presence, Topic
from empile.server.store.interface import StoreFailedError

if TYPE_CHECKING:
    from empile.server.tables.room import Room

log = logging.getLogger("empile.room")

_BUSY_SECONDS = 0.01
"""Interval of looking whether a room may read its log again."""


class RoomLink:
    """Notifies other processes of what happens in a room, and the room of what happens there."""

    def __init__(self, room: Room, bus: Bus) -> None:
        self._room = room
        self._bus = bus
        self._number = room.table.number
        self._reached = 0
        self._is_closed = False
        self._has_news = False
        """Whether events were stored here without a notice to other processes."""
        self._following: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen. Read the log afterwards: earlier messages are not received."""
        await self._bus.watch(self._number, self)

    def close(self) -> None:
        self._is_closed = True
        self._bus.unwatch(self._number)
        if self._following is not None:
            self._following.cancel()

    # -- Notifying others --------------------------------------------------------------------------

    @property
    def holds_lease(self) -> bool:
        """Whether bots and simulations of the table run here; if not, tries to get them here."""
        # A bot may still think at a table that is no longer in memory.
        return not self._is_closed and self._bus.holds(self._number)

    @property
    def elsewhere(self) -> Presence:
        return self._bus.elsewhere(self._number)

    @property
    def holder(self) -> str:
        """The id of the process that runs bots and simulations of the table, if it is known."""
        return self._bus.holder(self._number)

    @property
    def is_shown_elsewhere(self) -> bool:
        """Whether clients of other processes are connected at the table."""
        return self._bus.is_shown_elsewhere(self._number)

    def committed(self) -> None:
        """Notify other processes with clients at the table of events that were stored here.

        A process without clients reads the log when the next one comes.
        """
        self._has_news = True
        self._tell()

    def _tell(self) -> None:
        if self._has_news and self._bus.is_shown_elsewhere(self._number):
            self._has_news = False
            self._bus.reached(self._number, self._room.table.seq)

    def set_present(self, here: Presence) -> None:
        """Publish the presence in this process. A room without connections gives its lease back."""
        self._bus.set_present(self._number, here)
        if not self._room.connections:
            self._bus.release(self._number)

    def relay(self, topic: Topic, body: bytes) -> None:
        self._bus.relay(self._number, topic, body)

    @property
    def process(self) -> str:
        """The id of this process."""
        return self._bus.id

    # -- Hearing of others -------------------------------------------------------------------------

    def on_reached(self, seq: int) -> None:
        self._reached = max(self._reached, seq)
        if self._room.table.seq < seq and self._following is None:
            self._following = asyncio.create_task(self._follow())

    async def follow(self, seq: int) -> None:
        """Wait until the room has event ``seq``, which is stored, or cannot read it."""
        self.on_reached(seq)
        if self._following is not None:
            await asyncio.shield(self._following)

    async def _follow(self) -> None:
        room = self._room
        try:
            await room.catch_up()
            while room.table.seq < self._reached:
                # It was reading or appending: what it read may be older than the notice.
                await asyncio.sleep(_BUSY_SECONDS)
                await room.catch_up()
        except StoreFailedError:
            self._reached = room.table.seq  # the next look at the store finds it
        except Exception:
            self._reached = room.table.seq
            log.exception("a table cannot be brought up to date", extra={"table": room.table.id})
        finally:
            self._following = None

    def on_presence(self) -> None:
        self._tell()  # another process may have read the log before
        self._room.send_presence()

    def on_lease(self) -> None:
        self._room.notify()

    def on_relayed(self, topic: Topic, sender: str, body: bytes) -> None:
        if topic == "members":
            if self._room.owners is not None:
                self._room.owners.on_members_changed(self._room)
        elif self._room.placements is not None:
            self._room.placements.on_relayed(self._room, topic, sender, body)
