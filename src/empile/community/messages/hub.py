"""News of messages for the pages of members, in all processes.

Only numbers cross the bus. Each page reads what its own member may read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from empile.server.bus.interface import Bus
from empile.server.bus.notes import NoteListener, Watchers

MESSAGES: Final = -3
"""The number on the bus by which processes know each other; no table has it."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[int]).decode


class MessageHub(NoteListener[list[int]]):
    """Created on the event loop."""

    def __init__(self, bus: Bus) -> None:
        super().__init__(bus, MESSAGES, _encode, _decode)
        self._watchers = Watchers()
        self._opening = asyncio.create_task(bus.watch(MESSAGES, self))

    def watch(self, member: int, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call ``watcher`` at news for a member; return a function that ends this."""
        return self._watchers.add(member, watcher)

    def tell(self, members: Iterable[int]) -> None:
        """Notify the pages of members in all processes."""
        told = sorted(set(members))
        self._watchers.call(told)
        self._tell(told)

    def _on_note(self, note: list[int], sender: str) -> None:
        self._watchers.call(note)

    async def close(self) -> None:
        self._opening.cancel()
        await asyncio.gather(self._opening, return_exceptions=True)
        self._bus.unwatch(MESSAGES)
