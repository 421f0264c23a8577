"""A connection to Redis or Valkey, which the parts of a process share.

A process is alive while it beats. Leases, presence and taken jobs are valid while their process is
alive, so they need no renewal of their own, and nothing stays behind a killed process. A *session*
is a connection to Redis with its three loops; when one fails, the next session begins after a pause
and the parts say everything again, because Redis may have forgotten it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

from redis.exceptions import RedisError

from empile.server.bus.redis_format import PATIENCE, client_of
from empile.server.bus.redis_scripts import BEAT

log = logging.getLogger("empile.bus")

TTL: Final = 3.0
"""Seconds after its last beat at which a process is dead."""
PREFIX: Final = "empile:"
PROCESSES: Final = f"{PREFIX}processes"
WORKER: Final = "w"
"""Begins the id of a worker."""
ERRORS: Final = (RedisError, OSError, TimeoutError)
_MOST_BACKOFF: Final = 2.0

OnResult = Callable[[Any], None]


class Part(Protocol):
    """A user of a connection. Called on the event loop."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """What :meth:`RedisConnection.run_script` may run."""
        ...

    def channels(self) -> Iterable[str]:
        """Return the channels to hear."""
        ...

    def on_connected(self) -> None:
        """Say again what Redis may have forgotten."""

    def on_lost(self) -> None:
        """Note that commands that were sent may have no effect and get no result."""

    def on_long_lost(self) -> None:
        """Note that everybody's leases and presence have ended by now."""

    def on_beat(self, *, was_alive: bool) -> None:
        """Note which processes are alive, and whether others thought that this one was dead."""

    def on_subscribed(self, channel: str) -> None:
        """Note that all later messages of a channel arrive."""

    def on_message(self, channel: str, data: bytes) -> None:
        """Take a message of any channel of any part."""


class _Command(NamedTuple):
    args: tuple[Any, ...]
    on_result: OnResult | None


class RedisConnection:
    """A connection to ``url``: ``redis://``, ``rediss://``, ``valkey://`` or ``unix://``.

    Raises :class:`empile.server.bus.interface.BusError`.
    """

    def __init__(self, url: str, *, ttl: float = TTL, is_worker: bool = False) -> None:
        self.id = (WORKER if is_worker else "") + secrets.token_hex(6)
        self.ttl = ttl
        self.connected = False
        self.alive: set[str] = set()
        """Processes, as of the last beat."""
        self.until = 0.0
        """Loop time at which this process is dead, unless it beats."""
        self.loop = asyncio.get_running_loop()
        self.lost_at = self.loop.time()
        self._client = client_of(url)
        self._parts: list[Part] = []
        self._running: asyncio.Task[None] | None = None
        self._closing = False
        self._sent = asyncio.Event()
        self._out: list[_Command] = []
        self._answers: set[asyncio.Future[Any]] = set()
        self._subscriptions: Any = None
        self._hashes: dict[str, str] = {}

    @property
    def workers(self) -> int:
        """The number of workers that are alive."""
        return sum(name.startswith(WORKER) for name in self.alive)

    def add(self, part: Part) -> None:
        """Let a part use the connection, before it starts."""
        self._parts.append(part)

    async def start(self) -> None:
        """Connect, or begin to try."""
        if self._running is not None:
            return
        self._running = asyncio.create_task(self._run())
        deadline = self.loop.time() + PATIENCE
        while not self.connected and self.loop.time() < deadline:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Leave: this process is dead at once."""
        self._closing = True
        if self._running is not None:
            await end(self._running)
        with suppress(*ERRORS):
            async with asyncio.timeout(PATIENCE):
                await self._client.execute_command("ZREM", PROCESSES, self.id)
                await self._client.execute_command("PUBLISH", PROCESSES, f"gone {self.id}")
        with suppress(*ERRORS):
            await self._client.aclose()

    # -- Sending -----------------------------------------------------------------------------------

    def send(self, *args: Any, on_result: OnResult | None = None) -> None:
        """Send a command if there is a connection."""
        if self.connected:
            self._out.append(_Command(args, on_result))
            self._sent.set()

    def run_script(
        self,
        script: str,
        keys: tuple[str, ...],
        arguments: tuple[Any, ...],
        on_result: OnResult | None = None,
    ) -> None:
        """Run a script of a part if there is a connection."""
        if self.connected:
            self.send(
                "EVALSHA", self._hashes[script], len(keys), *keys, *arguments, on_result=on_result
            )

    def until_lost(self, answer: asyncio.Future[Any]) -> None:
        """Let an awaited result be None when the connection is lost."""
        if self.connected:
            self._answers.add(answer)
            answer.add_done_callback(self._answers.discard)
        else:
            answer.set_result(None)

    async def subscribe(self, channel: str) -> None:
        """Hear another channel. Raises one of ``ERRORS``."""
        await self._subscriptions.subscribe(channel)

    async def unsubscribe(self, channel: str) -> None:
        """Hear a channel no more. Raises one of ``ERRORS``."""
        await self._subscriptions.unsubscribe(channel)

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
            except ERRORS as error:
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
            for script in {BEAT}.union(*(part.scripts for part in self._parts)):
                loaded = await self._client.execute_command("SCRIPT LOAD", script)
                self._hashes[script] = loaded.decode() if isinstance(loaded, bytes) else loaded
            await self._beat()
        subscriptions = self._client.pubsub()
        try:
            known = self._channels()
            async with asyncio.timeout(PATIENCE):
                await subscriptions.subscribe(*known)
            self._subscriptions = subscriptions
            self.connected = True
            for channel in self._channels() - known:
                await subscriptions.subscribe(channel)
            for part in self._parts:
                part.on_connected()
            loops = (self._listen(subscriptions), self._write(), self._keep_beating())
            tasks = [self.loop.create_task(one) for one in loops]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                await end(*tasks)
        finally:
            with suppress(*ERRORS):
                await subscriptions.aclose()

    def _channels(self) -> set[str]:
        return {PROCESSES}.union(*(part.channels() for part in self._parts))

    def _lose(self) -> None:
        self.connected = False
        self.lost_at = self.loop.time()
        self._out.clear()
        for answer in list(self._answers):
            if not answer.done():
                answer.set_result(None)
        for part in self._parts:
            part.on_lost()
        self.loop.call_later(self.ttl, self._on_long_lost)

    def _on_long_lost(self) -> None:
        if self.connected or self.loop.time() < self.lost_at + self.ttl:
            return
        for part in self._parts:
            part.on_long_lost()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self.ttl / 3)
            async with asyncio.timeout(PATIENCE):
                await self._beat()

    async def _beat(self) -> None:
        """Stay alive."""
        began = self.loop.time()
        was_alive, alive = await self._client.execute_command(
            "EVALSHA", self._hashes[BEAT], 1, PROCESSES, self.id, int(self.ttl * 1000)
        )
        has_lapsed = self.loop.time() >= self.until
        self.until = began + self.ttl
        self.alive = {name.decode() for name in alive}
        for part in self._parts:
            part.on_beat(was_alive=bool(was_alive) and not has_lapsed)

    async def _listen(self, subscriptions: Any) -> None:
        async for message in subscriptions.listen():
            channel = message["channel"].decode()
            if message["type"] == "subscribe":
                for part in self._parts:
                    part.on_subscribed(channel)
            elif message["type"] == "message":
                if channel == PROCESSES:
                    self.alive.discard(message["data"].decode().split()[1])
                for part in self._parts:
                    part.on_message(channel, message["data"])


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks until they are done: the client may swallow a cancellation."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=0.1)
    for task in tasks:
        ignore(task)


def ignore(task: asyncio.Task[None]) -> None:
    """Note the error of a task whose session ends for the same reason."""
    if not task.cancelled():
        task.exception()
