"""Buses by their addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from empile.server.bus.interface import BusError
from empile.server.bus.memory import MemoryBus

if TYPE_CHECKING:
    from empile.server.bus.interface import Bus

SCHEMES = ("redis", "rediss", "valkey", "valkeys", "unix")


def open_bus(url: str | None) -> Bus:
    """Return the bus at ``url``, or one within this process. Raises :class:`BusError`."""
    if url is None:
        return MemoryBus()
    if url.partition("://")[0] not in SCHEMES:
        raise BusError(f"'{url}' is no address of a bus, such as redis://localhost:6379/0")
    try:
        from empile.server.bus.redis import RedisBus
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("redis"):
            raise
        raise BusError(
            "the client of Redis is not installed: pip install 'empile[redis]'"
        ) from None
    return RedisBus(url)
