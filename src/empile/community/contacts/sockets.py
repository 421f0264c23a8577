"""The socket ``/ws/calls``, by which the pages of a member hear that a game has begun."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from empile.community import members
from empile.community.contacts.feed import InboxFeed
from empile.community.contacts.service import ContactsService
from empile.community.database import Database
from empile.server.tables.owners import Owners
from empile.server.wire.connection import Connection, Send
from empile.server.wire.errors import CommandError
from empile.server.wire.fast_websocket import EXTENSION
from empile.server.wire.frames import text_frame
from empile.server.wire.lobby.people import InboxChanged
from empile.server.wire.people.calls import (
    AwaitCalls,
    CallsClientMessage,
    CallsServerMessage,
    Touched,
)
from empile.server.wire.rate_limits import Bucket, Limits

Receive = Callable[[], Awaitable[dict[str, Any]]]

_MESSAGES_PER_SECOND: Final = 1.0
_MESSAGES_AT_ONCE: Final = 20.0

log = logging.getLogger("empile.community")

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[CallsClientMessage] = msgspec.json.Decoder(CallsClientMessage)


class CallSockets:
    """All pages of a process that await calls."""

    def __init__(
        self, database: Database, owners: Owners, contacts: ContactsService, limits: Limits
    ) -> None:
        self.database = database
        self.owners = owners
        self.contacts = contacts
        self.limits = limits
        self._pages: set[_Page] = set()

    def stop(self) -> None:
        """Close all connections."""
        for page in list(self._pages):
            page.connection.close("stopping", "the server is stopping; connect again in a moment")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        page = _Page(self, scope, receive, send)
        self._pages.add(page)
        try:
            await page.run()
        except asyncio.CancelledError:
            if not page.dropped:
                raise
        except CommandError as error:
            page.connection.close("refused", str(error))
        except msgspec.DecodeError as error:
            page.connection.close("refused", f"not a message of the protocol: {error}")
        except Exception:
            log.exception("a socket of calls failed")
            page.connection.close("failed", "an error of the server; connect again")
        finally:
            self._pages.discard(page)
            page.end()


class _Page:
    """A page of a member."""

    def __init__(self, of: CallSockets, scope: dict[str, Any], receive: Receive, send: Send):
        self.dropped = False
        self._of = of
        self._scope = scope
        self._receive = receive
        self._bucket = Bucket(_MESSAGES_PER_SECOND, _MESSAGES_AT_ONCE)
        self._ends: list[Callable[[], None]] = []
        self._task = asyncio.current_task()
        fast_path = scope.get("extensions", {}).get(EXTENSION)
        self.connection = Connection(send, fast_path, of.limits.backlog_bytes, self._drop)

    async def run(self) -> None:
        try:
            hello = await asyncio.wait_for(self._next(), self._of.limits.hello_seconds)
        except TimeoutError:
            self.connection.close("idle", "no 'hello' arrived in time")
            return
        if hello is None:
            return
        if not isinstance(hello, AwaitCalls):
            raise CommandError("bad_hello", "the first message must be 'hello'")
        number = await self._number_of(hello.member)
        hub = self._of.contacts.hub
        touch, close = hub.open_page(number, hello.idle / 1000, self._tell)
        feed = InboxFeed(
            self._of.contacts,
            number,
            hello.member,
            lambda inbox: self._tell(InboxChanged(inbox)),
            quiet=True,
        )
        self._ends += [close, feed.close]
        while (message := await self._next()) is not None:
            if isinstance(message, Touched):
                touch()

    async def _number_of(self, public: str) -> int:
        caller = await self._of.owners.caller(self._scope, None)
        if caller is None:
            raise CommandError("signed_out", "you are not signed in")
        account = caller.account
        found = await self._of.database.read(
            lambda connection: members.own(connection, account, public)
        )
        return found.id

    async def _next(self) -> CallsClientMessage | None:
        """Return the next message, or None at the end. Raises ``msgspec.DecodeError``."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        await asyncio.sleep(self._bucket.take())
        return _decoder.decode(message.get("text") or "")

    def _tell(self, message: CallsServerMessage) -> None:
        self.connection.send(text_frame(_encode(message)))

    def _drop(self) -> None:
        self.dropped = True
        if self._task is not None:
            self._task.cancel()

    def end(self) -> None:
        for end in self._ends:
            end()
        self.connection.stop()
