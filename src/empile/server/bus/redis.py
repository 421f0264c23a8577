"""The bus over Redis or Valkey."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final, get_args

from empile.server.bus import redis_scripts as scripts
from empile.server.bus.interface import NOBODY, Lease, OnLeft, Presence, TableListener, Topic
from empile.server.bus.redis_connection import ERRORS, PREFIX, PROCESSES, RedisConnection, ignore
from empile.server.bus.redis_format import PATIENCE, hashed, presence_of, presence_text

log = logging.getLogger("empile.bus")

_LEASE_CHECK: Final = 1800.0
"""A lease that was acquired so long ago is asked for again: Redis forgets unused ones."""
_LEASE_KEPT_MS: Final = 24 * 3600 * 1000
_PRESENCE_KEPT_MS: Final = 7 * 24 * 3600 * 1000
_TOPICS: Final[dict[bytes, Topic]] = {topic.encode(): topic for topic in get_args(Topic)}
_TABLE: Final = f"{PREFIX}table:"


class RedisBus:
    """A bus over a connection, which it starts and closes."""

    def __init__(self, connection: RedisConnection) -> None:
        self.connection = connection
        self._loop = connection.loop
        self._listeners: dict[int, TableListener] = {}
        self._entering: dict[int, asyncio.Future[None]] = {}
        """Tables of which the subscription is not confirmed."""
        self._here: dict[int, Presence] = {}
        self._there: dict[int, dict[str, Presence]] = {}
        self._heard: dict[int, set[str]] = {}
        """Processes of which presence arrived while that of a table is being read."""
        self._leases: dict[int, Lease] = {}
        """Own leases with the time at which they were acquired, and those of others."""
        self._asking: set[int] = set()
        self._epochs: dict[int, int] = {}
        """The highest epochs of which frames arrived."""
        connection.add(self)

    @property
    def scripts(self) -> tuple[str, ...]:
        return scripts.ALL

    @property
    def id(self) -> str:
        return self.connection.id

    @property
    def connected(self) -> bool:
        return self.connection.connected

    async def start(self) -> None:
        await self.connection.start()

    async def close(self) -> None:
        await self.connection.close()

    # -- Tables ------------------------------------------------------------------------------------

    async def watch(self, number: int, listener: TableListener) -> None:
        self._listeners[number] = listener
        if not self.connected:
            return
        entering = self._entering[number] = self._loop.create_future()
        with suppress(*ERRORS):
            async with asyncio.timeout(PATIENCE):
                await self.connection.subscribe(_channel(number))
                await entering

    def unwatch(self, number: int) -> None:
        self.set_present(number, NOBODY)
        self.release(number)
        if self._listeners.pop(number, None) is None:
            return
        for known in (self._there, self._leases, self._epochs):
            known.pop(number, None)
        if self.connected:
            task = self._loop.create_task(self._unsubscribe(number))
            task.add_done_callback(ignore)

    async def _unsubscribe(self, number: int) -> None:
        if number not in self._listeners:
            await self.connection.unsubscribe(_channel(number))

    def reached(self, number: int, seq: int) -> None:
        self._publish(number, f"reached {self.id} {seq}".encode())

    def relay(self, number: int, topic: Topic, body: bytes) -> None:
        epoch = 0
        if topic == "frame":
            lease = self._leases.get(number)
            if (
                lease is None
                or lease.owner != self.id
                or self.connection.until <= self._loop.time()
            ):
                return
            epoch = lease.epoch
            self._epochs[number] = max(epoch, self._epochs.get(number, 0))
        self._publish(number, b"%s %s %d " % (topic.encode(), self.id.encode(), epoch) + body)

    def _publish(self, number: int, message: bytes) -> None:
        self.connection.send("PUBLISH", _channel(number), message)

    # -- Presence ----------------------------------------------------------------------------------

    def set_present(self, number: int, here: Presence) -> None:
        if self._here.get(number, NOBODY) == here:
            return
        self._here[number] = here
        if here == NOBODY:
            del self._here[number]
        self._send_presence(number)

    def _send_presence(self, number: int) -> None:
        here = self._here.get(number, NOBODY)
        key, value = _presence_key(number), presence_text(here)
        if here == NOBODY:
            self.connection.send("HDEL", key, self.id)
        else:
            self.connection.send("HSET", key, self.id, value)
            self.connection.send("PEXPIRE", key, _PRESENCE_KEPT_MS)
        self._publish(number, f"present {self.id} {value}".encode())

    def is_shown_elsewhere(self, number: int) -> bool:
        return bool(self._there.get(number))

    def elsewhere(self, number: int) -> Presence:
        found = self._there.get(number)
        return Presence.of_all(found.values()) if found else NOBODY

    # -- Leases ------------------------------------------------------------------------------------

    def holds(self, number: int) -> bool:
        now = self._loop.time()
        lease = self._leases.get(number)
        if lease is not None and lease.owner == self.id and self.connection.until > now:
            if now - lease.until > _LEASE_CHECK:
                self._ask(number)
            return True
        if not self.connected:
            # Leases of others have ended, too; from here on every process works.
            return now >= self.connection.lost_at + self.connection.ttl
        if lease is None:
            self._ask(number)
        return False

    def holder(self, number: int) -> str:
        lease = self._leases.get(number)
        if lease is None or (lease.owner == self.id and self.connection.until <= self._loop.time()):
            return ""
        return lease.owner

    def release(self, number: int) -> None:
        lease = self._leases.get(number)
        if lease is None or lease.owner != self.id:
            return
        del self._leases[number]
        message = f"lease {self.id}"
        self.connection.run_script(
            scripts.RELEASE, (_lease_key(number),), (self.id, _channel(number), message)
        )

    def _ask(self, number: int) -> None:
        if number in self._asking or number not in self._listeners:
            return
        self._asking.add(number)
        asked = self._loop.time()

        def answered(result: Any) -> None:
            self._asking.discard(number)
            owner, epoch = result[0].decode(), int(result[1])
            listener = self._listeners.get(number)
            if listener is None or not owner:
                return
            now = self._loop.time()
            is_own = owner == self.id
            if is_own and now >= asked + self.connection.ttl:
                # This process stood still: others may have the lease by now.
                listener.on_lease()
                return
            self._leases[number] = Lease(
                owner, epoch, now if is_own else now + 2 * self.connection.ttl
            )
            listener.on_lease()

        keys = (PROCESSES, _lease_key(number))
        self.connection.run_script(scripts.ACQUIRE, keys, (self.id, _LEASE_KEPT_MS), answered)

    # -- Rates -------------------------------------------------------------------------------------

    def spend(self, bucket: str, rate: float, size: float, tokens: float, left: OnLeft) -> None:
        keys = (f"{PREFIX}rate:{hashed(bucket)}",)
        arguments = (rate, size, tokens)
        self.connection.run_script(
            scripts.SPEND, keys, arguments, lambda result: left(float(result))
        )

    # -- The connection ----------------------------------------------------------------------------

    def channels(self) -> list[str]:
        return [_channel(number) for number in self._listeners]

    def on_connected(self) -> None:
        for number in self._here:
            self._send_presence(number)
        self._drop_dead(self.connection.alive)
        for listener in list(self._listeners.values()):
            listener.on_lease()

    def on_lost(self) -> None:
        self._asking.clear()
        for entering in self._entering.values():
            if not entering.done():
                entering.set_result(None)
        self._entering.clear()

    def on_long_lost(self) -> None:
        self._there.clear()
        for listener in list(self._listeners.values()):
            listener.on_presence()
            listener.on_lease()

    def on_beat(self, *, was_alive: bool) -> None:
        if not was_alive:
            # Paused for too long, or forgotten: others may have the leases.
            self._leases.clear()
            for number in self._here:
                self._send_presence(number)
        if self.connected:
            if not was_alive:
                for listener in list(self._listeners.values()):
                    listener.on_lease()
            self._drop_dead(self.connection.alive)

    def _drop_dead(self, alive: set[str]) -> None:
        """Forget presence and leases of dead processes, and what is due to be asked again."""
        now = self._loop.time()
        for number, present in list(self._there.items()):
            dead = present.keys() - alive
            for name in dead:
                del present[name]
            if dead and number in self._listeners:
                self._listeners[number].on_presence()
        for number, lease in list(self._leases.items()):
            is_own = lease.owner == self.id
            if not is_own and (lease.owner not in alive or lease.until < now):
                del self._leases[number]
                if number in self._listeners:
                    self._listeners[number].on_lease()

    # -- Hearing -----------------------------------------------------------------------------------

    def on_subscribed(self, channel: str) -> None:
        number = _number(channel)
        if number is not None:
            self._load_presence(number)

    def on_message(self, channel: str, data: bytes) -> None:
        if channel == PROCESSES:
            self._on_gone(data.decode().split()[1])
        number = _number(channel)
        if number is not None:
            self._take(number, data)

    def _load_presence(self, number: int) -> None:
        heard = self._heard[number] = set()

        def loaded(result: Any) -> None:
            if self._heard.get(number) is heard:
                del self._heard[number]
            entering = self._entering.pop(number, None)
            listener = self._listeners.get(number)
            if listener is not None:
                named = zip(result[::2], result[1::2], strict=True)
                found = {name.decode(): presence_of(text.decode()) for name, text in named}
                # What arrived during the query is newer.
                for name in {self.id, *heard}:
                    found.pop(name, None)
                newer = self._there.get(number, {})
                kept = {name: newer[name] for name in heard if name in newer}
                self._there[number] = {**found, **kept}
                listener.on_presence()
            if entering is not None and not entering.done():
                entering.set_result(None)

        self.connection.run_script(scripts.PRESENT, (PROCESSES, _presence_key(number)), (), loaded)

    def _on_gone(self, name: str) -> None:
        known = {lease.owner for lease in self._leases.values()}
        for present in self._there.values():
            known |= present.keys()
        if name in known:
            self._drop_dead(known - {name})

    def _take(self, number: int, data: bytes) -> None:
        listener = self._listeners.get(number)
        kind, sender_, rest = (*data.split(b" ", 2), b"")[:3]
        sender = sender_.decode()
        if listener is None or sender == self.id:
            return
        match kind:
            case b"reached":
                listener.on_reached(int(rest))
            case b"present":
                there = self._there.setdefault(number, {})
                there[sender] = presence_of(rest.decode())
                if there[sender] == NOBODY:
                    del there[sender]
                if number in self._heard:
                    self._heard[number].add(sender)
                listener.on_presence()
            case b"lease":
                lease = self._leases.get(number)
                if lease is not None and lease.owner == sender:
                    del self._leases[number]
                listener.on_lease()
            case _ if kind in _TOPICS:
                text, _, body = rest.partition(b" ")
                epoch = int(text)
                if kind == b"frame" and epoch < self._epochs.get(number, 0):
                    return  # of a process that was paused
                self._epochs[number] = max(epoch, self._epochs.get(number, 0))
                listener.on_relayed(_TOPICS[kind], sender, body)
            case _:
                log.warning("an unknown message on the bus: %r", kind)


def _channel(number: int) -> str:
    return f"{_TABLE}{number}"


def _number(channel: str) -> int | None:
    return int(channel[len(_TABLE) :]) if channel.startswith(_TABLE) else None


def _lease_key(number: int) -> str:
    return f"{PREFIX}lease:{number}"


def _presence_key(number: int) -> str:
    return f"{PREFIX}present:{number}"
