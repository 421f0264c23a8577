"""Secrets and names of tables: seat tokens, table ids, short codes.

A token is known only to who holds it; the server keeps its hash. Tokens have 128 random bits, so a
plain hash is enough: there is no dictionary to try.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXY346789"
"""Nothing that looks like something else: no I or 1, no O or 0, no S or 5, no Z or 2."""
CODE_LENGTH = 6


def new_token() -> str:
    """Return a new seat token."""
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """Return a new table's id: 72 random bits, for the link is the invitation."""
    return secrets.token_urlsafe(9)


def new_code() -> str:
    """Return a new short code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Return a short code as it is kept, however it was typed."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def key_of(token: str) -> str:
    """Return the hash that is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_key(token: str | None, keys: Iterable[str]) -> str | None:
    """Return the one of ``keys`` that ``token`` belongs to; compares in constant time."""
    if not token:
        return None
    key = key_of(token)
    found = None
    for known in keys:
        if hmac.compare_digest(key, known):
            found = known
    return found
