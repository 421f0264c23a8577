"""News of messages for the pages of members, in all processes.

Only numbers cross the bus. Each page reads what its own member may read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from empile.server.bus.interface import Bus, Topic

MESSAGES: Final = -3
"""The number on the bus by which processes know each other; no table has it."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[int]).decode


class MessageHub:
    """Created on the event loop."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._watchers: dict[int, set[Callable[[], None]]] = {}
        self._opening = asyncio.create_task(bus.watch(MESSAGES, self))

    def watch(self, member: int, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call ``watcher`` at news for a member; return what ends this."""
        watchers = self._watchers.setdefault(member, set())
        watchers.add(watcher)

        def release() -> None:
            watchers.discard(watcher)
            if not watchers and self._watchers.get(member) is watchers:
                del self._watchers[member]

        return release

    def tell(self, members: Iterable[int]) -> None:
        """Tell the pages of members in all processes that there is news."""
        told = sorted(set(members))
        self._tell_here(told)
        self._bus.relay(MESSAGES, "hand", _encode(told))

    def _tell_here(self, members: Iterable[int]) -> None:
        for member in members:
            for watcher in list(self._watchers.get(member, ())):
                watcher()

    def on_reached(self, seq: int) -> None:
        """No log is behind this."""

    def on_presence(self) -> None:
        """Nobody sits here."""

    def on_lease(self) -> None:
        """Nothing is done by one process only."""

    def on_relayed(self, topic: Topic, sender: str, body: bytes) -> None:
        if topic != "hand":
            return
        try:
            self._tell_here(_decode(body))
        except msgspec.DecodeError:  # of another version
            return

    async def close(self) -> None:
        self._opening.cancel()
        await asyncio.gather(self._opening, return_exceptions=True)
        self._bus.unwatch(MESSAGES)
