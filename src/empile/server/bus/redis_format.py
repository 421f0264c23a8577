"""The client of Redis, and how presence is written."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import redis.asyncio as redis_client
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from empile.server.bus.interface import BusError, Presence

PATIENCE: Final = 1.0
"""Longest time for an answer of Redis, in seconds."""


def client_of(url: str) -> Any:
    """Return a client of Redis without retries. Raises :class:`BusError`."""
    address = url.replace("valkey", "redis", 1) if url.startswith("valkey") else url
    try:
        return redis_client.Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            address, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0), protocol=2
        )
    except ValueError as error:
        raise BusError(f"'{url}' is no address of a bus: {error}") from error


def presence_text(presence: Presence) -> str:
    return f"{presence.spectators} {','.join(map(str, sorted(presence.places)))}"


def presence_of(text: str) -> Presence:
    spectators, _, places = text.partition(" ")
    return Presence(frozenset(map(int, filter(None, places.split(",")))), int(spectators))


def hashed(name: str) -> str:
    """Return a hash of an address, so that the address itself is not in Redis."""
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
