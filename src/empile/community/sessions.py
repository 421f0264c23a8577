"""Sessions: random tokens in a cookie, stored as hashes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from empile.community.clock import DAY_MS, HOUR_MS, MINUTE_MS
from empile.server.store.schema import accounts, sessions
from empile.server.tables.tokens import key_of, new_token
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import SessionInfo

COOKIE: Final = "empile_session"
KEPT_MS: Final = 90 * DAY_MS
"""A session ends if it is not used for so long."""
CONFIRMED_MS: Final = 15 * MINUTE_MS
"""How long a confirmed password lets a session do what only a guardian may."""
_SEEN_EACH_MS: Final = HOUR_MS
_MOST_SESSIONS: Final = 100
"""Of an account; the oldest ends."""
_BROWSERS: Final = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
_SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")
_NAMES: Final = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "CrOS": "ChromeOS",
}


class Session(NamedTuple):
    """A session whose account may use the server."""

    id: int
    account: int
    made: int
    seen: int
    confirmed: int | None
    role: str

    def confirmed_until(self, now: int) -> int | None:
        """Return until when it may do what only a guardian may, or None."""
        if self.confirmed is None or now >= self.confirmed + CONFIRMED_MS:
            return None
        return self.confirmed + CONFIRMED_MS

    def require_confirmed(self, now: int) -> None:
        """Raise ``CommandError`` unless the password or a passkey was just confirmed."""
        if self.confirmed_until(now) is None:
            raise CommandError("confirm", "confirm your password or a passkey first")


def begin(connection: Connection, account: int, agent: str, now: int) -> tuple[int, str]:
    """Begin a confirmed session; return its id and token."""
    token = new_token()
    made = connection.execute(
        insert(sessions).values(
            hash=key_of(token),
            account=account,
            made=now,
            seen=now,
            expires=now + KEPT_MS,
            agent=short_agent(agent),
            confirmed=now,
        )
    ).inserted_primary_key
    assert made is not None
    kept = (
        select(sessions.c.id)
        .where(sessions.c.account == account)
        .order_by(sessions.c.id.desc())
        .offset(_MOST_SESSIONS)
    )
    for old in connection.scalars(kept).all():
        connection.execute(delete(sessions).where(sessions.c.id == old))
    return int(made[0]), token


def find(connection: Connection, token: str | None, now: int) -> Session:
    """Return the session of a token. Raises ``CommandError`` if there is none."""
    if token:
        row = connection.execute(
            select(
                sessions.c.id,
                sessions.c.account,
                sessions.c.made,
                sessions.c.seen,
                sessions.c.confirmed,
                accounts.c.role,
            )
            .join(accounts, accounts.c.id == sessions.c.account)
            .where(sessions.c.hash == key_of(token), sessions.c.expires > now, may_sign_in(now))
        ).first()
        if row is not None:
            return Session(*row)
    raise CommandError("signed_out", "you are not signed in")


def may_sign_in(now: int) -> ColumnElement[bool]:
    """Return the condition that an account is neither deleted nor banned."""
    return or_(
        accounts.c.state == "active",
        and_(accounts.c.state == "banned", accounts.c.banned_until <= now),
    )


def is_due(session: Session, now: int) -> bool:
    """Return whether to call :func:`touch`."""
    return now - session.seen >= _SEEN_EACH_MS


def touch(connection: Connection, session: Session, now: int) -> None:
    """Let a session that is used last longer."""
    connection.execute(
        update(sessions).where(sessions.c.id == session.id).values(seen=now, expires=now + KEPT_MS)
    )


def confirm(connection: Connection, session: Session, now: int) -> None:
    """Note that the password or a passkey was confirmed."""
    connection.execute(update(sessions).where(sessions.c.id == session.id).values(confirmed=now))


def listed(connection: Connection, session: Session, now: int) -> list[SessionInfo]:
    """Return the sessions of the account, the last used first."""
    rows = connection.execute(
        select(sessions.c.id, sessions.c.made, sessions.c.seen, sessions.c.agent)
        .where(sessions.c.account == session.account, sessions.c.expires > now)
        .order_by(sessions.c.seen.desc(), sessions.c.id.desc())
    )
    return [
        SessionInfo(id_, made, seen, agent, id_ == session.id) for id_, made, seen, agent in rows
    ]


def end(connection: Connection, account: int, session: int) -> bool:
    """End a session of an account; return whether there was one."""
    ended = delete(sessions).where(sessions.c.id == session, sessions.c.account == account)
    return connection.execute(ended).rowcount > 0


def end_all(connection: Connection, account: int, but: int | None = None) -> None:
    """End all sessions of an account, except one."""
    connection.execute(
        delete(sessions).where(sessions.c.account == account, sessions.c.id != (but or 0))
    )


def forget_old(connection: Connection, now: int) -> None:
    """Delete sessions that ended by themselves."""
    connection.execute(delete(sessions).where(sessions.c.expires <= now))


def short_agent(agent: str) -> str:
    """Return the browser and its system, and nothing that identifies a device.

    >>> short_agent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = [
        next((name for name in names if re.search(rf"\b{name}\b", agent)), None)
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(_NAMES.get(name, name) for name in found if name is not None)
