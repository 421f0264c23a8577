"""Whether several places of one table were taken from one address.

Stored is a keyed hash of the table and of the group of addresses, for 60 days. The same address has
another hash at each table, so hashes say which places of a table share an address, and nothing else:
players cannot be followed from table to table. The key is in the same database, so a copy of it is
enough to try addresses one by one.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete

from empile.community.clock import DAY_MS
from empile.community.projections.statements import insert_new
from empile.community.server_keys import server_key
from empile.server.store.schema import seat_addresses

KEPT_MS: Final = 60 * DAY_MS
_KEY: Final = "addresses"
_HASH_DIGITS: Final = 32
_LOOPBACK_GROUP: Final = ipaddress.ip_network("::/64")
"""That of ``::1``."""


class PlaceTaken(NamedTuple):
    """A place of a table that a member took."""

    member: int
    group: str
    """Of addresses, by :func:`empile.server.wire.rate_limits.address_group`; empty if unknown."""


def note(connection: Connection, number: int, taken: Mapping[int, PlaceTaken], now: int) -> None:
    """Store a hash of the address from which a member took a place of a table, for each place.

    Addresses of the server's own machine say nothing about people and are left out: they are those
    of a proxy, or of a browser on the same machine.
    """
    found = {place: one for place, one in sorted(taken.items()) if _is_of_a_client(one.group)}
    if not found:
        return
    secret = server_key(connection, _KEY)
    for place, one in found.items():
        values = {"member": one.member, "hash": _hash(secret, number, one.group), "made": now}
        insert_new(connection, seat_addresses, {"number": number, "place": place, **values})


def forget_old(connection: Connection, now: int) -> None:
    """Delete hashes that are older than 60 days."""
    connection.execute(delete(seat_addresses).where(seat_addresses.c.made <= now - KEPT_MS))


def forget_member(connection: Connection, member: int) -> None:
    """Delete the hashes of a member."""
    connection.execute(delete(seat_addresses).where(seat_addresses.c.member == member))


def _hash(secret: bytes, number: int, group: str) -> str:
    text = f"{number} {group}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest()[:_HASH_DIGITS]


def _is_of_a_client(group: str) -> bool:
    """Return whether a group of addresses is not of this machine.

    >>> _is_of_a_client("192.0.2.7"), _is_of_a_client("127.0.0.1"), _is_of_a_client("")
    (True, False, False)
    """
    try:
        network = ipaddress.ip_network(group)
    except ValueError:
        return False  # a Unix socket
    return not network.is_loopback and network != _LOOPBACK_GROUP
