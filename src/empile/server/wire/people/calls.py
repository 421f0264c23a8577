"""Messages of the socket ``/ws/calls``: members are called to tables whose games begin."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from empile.server.wire.from_server import Closing
from empile.server.wire.lobby.people import InboxChanged


class AwaitCalls(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message."""

    member: str
    """The ID of a member of the session's account."""
    idle: Annotated[int, Meta(ge=0)]
    """Milliseconds since the member used the page."""


class Touched(Struct, frozen=True, tag_field="type", tag="touched", forbid_unknown_fields=True):
    """The member uses the page. Sent every few seconds at most."""


class Called(Struct, frozen=True, tag_field="type", tag="called"):
    """The game of a challenge, or of a match of the lobby, has begun."""

    table: str
    """The table's ID."""
    game: str
    """The game's name."""
    names: list[str]
    """The names of the other players; empty for guests without a name."""
    go: bool
    """Whether the member used this page last: it should show the table."""


CallsClientMessage: TypeAlias = AwaitCalls | Touched
CallsServerMessage: TypeAlias = InboxChanged | Called | Closing
