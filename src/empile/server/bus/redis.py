"""The bus over Redis or Valkey.

A process is alive while it beats. Leases and presence are valid while their process is alive, so
they need no renewal of their own, and nothing stays behind a killed process. A *session* is a
connection to Redis with its three loops; when one fails, the next session begins after a pause and
says everything again, because Redis may have forgotten it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from empile.server.bus import redis_scripts as scripts
from empile.server.bus.interface import (
    NOBODY,
    Job,
    Lease,
    OnLeft,
    Presence,
    TableListener,
    Topic,
)
from empile.server.bus.redis_format import PATIENCE, client_of, presence_of, presence_text

log = logging.getLogger("empile.bus")

TTL: Final = 3.0
"""Seconds after its last beat at which a process is dead."""
_MOST_BACKOFF: Final = 2.0
_LEASE_CHECK: Final = 1800.0
"""A lease that was acquired so long ago is asked for again: Redis forgets unused ones."""
_LEASE_KEPT_MS: Final = 24 * 3600 * 1000
_PRESENCE_KEPT_MS: Final = 7 * 24 * 3600 * 1000
_PREFIX: Final = "empile:"
_WORKER: Final = "w"
"""Begins the id of a worker."""
_JOBS: Final = f"{_PREFIX}jobs"
_JOB_TIMES: Final = f"{_PREFIX}jobs:times"
_JOBS_TAKEN: Final = f"{_PREFIX}jobs:taken"
_PROCESSES: Final = f"{_PREFIX}processes"
_ERRORS: Final = (RedisError, OSError, TimeoutError)

_OnResult = Callable[[Any], None]


class _Command(NamedTuple):
    args: tuple[Any, ...]
    on_result: _OnResult | None


class RedisBus:
    """A bus at ``url``: ``redis://``, ``rediss://``, ``valkey://`` or ``unix://``."""

    def __init__(
        self, url: str, *, ttl: float = TTL, on_job: Callable[[], None] | None = None
    ) -> None:
        # Workers are those that are told of jobs.
        self.id = secrets.token_hex(6) if on_job is None else _WORKER + secrets.token_hex(6)
        self._on_job = on_job
        self._workers = 0
        self.connected = False
        self._ttl = ttl
        self._loop = asyncio.get_running_loop()
        self._client = client_of(url)
        self._running: asyncio.Task[None] | None = None
        self._closing = False
        self._sent = asyncio.Event()
        self._out: list[_Command] = []
        self._subscriptions: Any = None
        self._hashes: dict[str, str] = {}
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
        self._claims: set[asyncio.Future[bytes]] = set()
        self._epochs: dict[int, int] = {}
        """The highest epochs of which frames arrived."""
        self._until = 0.0
        """Loop time at which this process is dead, unless it beats."""
        self._lost_at = self._loop.time()

    # -- Start and stop ----------------------------------------------------------------------------

    async def start(self) -> None:
        self._running = asyncio.create_task(self._run())
        deadline = self._loop.time() + PATIENCE
        while not self.connected and self._loop.time() < deadline:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        self._closing = True
        if self._running is not None:
            await _end(self._running)
        with suppress(*_ERRORS):
            async with asyncio.timeout(PATIENCE):
                await self._client.execute_command("ZREM", _PROCESSES, self.id)
                await self._client.execute_command("PUBLISH", _PROCESSES, f"gone {self.id}")
        with suppress(*_ERRORS):
            await self._client.aclose()

    # -- Tables ------------------------------------------------------------------------------------

    async def watch(self, number: int, listener: TableListener) -> None:
        self._listeners[number] = listener
        if not self.connected:
            return
        entering = self._entering[number] = self._loop.create_future()
        with suppress(*_ERRORS):
            async with asyncio.timeout(PATIENCE):
                await self._subscriptions.subscribe(_channel(number))
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
            task.add_done_callback(_ignore)

    async def _unsubscribe(self, number: int) -> None:
        if number not in self._listeners:
            await self._subscriptions.unsubscribe(_channel(number))

    def reached(self, number: int, seq: int) -> None:
        self._publish(number, f"reached {self.id} {seq}".encode())

    def relay(self, number: int, topic: Topic, body: bytes) -> None:
        epoch = 0
        if topic == "frame":
            lease = self._leases.get(number)
            if lease is None or lease.owner != self.id or self._until <= self._loop.time():
                return
            epoch = lease.epoch
        self._publish(number, b"%s %s %d " % (topic.encode(), self.id.encode(), epoch) + body)

    def _publish(self, number: int, message: bytes) -> None:
        self._send(("PUBLISH", _channel(number), message))

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
            self._send(("HDEL", key, self.id))
        else:
            self._send(("HSET", key, self.id, value))
            self._send(("PEXPIRE", key, _PRESENCE_KEPT_MS))
        self._publish(number, f"present {self.id} {value}".encode())

    def elsewhere(self, number: int) -> Presence:
        found = self._there.get(number)
        return Presence.of_all(found.values()) if found else NOBODY

    # -- Leases ------------------------------------------------------------------------------------

    def holds(self, number: int) -> bool:
        now = self._loop.time()
        lease = self._leases.get(number)
        if lease is not None and lease.owner == self.id and self._until > now:
            if now - lease.until > _LEASE_CHECK:
                self._ask(number)
            return True
        if not self.connected:
            # Leases of others have ended, too; from here on every process works.
            return now >= self._lost_at + self._ttl
        if lease is None:
            self._ask(number)
        return False

    def release(self, number: int) -> None:
        lease = self._leases.get(number)
        if lease is None or lease.owner != self.id:
            return
        del self._leases[number]
        message = f"lease {self.id}"
        self.run_script(
            scripts.RELEASE, (_lease_key(number),), (self.id, _channel(number), message)
        )

    def _ask(self, number: int) -> None:
        if number in self._asking or number not in self._listeners:
            return
        self._asking.add(number)

        def answered(result: Any) -> None:
            self._asking.discard(number)
            owner, epoch = result[0].decode(), int(result[1])
            listener = self._listeners.get(number)
            if listener is None or not owner:
                return
            now = self._loop.time()
            is_own = owner == self.id
            self._leases[number] = Lease(owner, epoch, now if is_own else now + 2 * self._ttl)
            if is_own:
                listener.on_lease()

        keys = (_PROCESSES, _lease_key(number))
        self.run_script(scripts.ACQUIRE, keys, (self.id, _LEASE_KEPT_MS), answered)

    # -- Rates -------------------------------------------------------------------------------------

    def spend(self, bucket: str, rate: float, size: float, tokens: float, left: OnLeft) -> None:
        # Addresses are nobody's business: only a hash is sent.
        keys = (f"{_PREFIX}rate:{_hashed(bucket)}",)
        arguments = (rate, size, tokens)
        self.run_script(scripts.SPEND, keys, arguments, lambda result: left(float(result)))

    # -- Jobs --------------------------------------------------------------------------------------

    def submit(self, job: Job, group: str, cost: float) -> bool:
        if not self.connected or not self._workers:
            return False
        keys = (_JOBS, _JOB_TIMES, _JOBS_TAKEN)
        name = " ".join(map(str, job))
        self.run_script(scripts.PUSH, keys, (name, _hashed(group), cost, _JOBS))
        return True

    async def claim(self) -> Job | None:
        """Take a job, if one waits. It is given to another worker if this process dies."""
        if not self.connected:
            return None
        answer: asyncio.Future[bytes] = self._loop.create_future()
        keys = (_JOBS, _JOB_TIMES, _JOBS_TAKEN, _PROCESSES)

        def claimed(result: bytes) -> None:
            if not answer.done():
                answer.set_result(result)

        # Without a time limit: a job whose answer came too late would be nobody's.
        self._claims.add(answer)
        self.run_script(scripts.CLAIM, keys, (self.id,), claimed)
        try:
            found = await answer
        finally:
            self._claims.discard(answer)
        return Job(*map(int, found.split())) if found else None

    def finish(self, job: Job) -> None:
        """Note that a job is done, or need not be done."""
        self.run_script(scripts.DONE, (_JOBS_TAKEN,), (" ".join(map(str, job)), self.id))

    # -- Sending -----------------------------------------------------------------------------------

    def run_script(
        self,
        script: str,
        keys: tuple[str, ...],
        arguments: tuple[Any, ...],
        on_result: _OnResult | None = None,
    ) -> None:
        if self.connected:
            self._send(("EVALSHA", self._hashes[script], len(keys), *keys, *arguments), on_result)

    def _send(self, args: tuple[Any, ...], on_result: _OnResult | None = None) -> None:
        if self.connected:
            self._out.append(_Command(args, on_result))
            self._sent.set()

    async def _write(self) -> None:
        while True:
            await self._sent.wait()
            self._sent.clear()
            commands, self._out = self._out, []
            pipeline = self._client.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command.args)
            async with asyncio.timeout(PATIENCE):
                results = await pipeline.execute()
            for command, result in zip(commands, results, strict=True):
                if command.on_result is not None:
                    command.on_result(result)

    # -- Sessions ----------------------------------------------------------------------------------

    async def _run(self) -> None:
        failures = 0
        while not self._closing:
            try:
                await self._session()
            except _ERRORS as error:
                failures = 0 if self.connected else failures + 1
                if failures == 0:
                    log.warning("the bus was lost: %r", error)
                elif failures == 1:
                    log.warning("the bus cannot be reached: %r", error)
            except Exception:
                failures += 1
                log.exception("the bus failed")
            finally:
                self._lose()
            pause = min(_MOST_BACKOFF, 0.05 * 2**failures)
            await asyncio.sleep(pause * (0.5 + random.random() / 2))

    async def _session(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._client.connection_pool.disconnect()
            for script in scripts.ALL:
                loaded = await self._client.execute_command("SCRIPT LOAD", script)
                self._hashes[script] = loaded.decode() if isinstance(loaded, bytes) else loaded
            alive = await self._beat()
        subscriptions = self._client.pubsub()
        try:
            known = list(self._listeners)
            async with asyncio.timeout(PATIENCE):
                jobs = () if self._on_job is None else (_JOBS,)
                await subscriptions.subscribe(_PROCESSES, *jobs, *map(_channel, known))
            self._subscriptions = subscriptions
            self.connected = True
            for number in self._listeners.keys() - set(known):
                await subscriptions.subscribe(_channel(number))
            self._resume(alive)
            loops = (self._listen(subscriptions), self._write(), self._keep_beating())
            tasks = [self._loop.create_task(one) for one in loops]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                await _end(*tasks)
        finally:
            with suppress(*_ERRORS):
                await subscriptions.aclose()

    def _resume(self, alive: set[str]) -> None:
        """Say again what Redis may have forgotten."""
        for number in self._here:
            self._send_presence(number)
        self._drop_dead(alive)
        for listener in list(self._listeners.values()):
            listener.on_lease()

    def _lose(self) -> None:
        self.connected = False
        self._lost_at = self._loop.time()
        self._out.clear()
        self._asking.clear()
        for claim in self._claims:
            if not claim.done():
                claim.set_result(b"")
        for entering in self._entering.values():
            if not entering.done():
                entering.set_result(None)
        self._entering.clear()
        self._loop.call_later(self._ttl, self._on_long_lost)

    def _on_long_lost(self) -> None:
        if self.connected or self._loop.time() < self._lost_at + self._ttl:
            return
        self._there.clear()
        for listener in list(self._listeners.values()):
            listener.on_presence()
            listener.on_lease()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._ttl / 3)
            async with asyncio.timeout(PATIENCE):
                alive = await self._beat()
            self._drop_dead(alive)

    async def _beat(self) -> set[str]:
        """Stay alive; return all processes that are alive."""
        began = self._loop.time()
        was_alive, alive = await self._client.execute_command(
            "EVALSHA", self._hashes[scripts.BEAT], 1, _PROCESSES, self.id, int(self._ttl * 1000)
        )
        has_lapsed = self._loop.time() >= self._until
        self._until = began + self._ttl
        if not was_alive:
            # Paused for too long, or forgotten: others may have the leases.
            self._leases.clear()
            for number in self._here:
                self._send_presence(number)
        if self.connected and (has_lapsed or not was_alive):
            for listener in list(self._listeners.values()):
                listener.on_lease()
        names = {name.decode() for name in alive}
        self._workers = sum(name.startswith(_WORKER) for name in names)
        return names

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

    async def _listen(self, subscriptions: Any) -> None:
        async for message in subscriptions.listen():
            channel = message["channel"].decode()
            if channel == _JOBS:
                if self._on_job is not None:
                    self._on_job()
                continue
            if channel == _PROCESSES:
                if message["type"] == "message":
                    self._on_gone(message["data"].decode().split()[1])
                continue
            number = int(channel.rpartition(":")[2])
            if message["type"] == "subscribe":
                self._load_presence(number)
            elif message["type"] == "message":
                self._take(number, message["data"])

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
                found.pop(self.id, None)
                # What arrived meanwhile is newer.
                newer = self._there.get(number, {})
                kept = {name: newer[name] for name in heard if name in newer}
                self._there[number] = {**found, **kept}
                listener.on_presence()
            if entering is not None and not entering.done():
                entering.set_result(None)

        self.run_script(scripts.PRESENT, (_PROCESSES, _presence_key(number)), (), loaded)

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
                self._there.setdefault(number, {})[sender] = presence_of(rest.decode())
                if number in self._heard:
                    self._heard[number].add(sender)
                listener.on_presence()
            case b"lease":
                lease = self._leases.get(number)
                if lease is not None and lease.owner == sender:
                    del self._leases[number]
                listener.on_lease()
            case b"frame" | b"hand" | b"answer":
                text, _, body = rest.partition(b" ")
                epoch = int(text)
                if kind == b"frame" and epoch < self._epochs.get(number, 0):
                    return  # of a process that was paused
                self._epochs[number] = max(epoch, self._epochs.get(number, 0))
                topic: Topic = (
                    "frame" if kind == b"frame" else "hand" if kind == b"hand" else "answer"
                )
                listener.on_relayed(topic, sender, body)
            case _:
                log.warning("an unknown message on the bus: %r", kind)


def _hashed(name: str) -> str:
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()


def _channel(number: int) -> str:
    return f"{_PREFIX}table:{number}"


def _lease_key(number: int) -> str:
    return f"{_PREFIX}lease:{number}"


def _presence_key(number: int) -> str:
    return f"{_PREFIX}present:{number}"


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks until they are done: the client may swallow a cancellation."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=0.1)
    for task in tasks:
        _ignore(task)


def _ignore(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()  # the session ends for the same reason
