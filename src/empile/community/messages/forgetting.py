"""Deletes messages: old ones, and those of deleted members."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, or_, select

from empile.community.clock import DAY_MS
from empile.server.store.schema import message_readers, messages

KEPT_DAYS: Final = 180


def forget_old(connection: Connection, now: int) -> None:
    """Delete messages after :data:`KEPT_DAYS`."""
    _delete(connection, messages.c.made < now - KEPT_DAYS * DAY_MS)


def forget_member(connection: Connection, member: int) -> None:
    """Delete what a member wrote, and its conversations with friends."""
    _delete(
        connection,
        or_(messages.c.author == member, messages.c.one == member, messages.c.other == member),
    )
    connection.execute(delete(message_readers).where(message_readers.c.member == member))


def _delete(connection: Connection, which: Any) -> None:
    gone = select(messages.c.id).where(which)
    connection.execute(delete(message_readers).where(message_readers.c.message.in_(gone)))
    connection.execute(delete(messages).where(which))
