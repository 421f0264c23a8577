"""Browsers and addresses from which an account signed in lately: there it comes before strangers.

Browsers are those of :mod:`empile.community.moderation.guests`. Of addresses, stored is a keyed hash
of the account and of the group of addresses, for 30 days. The same address has another hash for each
account. The key is in the same database, so a copy of it is enough to try addresses one by one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, delete, select

from empile.community.clock import DAY_MS
from empile.community.projections.statements import set_in
from empile.community.server_keys import find_key, server_key
from empile.server.store.schema import browsers, known_addresses
from empile.server.tables.tokens import key_of
from empile.server.wire.rate_limits import address_group

KEPT_MS: Final = 30 * DAY_MS
_KEY: Final = "sign-ins"


def note(connection: Connection, account: int, host: str, now: int) -> None:
    """Note that an account signed in from an address."""
    values = {"hash": _hash(server_key(connection, _KEY), account, host), "made": now}
    set_in(connection, known_addresses, {"account": account, **values}, ["made"])


def find(
    connection: Connection, account: int, tokens: Collection[str], host: str, now: int
) -> str | None:
    """Return the hash of the browser or the address if an account signed in there lately, or None.

    ``tokens`` are those in the browser's cookies.
    """
    browser: str | None = connection.scalar(
        select(browsers.c.hash).where(
            browsers.c.hash.in_(list(map(key_of, tokens))),
            browsers.c.account == account,
            browsers.c.made > now - KEPT_MS,
        )
    )
    if browser is not None:
        return browser
    secret = find_key(connection, _KEY)
    if secret is None:
        return None
    address: str | None = connection.scalar(
        select(known_addresses.c.hash).where(
            known_addresses.c.account == account,
            known_addresses.c.hash == _hash(secret, account, host),
            known_addresses.c.made > now - KEPT_MS,
        )
    )
    return address


def forget_account(connection: Connection, account: int) -> None:
    """Delete the hashes of an account."""
    connection.execute(delete(known_addresses).where(known_addresses.c.account == account))


def forget_old(connection: Connection, now: int) -> None:
    """Delete hashes that are older than 30 days."""
    connection.execute(delete(known_addresses).where(known_addresses.c.made <= now - KEPT_MS))


def _hash(secret: bytes, account: int, host: str) -> str:
    text = f"{account} {address_group(host)}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest()
