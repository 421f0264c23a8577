"""Limits on attempts, stored: they hold for all processes and survive restarts.

A key is a bucket that is full after ``at_once`` attempts and loses one each ``period``. Its row has
the attempts in it and the time up to which losses are reckoned. Keys are hashed, so that the store
has neither addresses nor wrong names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_in_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_in_sqlite

from empile.community.clock import DAY_MS, MINUTE_MS
from empile.server.store.schema import attempts
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import address_group


class Limit(NamedTuple):
    """So many attempts at once, then one each so many minutes."""

    at_once: int
    minutes: float


LIMITS: Final = {
    # Wrong passwords, recovery codes, and step-ups.
    "sign_ins_of_account_from_address": Limit(6, 1),
    "sign_ins_of_account": Limit(60, 2),
    "sign_ins_of_address": Limit(30, 1),
    # The same where the account signed in lately; the limits above are then those of others.
    "sign_ins_of_known": Limit(6, 1),
    # Passwords that are checked or set, right ones too; of an account where it is known.
    "passwords_of_address": Limit(120, 0.1),
    "passwords_of_account": Limit(120, 0.1),
    # Sign-ins with passkeys, right ones too.
    "passkeys_of_address": Limit(30, 1),
    # New accounts, and names that were taken.
    "accounts_of_address": Limit(10, 30),
    "mails_of_account": Limit(3, 20),
    "mails_of_address": Limit(10, 20),
    # Wrong links of mails, and invitations.
    "links_of_address": Limit(20, 1),
    # New members, new names, and names that were taken.
    "members_of_account": Limit(20, 10),
    # Requests to be a friend, and challenges.
    "requests_of_account": Limit(40, 2),
    # Messages at tables and to friends.
    "messages_of_member": Limit(5, 4 / 60),
    "exports_of_account": Limit(10, 30),
    # Reports to moderators.
    "reports_of_account": Limit(10, 10),
}
"""Limits of an account, a member, an address (IPv4, or IPv6 /64), or of both."""
OLDEST_MS: Final = DAY_MS
"""After this no attempt is remembered."""


class Counted(NamedTuple):
    """A key under a limit."""

    limit: Limit
    key: str


def of_address(name: str, host: str) -> Counted:
    """Return the key of an address under the limit ``name``."""
    return Counted(LIMITS[name], key_of(f"{name} {address_group(host)}"))


def of_account(name: str, account: int | str) -> Counted:
    """Return the key of an account, by its id or the key of its login, existing or not."""
    return Counted(LIMITS[name], key_of(f"{name} {account}"))


def of_member(name: str, member: int) -> Counted:
    """Return the key of a member."""
    return Counted(LIMITS[name], key_of(f"{name} {member}"))


def of_sign_in(login_key: str, host: str, known: str | None = None) -> list[Counted]:
    """Return what limits the attempts to sign in, with wrong passwords.

    ``known`` is the hash of the browser or address if the account is known there: wrong passwords
    of others do not count.
    """
    if known is not None:
        return [of_account("sign_ins_of_known", f"{login_key} {known}")]
    both = f"{login_key} {address_group(host)}"
    return [
        of_account("sign_ins_of_account_from_address", both),
        of_account("sign_ins_of_account", login_key),
        of_address("sign_ins_of_address", host),
    ]


def of_hash(login_key: str, host: str, is_known: bool) -> Counted:
    """Return what limits the hashes of passwords, right ones too."""
    if is_known:
        return of_account("passwords_of_account", login_key)
    return of_address("passwords_of_address", host)


def count(connection: Connection, counted: Iterable[Counted], now: int) -> None:
    """Count an attempt before its outcome is known. Raises ``CommandError`` if too many were made."""
    rows = [
        (one, *_left_in(connection, one, now)) for one in sorted(counted, key=lambda one: one.key)
    ]
    waits = [
        max(1.0, (since + one.limit.minutes * MINUTE_MS - now) / 1000)
        for one, full, since in rows
        if full >= one.limit.at_once
    ]
    if waits:
        raise CommandError(
            "rate_limited", "too many attempts; wait a few minutes", retry_after=max(waits)
        )
    for one, full, since in rows:
        _set(connection, one.key, full + 1, since)


def give_back(connection: Connection, counted: Iterable[Counted]) -> None:
    """Forget an attempt that was right."""
    for one in counted:
        connection.execute(
            update(attempts)
            .where(attempts.c.key == one.key, attempts.c.count > 0)
            .values(count=attempts.c.count - 1)
        )


def forget_old(connection: Connection, now: int) -> None:
    """Delete attempts that no limit counts any more."""
    connection.execute(delete(attempts).where(attempts.c.since < now - OLDEST_MS))


def _left_in(connection: Connection, one: Counted, now: int) -> tuple[int, int]:
    """Return the attempts in a bucket, and up to when losses are reckoned; lock it."""
    insert = insert_in_sqlite if connection.dialect.name == "sqlite" else insert_in_postgresql
    new = insert(attempts).values(key=one.key, count=0, since=now)
    connection.execute(new.on_conflict_do_nothing())
    row = connection.execute(
        select(attempts.c.count, attempts.c.since)
        .where(attempts.c.key == one.key)
        .with_for_update()
    ).one()
    full, since = int(row[0]), int(row[1])
    period = one.limit.minutes * MINUTE_MS
    lost = int((now - since) // period) if now > since else 0
    if lost >= full:
        return 0, now
    return full - lost, since + int(lost * period)


def _set(connection: Connection, key: str, full: int, since: int) -> None:
    connection.execute(
        update(attempts).where(attempts.c.key == key).values(count=full, since=since)
    )
