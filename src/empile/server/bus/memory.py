"""The bus within one process. If it is alone on its hub, it has no others to notify."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from dataclasses import dataclass, field

from empile.server.bus.interface import NOBODY, Lease, OnLeft, Presence, TableListener, Topic


@dataclass
class _Bucket:
    left: float
    at: float


@dataclass
class Hub:
    """What connects buses in one event loop. ``ttl`` seconds after its last beat, one is dead."""

    ttl: float = 3.0
    members: dict[str, MemoryBus] = field(default_factory=dict[str, "MemoryBus"])
    leases: dict[int, Lease] = field(default_factory=dict[int, Lease])
    buckets: dict[str, _Bucket] = field(default_factory=dict[str, _Bucket])
    ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))


class MemoryBus:
    """Connects the members of ``hub``; by default it is the only one."""

    def __init__(self, hub: Hub | None = None) -> None:
        self._hub = Hub() if hub is None else hub
        self._is_alone = hub is None
        self.id = f"process-{next(self._hub.ids)}"
        self.connected = True
        self.until = 0.0
        """Loop time at which this member is dead, unless it beats."""
        self.listeners: dict[int, TableListener] = {}
        self.present: dict[int, Presence] = {}
        self._alive: set[str] = set()
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if not self._is_alone:
            self._beat()
            self._beating = asyncio.create_task(self._keep_beating())

    async def close(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        for number in list(self.listeners):
            self.unwatch(number)
        self._hub.members.pop(self.id, None)

    async def watch(self, number: int, listener: TableListener) -> None:
        self.listeners[number] = listener

    def unwatch(self, number: int) -> None:
        self.set_present(number, NOBODY)
        self.release(number)
        self.listeners.pop(number, None)

    def reached(self, number: int, seq: int) -> None:
        if self._is_alone:
            return
        for listener in self._others(number):
            listener.on_reached(seq)

    def set_present(self, number: int, here: Presence) -> None:
        if self._is_alone or self.present.get(number, NOBODY) == here:
            return
        self.present[number] = here
        if here == NOBODY:
            del self.present[number]
        for listener in self._others(number):
            listener.on_presence()

    def elsewhere(self, number: int) -> Presence:
        if self._is_alone:
            return NOBODY
        return Presence.of_all(
            [one.present.get(number, NOBODY) for one in self._living() if one is not self]
        )

    def is_shown_elsewhere(self, number: int) -> bool:
        return not self._is_alone and self.elsewhere(number) != NOBODY

    def holds(self, number: int) -> bool:
        if self._is_alone:
            return True
        now = time.monotonic()
        if self.until <= now:
            return False
        held = self._hub.leases.get(number)
        if held is not None and held.owner != self.id:
            owner = self._hub.members.get(held.owner)
            if owner is not None and owner.until > now:
                return False
        if held is None or held.owner != self.id:
            epoch = 1 if held is None else held.epoch + 1
            self._hub.leases[number] = Lease(self.id, epoch, self.until)
            for listener in self._others(number):
                listener.on_lease()
        return True

    def holder(self, number: int) -> str:
        if self._is_alone:
            return self.id
        held = self._hub.leases.get(number)
        owner = None if held is None else self._hub.members.get(held.owner)
        return owner.id if owner is not None and owner.until > time.monotonic() else ""

    def release(self, number: int) -> None:
        held = self._hub.leases.get(number)
        if held is None or held.owner != self.id:
            return
        # The epoch stays, so that the next one is higher.
        self._hub.leases[number] = Lease("", held.epoch, 0.0)
        for listener in self._others(number):
            listener.on_lease()

    def relay(self, number: int, topic: Topic, body: bytes) -> None:
        if self._is_alone:
            return
        lease = self._hub.leases.get(number)
        if topic == "frame" and (lease is None or lease.owner != self.id):
            return
        for listener in self._others(number):
            listener.on_relayed(topic, self.id, body)

    def spend(self, bucket: str, rate: float, size: float, tokens: float, left: OnLeft) -> None:
        if self._is_alone:
            return
        now = time.monotonic()
        found = self._hub.buckets.setdefault(bucket, _Bucket(size, now))
        found.left = min(size, found.left + (now - found.at) * rate) - tokens
        found.at = now
        left(found.left)

    def _others(self, number: int) -> list[TableListener]:
        members = [one for one in self._hub.members.values() if one is not self]
        return [one.listeners[number] for one in members if number in one.listeners]

    def _living(self) -> list[MemoryBus]:
        now = time.monotonic()
        return [one for one in self._hub.members.values() if one.until > now]

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._hub.ttl / 3)
            self._beat()

    def _beat(self) -> None:
        self._hub.members[self.id] = self
        self.until = time.monotonic() + self._hub.ttl
        alive = {one.id for one in self._living()}
        if self._alive - alive:
            for listener in list(self.listeners.values()):
                listener.on_presence()
                listener.on_lease()
        self._alive = alive
