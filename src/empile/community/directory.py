"""All accounts, for the host."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from empile.community import members
from empile.server.store.schema import accounts, sessions

_AT_ONCE: Final = 500


class Entry(NamedTuple):
    """An account."""

    login: str
    role: str
    state: str
    made: int
    seen: int | None
    """When it was last used, to the hour; None: it has no session."""
    members: list[str]
    """The names of its members."""


def entries(connection: Connection) -> Iterator[Entry]:
    """Yield all accounts that are not deleted, the oldest first."""
    last = 0
    while True:
        rows = connection.execute(
            select(
                accounts.c.id,
                accounts.c.login,
                accounts.c.role,
                accounts.c.state,
                accounts.c.made,
            )
            .where(accounts.c.id > last, accounts.c.state != "deleted")
            .order_by(accounts.c.id)
            .limit(_AT_ONCE)
        ).all()
        for account, login, role, state, made in rows:
            seen = connection.scalar(
                select(func.max(sessions.c.seen)).where(sessions.c.account == account)
            )
            names = [one.name for one in members.all_of(connection, account)]
            yield Entry(login, role, state, made, seen, names)
            last = account
        if len(rows) < _AT_ONCE:
            return
