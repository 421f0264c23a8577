"""Transfers: what a browser carries to another device, kept for ten minutes and given out once.

The page encrypts it with a code that the server never has, and derives the name from the same code.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, case, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from empile.server.store.schema import transfers
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import wide_network

LIFETIME_MS: Final = 10 * 60 * 1000
MOST_BYTES: Final = 64 * 1024 * 1024
"""Of all transfers together."""
MOST_BYTES_OF_NETWORK: Final = 4 * 1024 * 1024
"""Of those from an IPv4 address or an IPv6 /48 network."""


def put(connection: Connection, name: str, body: bytes, now: int, host: str = "") -> int:
    """Keep a transfer from an address and return when it expires, in milliseconds since 1970.

    Raises ``CommandError`` if the name is in use, or too much is kept in all or of the network.
    """
    network = key_of(f"transfers {wide_network(host)}")
    connection.execute(delete(transfers).where(transfers.c.expires <= now))
    size = func.length(transfers.c.body)
    of_network = func.sum(case((transfers.c.network == network, size), else_=0))
    kept, own = connection.execute(select(func.sum(size), of_network)).one()
    if (kept or 0) + len(body) > MOST_BYTES or (own or 0) + len(body) > MOST_BYTES_OF_NETWORK:
        raise CommandError("rate_limited", "too many transfers are open; try again in some minutes")
    expires = now + LIFETIME_MS
    try:
        connection.execute(
            insert(transfers).values(hash=name, body=body, expires=expires, network=network)
        )
    except IntegrityError:
        raise CommandError("bad_request", "there is a transfer with this name") from None
    return expires


def take(connection: Connection, name: str, now: int) -> bytes:
    """Remove a transfer and return it. Raises ``CommandError`` if there is none."""
    wanted = (transfers.c.hash == name) & (transfers.c.expires > now)
    body = connection.execute(delete(transfers).where(wanted).returning(transfers.c.body)).scalar()
    if body is None:
        raise CommandError("not_found", "there is no such transfer: it is unknown, used or expired")
    return bytes(body)


def withdraw(connection: Connection, name: str) -> None:
    """Remove a transfer, if there is one."""
    connection.execute(delete(transfers).where(transfers.c.hash == name))
