"""Invitations: codes that let one person each make an account."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from empile.community.clock import DAY_MS
from empile.server.store.schema import invitations
from empile.server.tables.tokens import CODE_LETTERS, key_of, read_code
from empile.server.wire.errors import CommandError

KEPT_MS: Final = 14 * DAY_MS
_LETTERS: Final = 12
_FORGOTTEN_MS: Final = 90 * DAY_MS


def make(
    connection: Connection, made_by: int | None, now: int, kept_ms: int = KEPT_MS
) -> tuple[str, int]:
    """Return a new code, and until when it is valid. ``made_by`` is an account, or the host."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(_LETTERS))
    code = f"{letters[:4]}-{letters[4:8]}-{letters[8:]}"
    connection.execute(
        insert(invitations).values(
            hash=key_of(read_code(code)), made_by=made_by, made=now, expires=now + kept_ms
        )
    )
    return code, now + kept_ms


def is_valid(connection: Connection, code: str, now: int) -> bool:
    """Return whether a code can still be used."""
    found = select(invitations.c.hash).where(
        invitations.c.hash == key_of(read_code(code)),
        invitations.c.used_by.is_(None),
        invitations.c.expires > now,
    )
    return connection.scalar(found) is not None


def use(connection: Connection, code: str, account: int, now: int) -> None:
    """Use a code up for a new account. Raises ``CommandError`` if another did."""
    used = connection.execute(
        update(invitations)
        .where(
            invitations.c.hash == key_of(read_code(code)),
            invitations.c.used_by.is_(None),
            invitations.c.expires > now,
        )
        .values(used_by=account)
    )
    if not used.rowcount:
        raise CommandError("expired", "this invitation expired, or was used")


def forget_old(connection: Connection, now: int) -> None:
    """Delete invitations that expired long ago."""
    connection.execute(delete(invitations).where(invitations.c.expires < now - _FORGOTTEN_MS))
