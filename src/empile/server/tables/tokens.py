"""Seat tokens, table ids and short codes.

The server stores only hashes. Tokens have 128 random bits, so plain hashes are safe.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXY346789"
"""Without I, 1, O, 0, S, 5, Z and 2, which are easily confused."""
CODE_LENGTH = 6
_GUESSES = 1_000_000
"""Guesses expected until one hits a valid code."""


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """Return a random id of 72 bits: the link is the invitation.

    It does not begin with ``-``, so that commands do not take it for an option.
    """
    while (table := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return table


def new_code(valid: int = 0) -> str:
    """Return a random code; it is longer if many codes are ``valid``.

    >>> len(new_code()), len(new_code(1_000_000))
    (6, 9)
    """
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(code_length(valid)))


def code_length(valid: int) -> int:
    length = CODE_LENGTH
    while len(CODE_LETTERS) ** length < valid * _GUESSES:
        length += 1
    return length


def read_code(text: str) -> str:
    return "".join(letter for letter in text.upper() if letter.isalnum())


def key_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find_key(token: str | None, keys: Iterable[str]) -> str | None:
    """Return the key of ``token``, or None. Compares in constant time."""
    if not token:
        return None
    key = key_of(token)
    found = None
    for known in keys:
        if hmac.compare_digest(key, known):
            found = known
    return found
