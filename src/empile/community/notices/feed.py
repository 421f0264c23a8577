"""Sends the notices of a member to one page whenever they change."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import Connection as Database_

from empile.community import sessions
from empile.community.clock import now_ms
from empile.community.contacts.hub import ContactsHub
from empile.community.database import Database
from empile.community.notices import outbox
from empile.server.wire.connection import Connection
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame
from empile.server.wire.people.notices import Notices

_LOOK_SECONDS: Final = 60.0
"""After this time the store is asked: what passed is not told, nor what the bus lost."""

log = logging.getLogger("empile.notices")

_encode = msgspec.json.Encoder().encode


class NoticeFeed:
    """Runs until it is closed, or until the session of the page has ended."""

    def __init__(
        self,
        database: Database,
        hub: ContactsHub,
        member: int,
        token: str | None,
        connection: Connection,
        on_close: Callable[[], None],
    ) -> None:
        self._database = database
        self._member = member
        self._token = token
        self._connection = connection
        self._on_close = on_close
        self._news = asyncio.Event()
        self._news.set()
        self._unwatch = hub.watch(member, self._news.set)
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        sent: Notices | None = None
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
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
                log.exception("notices cannot be read")
                continue
            if found != sent:
                sent = found
                self._connection.send(text_frame(_encode(found)))

    def _read(self, connection: Database_) -> Notices:
        now = now_ms()
        sessions.find(connection, self._token, now)
        return outbox.listed(connection, self._member, now)

    def close(self) -> None:
        """Send nothing more."""
        self._task.cancel()
        self._unwatch()
        self._on_close()
