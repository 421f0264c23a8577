"""Random keys that a server makes for itself, by what they are for."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, select

from empile.community.projections.statements import insert_new
from empile.server.store.schema import server_keys

_BYTES: Final = 32


def find_key(connection: Connection, name: str) -> bytes | None:
    """Return the key of a name, or None if it was never needed."""
    found = connection.scalar(select(server_keys.c.key).where(server_keys.c.name == name))
    return None if found is None else bytes(found)


def server_key(connection: Connection, name: str) -> bytes:
    """Return the key of a name; creates it. Call it in a transaction that writes."""
    found = find_key(connection, name)
    if found is None:
        insert_new(connection, server_keys, {"name": name, "key": secrets.token_bytes(_BYTES)})
        found = find_key(connection, name)
    assert found is not None
    return found
