"""Buses by their addresses."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from empile.server.bus.interface import BusError
from empile.server.bus.memory import MemoryBus

if TYPE_CHECKING:
    from empile.server.bus.interface import Bus
    from empile.server.bus.redis_connection import RedisConnection

SCHEMES = ("redis", "rediss", "valkey", "valkeys", "unix")


def check_address(url: str | None) -> None:
    """Raise :class:`BusError` if there is no bus at such an address, or a client is missing."""
    if url is None:
        return
    if url.partition("://")[0] not in SCHEMES:
        raise BusError(f"'{url}' is no address of a bus, such as redis://localhost:6379/0")
    if find_spec("redis") is None:
        raise BusError("the client of Redis is not installed: pip install 'empile[redis]'")
    from empile.server.bus.redis_format import client_of

    client_of(url)


def open_connection(url: str | None) -> RedisConnection | None:
    """Return a connection to ``url``, or None for None. Raises :class:`BusError`."""
    if url is None:
        return None
    check_address(url)
    from empile.server.bus.redis_connection import RedisConnection

    return RedisConnection(url)


def open_bus(connection: RedisConnection | None) -> Bus:
    """Return the bus over a connection, or one within this process."""
    if connection is None:
        return MemoryBus()
    from empile.server.bus.redis import RedisBus

    return RedisBus(connection)
