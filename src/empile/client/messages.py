"""Client of the messages between members."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from empile.client.rest import Rest
from empile.server.wire.people.messages import (
    Conversation,
    Conversations,
    MessagePage,
    MessagesRead,
    NewMessage,
    TextMessage,
)


class Messages(Rest):
    """The messages of a member, at tables and with friends.

    Methods take either ``table`` or ``friend``, an ID. They raise :class:`CommandError` if the server
    refuses a request, e.g. with ``not_allowed`` if no member could read a message.

    :param address: of the server, e.g. ``"http://localhost:8000"``.
    :param token: of a person, with the scope ``messages``.
    :param member: the ID of the person.

    Example::

        async with Messages("http://localhost:8000", token, member) as messages:
            await messages.write("Well played!", friend="m3Xv9c1Bn7Rw")
    """

    def __init__(self, address: str, token: str, member: str) -> None:
        super().__init__(address, token)
        self._path = f"/api/members/{member}/messages"

    async def conversations(self) -> list[Conversation]:
        """Return the conversations, the last changed first."""
        return (await self._get(self._path, Conversations)).conversations

    async def page(
        self, *, table: str | None = None, friend: str | None = None, before: int | None = None
    ) -> MessagePage:
        """Return the newest messages of a conversation, or those before the message ``before``.

        Example::

            page = await messages.page(table="Zt3kq8wWcPq1")
            print([f"{one.name}: {one.text}" for one in page.messages])
        """
        query = "" if before is None else f"?before={before}"
        return await self._get(f"{self._where(table, friend)}{query}", MessagePage)

    async def write(
        self, text: str, *, table: str | None = None, friend: str | None = None
    ) -> TextMessage:
        """Write a message of at most 140 characters; return it as it is stored."""
        return await self._post(self._where(table, friend), NewMessage(text), TextMessage)

    async def read(self, last: int, *, table: str | None = None, friend: str | None = None) -> None:
        """Note that the messages of a conversation are read up to the message ``last``."""
        await self._send("POST", f"{self._where(table, friend)}/read", MessagesRead(last))

    async def erase(self, message: int) -> None:
        """Erase the text of an own message, for everybody."""
        await self._send("DELETE", f"{self._path}/{message}", None)

    async def news(self) -> AsyncIterator[Conversation]:
        """Yield all conversations, and later each one that has changed.

        Raises :class:`ClosedError` when the server ends the stream.

        Example::

            async for conversation in messages.news():
                print(conversation.name, conversation.unread)
        """
        known: list[Conversation] = []
        async for line in self._lines(f"{self._path}/stream", None):
            found = msgspec.json.decode(line, type=Conversations).conversations
            for one in found:
                if one not in known:
                    yield one
            known = found

    def _where(self, table: str | None, friend: str | None) -> str:
        if (table is None) == (friend is None):
            raise ValueError("give either 'table' or 'friend'")
        return f"{self._path}/tables/{table}" if table else f"{self._path}/friends/{friend}"
