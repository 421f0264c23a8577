"""Names of accounts and members: which are allowed, and which are too similar.

Two names are too similar if their keys or their looks are equal; see
:mod:`empile.engine.text.look_alikes`. Names that were stored before looks were compared stay.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from sqlalchemy import Column, ColumnElement, Connection, or_, text

from empile.engine.text.look_alikes import JOINERS, is_visible, key_of_name, look_of_name
from empile.server.wire.errors import CommandError

SHORTEST: Final = 2
LONGEST: Final = 40

_SCRIPTS: Final = frozenset(
    [
        "ARABIC",
        "ARMENIAN",
        "BENGALI",
        "CYRILLIC",
        "DEVANAGARI",
        "ETHIOPIC",
        "GEORGIAN",
        "GREEK",
        "GUJARATI",
        "GURMUKHI",
        "HANGUL",
        "HEBREW",
        "KANNADA",
        "KHMER",
        "LAO",
        "LATIN",
        "MALAYALAM",
        "MYANMAR",
        "SINHALA",
        "TAMIL",
        "TELUGU",
        "THAI",
        "TIBETAN",
    ]
)
_EAST_ASIAN: Final = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))
"""Scripts that people write together."""
_NO_MARKS: Final = frozenset(("ARMENIAN", "CYRILLIC", "GEORGIAN", "GREEK", "LATIN"))
"""Scripts whose usual accents are part of one character after composition."""
_SEPARATORS: Final = " -_.'’·" + JOINERS
_ALPHA: Final = re.compile(r"[A-Z]+")
_RESERVED_NAMES: Final = (
    "admin", "administrator", "bot", "deleted player", "empile", "host", "moderator", "root",
    "server", "support", "system",
)  # fmt: skip

_RESERVED: Final = frozenset(key_of_name(name) for name in _RESERVED_NAMES)
_NAMES_LOCK: Final = 0x456D7032
"""PostgreSQL's advisory lock of new names."""


def clean_name(text: str) -> str:
    """Return a name in its normal form. Raises ``CommandError`` with the code ``bad_name``.

    Letters are of one script, so that no letter hides among those of another.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise CommandError("bad_name", f"a name has {SHORTEST} to {LONGEST} characters")
    scripts: set[str] = set()
    for letter in name:
        if letter in _SEPARATORS or (letter.isascii() and letter.isdigit()):
            continue
        script = _script_of(letter)
        if script is None:
            raise CommandError("bad_name", "a name has letters, digits, spaces and - _ . ' only")
        if unicodedata.category(letter).startswith("M") and scripts & _NO_MARKS:
            raise CommandError("bad_name", "a name has only usual accents")
        if unicodedata.category(letter).startswith("L"):
            scripts.add(script)
    if not scripts:
        raise CommandError("bad_name", "a name has at least one letter")
    if len(scripts) > 1 and not scripts <= _EAST_ASIAN:
        raise CommandError("bad_name", "a name has letters of one script only")
    if not is_visible(name):
        raise CommandError(
            "bad_name", "a name has invisible characters only where its script needs them"
        )
    if not _RESERVED.isdisjoint((key_of_name(name), look_of_name(name))):
        raise CommandError("bad_name", "this name is reserved")
    return name


def alike(
    connection: Connection, name: str, key: Column[str], look: Column[str]
) -> ColumnElement[bool]:
    """Return the condition that a stored name is too similar to a new one.

    Until the transaction ends, no other one stores a name: two might look alike. SQLite has one
    writer at a time and needs no lock.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _NAMES_LOCK})
    return or_(key == key_of_name(name), look == look_of_name(name))


def _script_of(letter: str) -> str | None:
    """Return the script of a letter or mark, or None if it is neither, or of a rare script."""
    if unicodedata.category(letter)[0] not in "LM":
        return None
    found = _ALPHA.match(unicodedata.name(letter, ""))
    script = found[0] if found is not None else ""
    if script == "COMBINING":
        return script
    return script if script in _SCRIPTS or script in _EAST_ASIAN else None


def clean_email(text: str) -> str:
    """Return an address. Raises ``CommandError`` with the code ``bad_request``."""
    address = text.strip()
    name, _, domain = address.rpartition("@")
    is_plain = address.isascii() and address.isprintable() and " " not in address
    if not (is_plain and name and "." in domain and len(address) <= 200) or set(address) & set(
        '<>,;:"()'
    ):
        raise CommandError("bad_request", "this is no e-mail address")
    return address


def key_of_email(address: str) -> str:
    """Return what no two confirmed addresses may share."""
    return address.lower()
