"""Sends something of the store to one page whenever it changes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from typing import Final, Generic, TypeVar

import msgspec
from sqlalchemy import Connection

from empile.community.database import Database
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame

Found = TypeVar("Found")

log = logging.getLogger("empile.community")

_ENDS: Final = {
    "signed_out": "the session has ended",
    "bad_token": "this token was revoked, or is too old",
}
"""By the code of the error: the reason with which the connection is closed."""

_encode = msgspec.json.Encoder().encode


class ChangeFeed(Generic[Found]):
    """Runs until it is closed, or until ``read`` raises ``signed_out`` or ``bad_token``.

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
                if error.code in _ENDS:
                    self._connection.close("revoked", _ENDS[error.code])
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


class FeedSlots:
    """Limits the feeds of each member in this process.

    Example::

        >>> slots = FeedSlots(1, "at most 1 feed")
        >>> release = slots.take(7)
        >>> slots.require(7)
        Traceback (most recent call last):
        empile.server.wire.errors.CommandError: at most 1 feed
        >>> release()
        >>> slots.require(7)
    """

    def __init__(self, most: int, refusal: str) -> None:
        self._most = most
        self._refusal = refusal
        self._taken: Counter[int] = Counter()

    def require(self, member: int) -> None:
        """Raise ``CommandError`` with the code ``rate_limited`` if none is left to a member."""
        if self._taken[member] >= self._most:
            raise CommandError("rate_limited", self._refusal)

    def take(self, member: int) -> Callable[[], None]:
        """Take a slot; return a function that gives it back. Raises as :meth:`require`."""
        self.require(member)
        self._taken[member] += 1

        def release() -> None:
            self._taken[member] -= 1
            if self._taken[member] <= 0:
                del self._taken[member]

        return release
