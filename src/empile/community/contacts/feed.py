"""Sends the inbox of a member to one connection whenever it changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from empile.community.contacts.service import ContactsService
from empile.server.wire.errors import CommandError
from empile.server.wire.people.challenges import Inbox

log = logging.getLogger("empile.community")


class InboxFeed:
    """Counts as a connection of the member until it is closed, unless it is ``quiet``.

    Created on the event loop.
    """

    def __init__(
        self,
        contacts: ContactsService,
        member: int,
        public: str,
        send: Callable[[Inbox], None],
        *,
        quiet: bool = False,
    ) -> None:
        self._contacts = contacts
        self._public = public
        self._send = send
        self._sent: Inbox | None = None
        self._news = asyncio.Event()
        self._news.set()
        self._ends = [contacts.hub.watch(member, self._news.set)]
        if not quiet:
            self._ends.append(contacts.hub.enter(member))
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                inbox = await self._contacts.inbox(self._public)
            except CommandError:
                continue  # the gateway logs it
            except Exception:
                log.exception("an inbox cannot be read")
                continue
            if inbox != self._sent:
                self._sent = inbox
                self._send(inbox)

    def close(self) -> None:
        """Send nothing more."""
        self._task.cancel()
        for end in self._ends:
            end()
        self._ends.clear()
