"""Messages of the socket ``/ws/lobby`` about friends and challenges."""

from __future__ import annotations

from msgspec import Struct

from empile.server.wire.people.challenges import Inbox


class InboxChanged(Struct, frozen=True, tag_field="type", tag="inbox"):
    """What waits for the connected member; sent after ``welcome``, and when it changes."""

    inbox: Inbox
    """All of it."""
