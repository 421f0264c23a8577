"""Cleans the text of messages."""

from __future__ import annotations

import unicodedata
from typing import Final

from empile.server.wire.errors import CommandError
from empile.server.wire.people.messages import MOST_CHARACTERS

_JOINERS: Final = "\u200c\u200d"
"""Invisible, but part of words and emoji."""
_MOST_MARKS: Final = 4
"""Combining marks in a row; more would cover the lines around."""


def clean_text(text: str) -> str:
    """Return a text as it is stored: NFC, printable, with single spaces.

    Raises ``CommandError`` with the code ``bad_request`` if nothing is left, or too much.

    >>> clean_text("  Well   played! ")
    'Well played!'
    """
    words = unicodedata.normalize("NFC", " ".join(text.split())).split()
    cleaned = " ".join(filter(None, map(_printable, words)))
    if not any(char.isprintable() and not _is_mark(char) for char in cleaned.replace(" ", "")):
        raise CommandError("bad_request", "the message is empty")
    if len(cleaned) > MOST_CHARACTERS:
        raise CommandError("bad_request", f"a message has at most {MOST_CHARACTERS} characters")
    return cleaned


def _printable(word: str) -> str:
    """Return a word without invisible characters and piles of marks."""
    kept: list[str] = []
    marks = 0
    for char in word:
        if not (char.isprintable() or char in _JOINERS):
            continue
        marks = marks + 1 if _is_mark(char) else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")
