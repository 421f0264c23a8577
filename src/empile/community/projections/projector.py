"""Applies games as they end, in the background of a server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable
from random import SystemRandom
from typing import Final

from empile.community.database import Database
from empile.community.projections.apply import OnAdded
from empile.community.projections.sweep import project, sweep
from empile.server.wire.errors import CommandError

_GATHER_SECONDS: Final = 0.2
"""Games that end within this time share a transaction."""
_TABLES_AT_ONCE: Final = 20
_FIRST_SWEEP_SECONDS: Final = 2.0
_SWEEP_SECONDS: Final = 60.0

# Apart from the global generator, whose sequence tests may fix.
_random: Final = SystemRandom()
log = logging.getLogger("empile.community")


class Projector:
    """Applies the games of tables; call it on the event loop.

    Nothing depends on it: what it misses, because the store or the process failed, the sweep finds.
    """

    def __init__(self, database: Database, on_added: OnAdded | None = None) -> None:
        self._database = database
        self._on_added = on_added
        self._waiting: dict[int, None] = {}
        self._wanted = asyncio.Event()
        self._working = asyncio.Lock()
        self._tasks = [
            asyncio.create_task(self._project()),
            asyncio.create_task(self._sweep()),
        ]

    def submit(self, number: int) -> None:
        """Apply what is new of a table, soon."""
        self._waiting[number] = None
        self._wanted.set()

    async def settle(self) -> None:
        """Apply everything that was submitted. Raises ``CommandError``."""
        async with self._working:
            while self._waiting:
                numbers = list(self._waiting)[:_TABLES_AT_ONCE]
                for number in numbers:
                    del self._waiting[number]
                await project(self._database, numbers, self._on_added)

    async def _project(self) -> None:
        while True:
            await self._wanted.wait()
            await asyncio.sleep(_GATHER_SECONDS)
            self._wanted.clear()
            await self._logged(self.settle())

    async def _sweep(self) -> None:
        await asyncio.sleep(_FIRST_SWEEP_SECONDS)
        while True:
            await self._logged(sweep(self._database, self._on_added))
            await asyncio.sleep(_SWEEP_SECONDS * _random.uniform(0.8, 1.2))

    async def _logged(self, work: Awaitable[object]) -> None:
        try:
            await work
        except CommandError:
            pass  # the gateway logs it, and the next sweep finds what is missing
        except Exception:
            log.exception("finished games cannot be added to the histories")

    async def close(self) -> None:
        """Apply what waits, and stop."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        with contextlib.suppress(CommandError):
            await self.settle()
