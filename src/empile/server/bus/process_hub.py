"""State of each process that all others know, by notes over the bus.

The notes go under a number that no table has. A process sends its beats; without them, what it had is
forgotten, so that nothing stale is left after it was killed. A beat says how much a process has: another
one that knows less asks for everything.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from empile.server.bus.interface import Bus
from empile.server.bus.notes import NoteListener

_BEAT_SECONDS: Final = 1.0
_DEAD_SECONDS: Final = 4.0
"""A process without beats is gone."""

log = logging.getLogger("empile.bus")


class OtherProcess(Protocol):
    """What is known of another process."""

    heard: float
    """When the last note came, by the monotonic clock."""


NoteT = TypeVar("NoteT")
ProcessT = TypeVar("ProcessT", bound=OtherProcess)


class ProcessHub(NoteListener[NoteT], ABC, Generic[NoteT, ProcessT]):
    """Created on the event loop; parameters as in :class:`NoteListener`.

    :param new_process: returns an empty process, heard at a time.
    """

    def __init__(
        self,
        bus: Bus,
        number: int,
        encode: Callable[[NoteT], bytes],
        decode: Callable[[bytes], NoteT],
        new_process: Callable[[float], ProcessT],
    ) -> None:
        super().__init__(bus, number, encode, decode)
        self._new_process = new_process
        self._others: dict[str, ProcessT] = {}
        self._beaten = 0.0
        self._ticking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen and to tick."""
        await self._bus.watch(self._number, self)
        self._ticking = asyncio.create_task(self._tick_on())
        self._beat()

    async def close(self) -> None:
        """Stop, and let the other processes forget what this one has."""
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
        self._tell(self._farewell())
        self._bus.unwatch(self._number)

    def _on_note(self, note: NoteT, sender: str) -> None:
        now = time.monotonic()
        process = self._others.get(sender)
        if process is None:
            process = self._others[sender] = self._new_process(now)
            self._beat()  # so that it knows this one at once
        process.heard = now
        self._hear(note, process, sender)

    def _beat(self) -> None:
        self._beaten = time.monotonic()
        self._tell(self._beat_note())

    async def _tick_on(self) -> None:
        while True:
            await asyncio.sleep(self._tick_seconds())
            try:
                await self._tick(time.monotonic())
            except Exception:
                log.exception("what processes tell each other cannot be used; it is tried again")

    async def _tick(self, now: float) -> None:
        for sender, process in list(self._others.items()):
            if now - process.heard > _DEAD_SECONDS:
                self._forget(process)
                del self._others[sender]
        self._look(now)
        if now - self._beaten >= _BEAT_SECONDS:
            self._beat()
        await self._work()

    @abstractmethod
    def _tick_seconds(self) -> float:
        """Return the interval of ticks."""

    @abstractmethod
    def _hear(self, note: NoteT, process: ProcessT, sender: str) -> None:
        """Take a note of another process."""

    @abstractmethod
    def _beat_note(self) -> NoteT:
        """Return how much this process has."""

    @abstractmethod
    def _farewell(self) -> NoteT:
        """Return the note that this process has nothing any more."""

    @abstractmethod
    def _forget(self, process: ProcessT) -> None:
        """Drop what a process had that is gone."""

    @abstractmethod
    def _look(self, now: float) -> None:
        """Publish what has changed in this process."""

    async def _work(self) -> None:
        """Do at each tick what takes time; default: nothing."""
