"""Web processes and workers on one store, with Redis, which can be let fail."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from empile.server.bus.redis_connection import TTL
from tests.server.processes import Nursery, free_port
from tests.support.redis_server import RedisServer

from .players import Journal
from .postgres_pair import PostgresPair

WAYS: Final = ("kill", "pause", "restart")
TARGETS: Final = ("web", "worker", "redis")
KINDS: Final = tuple(f"{way} {target}" for target in TARGETS for way in WAYS)
"""Failures of a site on SQLite."""
POSTGRES_KINDS: Final = (*KINDS, *(f"{way} postgresql" for way in WAYS))
REPLICA_KINDS: Final = ("promote replica",)


@dataclass
class Process:
    """A web process, or a worker without a port."""

    port: int = 0
    pid: int = 0


class Site:
    """``web`` processes and ``workers`` on PostgreSQL if ``pair`` is given, else on a file."""

    def __init__(
        self,
        nursery: Nursery,
        folder: Path,
        journal: Journal,
        *,
        web: int,
        workers: int,
        pair: PostgresPair | None = None,
    ) -> None:
        self.pair = pair
        self.store: str = str(folder / "tables.sqlite3")
        self.redis = RedisServer(folder)
        self.web = [Process(free_port()) for _ in range(web)]
        self.workers = [Process() for _ in range(workers)]
        self._journal = journal
        self._nursery = nursery

    @property
    def addresses(self) -> list[str]:
        """The addresses of the web processes."""
        return [f"http://127.0.0.1:{process.port}" for process in self.web]

    async def start(self) -> None:
        """Start everything."""
        self.redis.start()
        if self.pair is not None:
            await asyncio.to_thread(self.pair.start)
            self.store = self.pair.location.url
        for process in (*self.web, *self.workers):
            await self._begin(process)

    async def _begin(self, process: Process) -> None:
        if process.port:
            begin: Callable[[], int] = lambda: self._nursery.serve(  # noqa: E731
                process.port, self.store, self.redis.url
            )
        else:
            begin = lambda: self._nursery.work(self.store, self.redis.url)  # noqa: E731
        process.pid = await asyncio.to_thread(begin)

    async def fail(self, kind: str, chosen: random.Random) -> None:
        """Let something fail, and repair it."""
        way, _, target = kind.partition(" ")
        pause = TTL + chosen.uniform(0.5, 2.0)
        if target == "redis":
            await self._fail_redis(way, chosen.uniform(0.1, TTL + 1), pause)
        elif target == "postgresql":
            await self._fail_postgres(way, chosen.uniform(0.1, 2.0), pause)
        elif target == "replica":
            await self._promote()
        else:
            process = chosen.choice(self.web if target == "web" else self.workers)
            await self._fail_process(process, way, chosen.uniform(0.1, 1.0), pause)

    async def _fail_process(self, process: Process, way: str, down: float, pause: float) -> None:
        if way == "pause":
            os.kill(process.pid, signal.SIGSTOP)
            await asyncio.sleep(pause)
            os.kill(process.pid, signal.SIGCONT)
            return
        if way == "kill":
            await asyncio.to_thread(self._nursery.kill, process.pid)
            await asyncio.sleep(down)
        else:
            os.kill(process.pid, signal.SIGTERM)
            await asyncio.to_thread(self._nursery.wait, process.pid)
        await self._begin(process)

    async def _fail_redis(self, way: str, down: float, pause: float) -> None:
        if way == "pause":
            self.redis.pause()
            await asyncio.sleep(pause)
            self.redis.resume()
            return
        self.redis.kill()  # it has nothing to write before it ends
        if way == "kill":
            await asyncio.sleep(down)
        await asyncio.to_thread(self.redis.start)

    async def _fail_postgres(self, way: str, down: float, pause: float) -> None:
        assert self.pair is not None
        self._journal.is_store_away = True
        if way == "pause":
            self.pair.signal(signal.SIGSTOP)
            await asyncio.sleep(pause)
            self.pair.signal(signal.SIGCONT)
        elif way == "kill":
            await asyncio.to_thread(self.pair.kill)
            await asyncio.sleep(down)
            await asyncio.to_thread(self.pair.primary.start)
        else:
            await asyncio.to_thread(self.pair.primary.stop, "fast")
            await asyncio.to_thread(self.pair.primary.start)
        self._on_store_back()

    async def _promote(self) -> None:
        assert self.pair is not None
        self._journal.is_store_away = True
        await asyncio.to_thread(self.pair.promote)
        self._on_store_back()
        await asyncio.to_thread(self.pair.follow)

    def _on_store_back(self) -> None:
        self._journal.store_back_at = asyncio.get_running_loop().time()
        self._journal.is_store_away = False

    def stop(self) -> None:
        """Stop everything."""
        self.redis.resume()
        for process in (*self.web, *self.workers):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGCONT)
                os.kill(process.pid, signal.SIGTERM)
                self._nursery.wait(process.pid)
        self.redis.stop()
