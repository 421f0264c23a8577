"""Who may export now: each account once, and few in all processes together.

A place is held by a row with the time at which its holder was last seen, and the number of the holder.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, and_, delete, update

from empile.community import limits
from empile.community.clock import MINUTE_MS
from empile.community.projections.statements import set_in
from empile.server.store.schema import attempts
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError

MOST: Final = 2
"""Exports at a time."""
KEPT_MS: Final = MINUTE_MS
"""A holder that was not seen for so long loses its place to the next one that wants it."""
_AGAIN_SECONDS: Final = 30.0


class Place:
    """The right to export an account."""

    def __init__(self, account: int) -> None:
        self._account = account
        self._holder = secrets.randbelow(2**31)
        names = (f"of {account}", *range(MOST))
        self._keys = [key_of(f"export {name}") for name in names]
        self._mine = and_(attempts.c.key.in_(self._keys), attempts.c.count == self._holder)

    def take(self, connection: Connection, now: int) -> None:
        """Take a place. Raises ``CommandError`` if there is none."""
        limits.count(connection, [limits.of_account("exports_of_account", self._account)], now)
        of_account, *places = self._keys
        if not self._hold(connection, of_account, now):
            raise _refused("this account is being exported; wait until that is done")
        if not any(self._hold(connection, place, now) for place in places):
            raise _refused("others export their accounts; try again in a minute")

    def keep(self, connection: Connection, now: int) -> None:
        """Keep the place. Raises ``CommandError`` if it was lost."""
        if connection.execute(update(attempts).where(self._mine).values(since=now)).rowcount < 2:
            raise CommandError("unavailable", "the export was too slow")

    def leave(self, connection: Connection) -> None:
        """Make room for the next one."""
        connection.execute(delete(attempts).where(self._mine))

    def _hold(self, connection: Connection, key: str, now: int) -> bool:
        place = {"key": key, "count": self._holder, "since": now}
        left = attempts.c.since < now - KEPT_MS
        return set_in(connection, attempts, place, ["count", "since"], left)


def _refused(words: str) -> CommandError:
    return CommandError("rate_limited", words, retry_after=_AGAIN_SECONDS)
