"""Tokens of programs: random, with scopes, stored as hashes.

A token belongs to a member. Only programs (members of the kind ``bot``) play with tokens, so that
all programs that people meet are marked as such.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.sql import ColumnElement

from empile.community import sessions
from empile.community.clock import DAY_MS, HOUR_MS
from empile.community.members import Member
from empile.server.store.schema import accounts, api_tokens, members
from empile.server.tables.owners import SCOPES, TOKEN_PREFIX, Caller, Scope
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.people.programs import ApiToken, NewApiToken, TokenScope

MOST: Final = 20
"""Tokens of a member."""
_BYTES: Final = 32
_USED_EACH_MS: Final = HOUR_MS
_OF_BOTS: Final = frozenset[Scope](("play", "challenge"))


class TokenUse(NamedTuple):
    """A valid token."""

    caller: Caller
    used: int | None

    def is_due(self, now: int) -> bool:
        """Return whether to call :func:`touch`."""
        return self.used is None or now - self.used >= _USED_EACH_MS


def make(
    connection: Connection, member: Member, wanted: NewApiToken, now: int
) -> tuple[ApiToken, str]:
    """Make a token; return it and its secret, which is not stored. Raises ``CommandError``."""
    name = " ".join(wanted.name.split())
    if not name or not name.isprintable():
        raise CommandError("bad_request", "a token needs a name of printable characters")
    scopes: list[TokenScope] = [scope for scope in SCOPES if scope in wanted.scopes]
    if not scopes:
        raise CommandError(
            "bad_request", "a token needs a scope: read, play, challenge or messages"
        )
    if member.kind == "child":
        raise CommandError("not_allowed", "children have no tokens")
    if member.kind != "bot" and _OF_BOTS & set(scopes):
        raise CommandError("not_allowed", "only a member of the kind 'bot' plays with a token")
    if member.kind == "bot" and "messages" in scopes:
        raise CommandError("not_allowed", "a program writes no messages")
    count = select(func.count()).select_from(api_tokens).where(api_tokens.c.member == member.id)
    if int(connection.scalar(count) or 0) >= MOST:
        raise CommandError("bad_request", f"a member has at most {MOST} tokens")
    secret = TOKEN_PREFIX + secrets.token_urlsafe(_BYTES)
    expires = None if wanted.days is None else now + wanted.days * DAY_MS
    made = connection.execute(
        insert(api_tokens).values(
            hash=key_of(secret),
            member=member.id,
            name=name,
            scopes=" ".join(scopes),
            made=now,
            expires=expires,
        )
    ).inserted_primary_key
    assert made is not None
    return ApiToken(int(made[0]), name, scopes, now, None, expires), secret


def all_of(connection: Connection, member: Member) -> list[ApiToken]:
    """Return the tokens of a member, the newest first."""
    rows = connection.execute(
        select(
            api_tokens.c.id,
            api_tokens.c.name,
            api_tokens.c.scopes,
            api_tokens.c.made,
            api_tokens.c.used,
            api_tokens.c.expires,
        )
        .where(api_tokens.c.member == member.id)
        .order_by(api_tokens.c.id.desc())
    )
    return [
        ApiToken(number, name, list(_scopes(scopes)), made, used, expires)
        for number, name, scopes, made, used, expires in rows
    ]


def find(connection: Connection, secret: str, now: int) -> TokenUse | None:
    """Return a valid token, whose account may use the server, or None."""
    row = connection.execute(
        select(
            api_tokens.c.id,
            api_tokens.c.scopes,
            api_tokens.c.used,
            members.c.id,
            members.c.public,
            members.c.account,
        )
        .join(members, members.c.id == api_tokens.c.member)
        .join(accounts, accounts.c.id == members.c.account)
        .where(api_tokens.c.hash == key_of(secret), *_is_valid(now))
    ).first()
    if row is None:
        return None
    number, scopes, used, member, public, account = row
    return TokenUse(Caller(account, member, public, frozenset(_scopes(scopes)), number), used)


def touch(connection: Connection, number: int, now: int) -> None:
    """Note that a token is used."""
    connection.execute(update(api_tokens).where(api_tokens.c.id == number).values(used=now))


def valid_ones(connection: Connection, numbers: Collection[int], now: int) -> set[int]:
    """Return which of some tokens are still valid."""
    query = (
        select(api_tokens.c.id)
        .join(members, members.c.id == api_tokens.c.member)
        .join(accounts, accounts.c.id == members.c.account)
        .where(api_tokens.c.id.in_(sorted(numbers)), *_is_valid(now))
    )
    return set(connection.scalars(query))


def revoke(connection: Connection, account: int, number: int) -> bool:
    """Delete a token of an account; return whether there was one."""
    mine = select(members.c.id).where(members.c.account == account)
    gone = delete(api_tokens).where(api_tokens.c.id == number, api_tokens.c.member.in_(mine))
    return connection.execute(gone).rowcount > 0


def forget_old(connection: Connection, now: int) -> None:
    """Delete tokens that expired by themselves."""
    connection.execute(delete(api_tokens).where(api_tokens.c.expires <= now))


def _is_valid(now: int) -> tuple[ColumnElement[bool], ...]:
    return (
        or_(api_tokens.c.expires.is_(None), api_tokens.c.expires > now),
        members.c.deleted.is_(None),
        sessions.may_sign_in(now),
    )


def _scopes(text: str) -> list[Scope]:
    words = text.split()
    return [scope for scope in SCOPES if scope in words]
