"""Sends something of the store to one page whenever it changes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec
from sqlalchemy import Connection

from empile.community.database import Database
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame

Found = TypeVar("Found")

log = logging.getLogger("empile.community")

_encode = msgspec.json.Encoder().encode


class ChangeFeed(Generic[Found]):
    """Runs until it is closed, or until ``read`` raises ``signed_out`` because the session ended.

    :param read: returns what is sent as JSON, if it is not the same as before.
    :param look_seconds: after this time ``read`` is called without news, since the bus may lose some.
    :param gather_seconds: the shortest time between two calls.
    """

    def __init__(
        self,
        database: Database,
        read: Callable[[Connection], Found],
        connection: WebConnection,
        look_seconds: float,
        gather_seconds: float = 0.0,
    ) -> None:
        self._database = database
        self._read = read
        self._connection = connection
        self._look_seconds = look_seconds
        self._gather_seconds = gather_seconds
        self._ends: list[Callable[[], None]] = []
        self._news = asyncio.Event()
        self._news.set()
        self._task = asyncio.create_task(self._run())

    def wake(self) -> None:
        """Note that there may be news."""
        self._news.set()

    def at_end(self, *ends: Callable[[], None]) -> None:
        """Call functions when the feed is closed."""
        self._ends += ends

    async def _run(self) -> None:
        sent: Found | None = None
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._look_seconds):
                    await self._news.wait()
            self._news.clear()
            try:
                found = await self._database.read(self._read)
            except CommandError as error:
                if error.code == "signed_out":
                    self._connection.close("revoked", "the session has ended")
                    return
                continue  # the gateway logs it
            except Exception:
                log.exception("a page cannot be told what changed")
                continue
            if found != sent:
                sent = found
                self._connection.send(text_frame(_encode(found)))
            await asyncio.sleep(self._gather_seconds)

    def close(self) -> None:
        """Send nothing more."""
        self._task.cancel()
        for end in self._ends:
            end()
        self._ends.clear()
