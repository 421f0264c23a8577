"""Hashes of passwords by Argon2id: functions for the process that computes them.

See :mod:`empile.community.passwords.hasher`.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Final

from argon2 import Parameters, PasswordHasher, profiles
from argon2.exceptions import Argon2Error, InvalidHashError

PARAMETERS: Final = replace(profiles.RFC_9106_LOW_MEMORY, parallelism=1)
"""The second choice of RFC 9106, 64 MiB and three passes, but in one lane: one core is enough."""


def hashed(parameters: Parameters, password: str) -> bytes:
    """Return the hash to store."""
    return PasswordHasher.from_parameters(parameters).hash(password).encode()


def verified(parameters: Parameters, stored: str | None, password: str) -> bytes:
    """Return the hash to store if a password is the one of a hash, else nothing.

    A hash with other parameters is made anew. Without a hash, as much is computed.
    """
    hasher = PasswordHasher.from_parameters(parameters)
    try:
        hasher.verify(stored or _nobodys(parameters), password)
    except (Argon2Error, InvalidHashError):
        return b""
    if stored is None:
        return b""
    return hashed(parameters, password) if hasher.check_needs_rehash(stored) else stored.encode()


def _nobodys(parameters: Parameters) -> str:
    """Return a hash that no password has."""
    costs = f"m={parameters.memory_cost},t={parameters.time_cost},p={parameters.parallelism}"
    salt, digest = (
        b64encode(bytes(size)).decode().rstrip("=")
        for size in (parameters.salt_len, parameters.hash_len)
    )
    return f"$argon2id$v={parameters.version}${costs}${salt}${digest}"
