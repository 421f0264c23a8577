"""All that a server does about messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection

from empile.community import limits
from empile.community.clock import now_ms
from empile.community.contacts.hub import ContactsHub
from empile.community.database import Database
from empile.community.members import Member, find
from empile.community.messages import conversations
from empile.community.messages.conversations import Moment, Place, WithFriend, Written
from empile.community.messages.hub import MessageHub
from empile.community.messages.text import clean_text
from empile.community.notices.change_feed import ChangeFeed, FeedSlots
from empile.server.registry import TableRegistry
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import Talk
from empile.server.wire.people.messages import Conversations, TextMessage

MOST_STREAMS: Final = 20
"""Streams of a member, in one process."""
_LOOK_SECONDS: Final = 30.0
"""After this time the store is read: the bus may have lost news."""


class MessageService:
    """Created on the event loop."""

    def __init__(
        self, database: Database, registry: TableRegistry, contacts: ContactsHub, talk: Talk
    ) -> None:
        self.hub = MessageHub(registry.bus)
        self._database = database
        self._registry = registry
        self._contacts = contacts
        self._talk = talk
        self.slots = FeedSlots(MOST_STREAMS, f"at most {MOST_STREAMS} streams of messages")

    def require(self) -> None:
        """Raise ``CommandError`` unless this server has messages."""
        if self._talk != "free":
            raise CommandError("not_allowed", "this server has no messages")

    async def place(self, member: Member, table: str | None, friend: str | None) -> Place:
        """Return the conversation at a table, or with a friend. Raises ``CommandError``."""

        def read(connection: Connection) -> Place:
            if table is not None:
                return conversations.table_of(connection, table)
            other = find(connection, friend or "")
            if other is None or other.id == member.id:
                raise CommandError("no_table", "there is no such member")
            return WithFriend(member.id, other.id)

        return await self._database.read(read)

    async def write(
        self, member: Member, table: str | None, friend: str | None, text: str
    ) -> TextMessage:
        """Store a message, and notify the author and the readers. Raises ``CommandError``."""
        cleaned, now = clean_text(text), now_ms()
        place = await self.place(member, table, friend)
        moment: Moment | None = None
        if table is not None:
            found = (await self._registry.current_room(table)).table
            moment = Moment(0 if found.current is None else found.current.number, found.seq)

        def write(connection: Connection) -> Written:
            author = find(connection, member.public)
            if author is None:
                raise CommandError("not_yours", "this member was deleted")
            _count(connection, author, now)
            return conversations.write(connection, author, place, cleaned, now, moment)

        written = await self._database.write(write)
        self.hub.tell(written.told)
        if written.noticed:
            self._contacts.tell(written.noticed)
        return written.message

    async def read(self, member: Member, place: Place, last: int) -> None:
        """Note that a member has read a conversation up to a message."""
        now = now_ms()
        if await self._database.write(
            lambda connection: conversations.mark_read(connection, member.id, place, last, now)
        ):
            self.hub.tell([member.id])
            if isinstance(place, WithFriend):
                self._contacts.tell([member.id])  # the notice has passed

    async def erase(self, member: Member, message: int) -> None:
        """Erase a message of a member. Raises ``CommandError``."""
        now = now_ms()
        told = await self._database.write(
            lambda connection: conversations.erase(connection, member.id, message, now)
        )
        self.hub.tell(told)
        self._contacts.tell(told - {member.id})

    # -- Streams -----------------------------------------------------------------------------------

    def follow(
        self, member: int, check: Callable[[Connection], None], connection: WebConnection
    ) -> Callable[[], None]:
        """Send the conversations of a member to a page or program; return what to call at its end.

        It ends by itself if ``check`` raises ``signed_out`` or ``bad_token``.
        """
        release = self.slots.take(member)

        def read(connection: Connection) -> Conversations:
            check(connection)
            return conversations.conversations(connection, member)

        feed = ChangeFeed(self._database, read, connection, _LOOK_SECONDS)
        feed.at_end(self.hub.watch(member, feed.wake), release)
        return feed.close

    async def close(self) -> None:
        """Stop."""
        await self.hub.close()


def _count(connection: Connection, author: Member, now: int) -> None:
    try:
        limits.count(connection, [limits.of_member("messages_of_member", author.id)], now)
    except CommandError as error:
        raise CommandError(
            error.code, "too many messages; wait a few seconds", retry_after=error.retry_after
        ) from None
