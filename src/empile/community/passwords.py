"""Passwords: checked, and hashed with Argon2id in threads of their own."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

from argon2 import PasswordHasher, profiles
from argon2.exceptions import Argon2Error, InvalidHashError

from empile.server.wire.errors import CommandError

SHORTEST: Final = 10
PARAMETERS: Final = profiles.RFC_9106_LOW_MEMORY
"""The second choice of RFC 9106: 64 MiB, three passes."""
_THREADS: Final = 2
_MOST_WAITING: Final = 16
_FEWEST_LETTERS: Final = 4
"""Different characters of a password."""
_COMMON: Final = frozenset(
    [
        "password",
        "passwort",
        "motdepasse",
        "contrasena",
        "qwertyuiop",
        "azertyuiop",
        "letmein",
        "iloveyou",
        "welcome",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "superman",
        "starwars",
        "whatever",
        "trustno",
        "jordan",
        "michael",
        "jennifer",
        "dragon",
        "monkey",
        "master",
        "shadow",
        "hunter",
        "charlie",
        "soleil",
        "doudou",
        "chouchou",
        "loulou",
        "marseille",
        "nicolas",
        "amourdemavie",
        "administrator",
        "changeme",
        "schalke",
        "hallo",
        "geheim",
        "blockness",
        "empile",
    ]
)
"""What common passwords consist of, besides digits."""


def check_password(password: str, login: str) -> None:
    """Raise ``CommandError`` with the code ``weak_password`` if it is easily guessed."""
    if len(password) < SHORTEST:
        raise CommandError("weak_password", f"a password has at least {SHORTEST} characters")
    if len(set(password)) < _FEWEST_LETTERS or _is_run(password):
        raise CommandError("weak_password", "this password is easily guessed; use a few words")
    letters = "".join(letter for letter in password.casefold() if letter.isalpha())
    if letters in _COMMON:
        raise CommandError("weak_password", "this password is often tried; use a few words")
    own = "".join(letter for letter in login.casefold() if letter.isalpha())
    if own and not letters.replace(own, ""):
        raise CommandError("weak_password", "a password needs more than the name and digits")


def _is_run(password: str) -> bool:
    """Return whether each character follows the one before, as in ``1234567890``."""
    steps = {(ord(after) - ord(before)) % 10 for before, after in pairwise(password)}
    return len(steps) == 1


class Passwords:
    """Hashes and verifies, a few at a time."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher.from_parameters(PARAMETERS)
        self._threads = ThreadPoolExecutor(_THREADS, "passwords")
        self._waiting = 0
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        found: str = await self._run(self._hasher.hash, _normal(password))
        return found

    async def verify(self, stored: str | None, password: str) -> bool:
        """Return whether a password is the one of a hash. Takes as long without a hash."""
        found: bool = await self._run(self._verify, stored, _normal(password))
        return found

    def is_outdated(self, stored: str) -> bool:
        """Return whether a hash was made with other parameters."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash("nobody")
        try:
            self._hasher.verify(stored or self._nobody, password)
        except (Argon2Error, InvalidHashError):
            return False
        return stored is not None

    async def _run(self, function: Any, *values: Any) -> Any:
        if self._waiting >= _MOST_WAITING:
            raise CommandError(
                "rate_limited", "too many people sign in; wait a moment", retry_after=2.0
            )
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, function, *values)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)


def _normal(password: str) -> str:
    # What two keyboards may write differently.
    return unicodedata.normalize("NFKC", password)
