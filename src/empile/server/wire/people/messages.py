"""Bodies of messages: free text at tables and between friends."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from empile.server.wire.parts import Message

MOST_CHARACTERS: Final = 140
"""Of a message."""
_MOST_SENT: Final = 2000
"""Of a text before it is cleaned."""


class NewMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """A message to write."""

    text: Annotated[str, Meta(max_length=_MOST_SENT)]
    """At most 140 characters, after NFC and with single spaces. Invisible characters are dropped."""


class MessagesRead(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to which message a member has read a conversation."""

    last: int
    """The number of the last message."""


class TextMessage(Struct, frozen=True, omit_defaults=True):
    """A message that the member may read."""

    id: int
    """Its number. Later messages have higher ones; the distance means nothing."""
    name: str
    """The name of its author."""
    text: str
    """What it says; empty if its author erased it."""
    made: int
    """When it was written, in milliseconds since 1970."""
    own: bool = False
    """Whether the member wrote it."""
    place: int | None = None
    """The author's place, at a table."""
    erased: bool = False
    """Whether its author erased it."""
    unread: bool = False
    """Whether the member has not read it."""


class MessagePage(Struct, frozen=True):
    """A part of a conversation."""

    messages: list[TextMessage]
    """The oldest first; at most 50."""
    more: bool
    """Whether there are older ones: ask with ``before``."""
    readers: list[str]
    """The names of the members that could read a new message. Without any, none can be written."""
    reason: Message | None = None
    """Why the member may not write: the rules of a guardian, or a moderator."""


class Conversation(Struct, frozen=True, omit_defaults=True):
    """Messages at a table, or with a friend."""

    last: int
    """The number of the newest message."""
    changed: int
    """When a message was last written or erased, in milliseconds since 1970."""
    unread: int
    """How many messages the member has not read."""
    table: str | None = None
    """The ID of the table."""
    places: list[int] = []
    """The places of the authors of the unread messages at the table, one for each."""
    member: str | None = None
    """The ID of the friend."""
    name: str = ""
    """The name of the friend."""


class Conversations(Struct, frozen=True):
    """The conversations of a member."""

    conversations: list[Conversation]
    """The last changed first; those of the newest 500 messages."""
