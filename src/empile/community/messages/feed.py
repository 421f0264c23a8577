"""Sends the conversations of a member to one page or program whenever they change."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import Connection as Database_

from empile.community.database import Database
from empile.community.messages.conversations import conversations
from empile.community.messages.hub import MessageHub
from empile.server.wire.connection import Connection
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame
from empile.server.wire.people.messages import Conversations

_LOOK_SECONDS: Final = 30.0
"""After this time the store is asked: the bus may have lost news."""

log = logging.getLogger("empile.community")

_encode = msgspec.json.Encoder().encode


class ConversationFeed:
    """Runs until it is closed, or until ``check`` raises ``signed_out`` or ``bad_token``."""

    def __init__(
        self,
        database: Database,
        hub: MessageHub,
        member: int,
        check: Callable[[Database_], None],
        connection: Connection,
        on_close: Callable[[], None],
    ) -> None:
        self._database = database
        self._member = member
        self._check = check
        self._connection = connection
        self._on_close = on_close
        self._news = asyncio.Event()
        self._news.set()
        self._unwatch = hub.watch(member, self._news.set)
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        sent: Conversations | None = None
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await self._news.wait()
            self._news.clear()
            try:
                found = await self._database.read(self._read)
            except CommandError as error:
                if error.code in ("signed_out", "bad_token"):
                    self._connection.close("revoked", str(error))
                    return
                continue  # the gateway logs it
            except Exception:
                log.exception("conversations cannot be read")
                continue
            if found != sent:
                sent = found
                self._connection.send(text_frame(_encode(found)))

    def _read(self, connection: Database_) -> Conversations:
        self._check(connection)
        return conversations(connection, self._member)

    def close(self) -> None:
        """Send nothing more."""
        self._task.cancel()
        self._unwatch()
        self._on_close()
