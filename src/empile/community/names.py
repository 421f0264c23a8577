"""Names of accounts and members: which are allowed, and which are too similar.

Two names are similar if their keys are equal. A key is a skeleton as in Unicode Technical Standard
39: compatible forms (NFKC) without case, with look-alikes of other scripts replaced by one of them,
and without separators. Unlike there, ``i``, ``l`` and ``1`` are one letter, because case does not
count here and ``I`` looks like ``l``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

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
_SEPARATORS: Final = " -_.'’·"
_ALPHA: Final = re.compile(r"[A-Z]+")
_RESERVED_NAMES: Final = (
    "admin", "administrator", "bot", "deleted player", "empile", "host", "moderator", "root",
    "server", "support", "system",
)  # fmt: skip

_LOOK_ALIKES: Final = {
    # Cyrillic
    "а": "a", "в": "b", "г": "r", "е": "e", "ё": "ë", "з": "3", "и": "u", "і": "l", "ї": "l", "ј": "j",
    "к": "k", "м": "m", "н": "h", "о": "o", "п": "n", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x",
    "ѕ": "s", "ԁ": "d", "ԛ": "q", "ԝ": "w", "ӏ": "l", "һ": "h", "ь": "b", "ү": "y", "ѵ": "v", "є": "e",
    # Greek
    "α": "a", "β": "b", "γ": "y", "δ": "d", "ε": "e", "ζ": "z", "η": "n", "ι": "l", "κ": "k", "μ": "u",
    "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ϲ": "c",
    "ϳ": "j",
    # Armenian and Hebrew
    "օ": "o", "ո": "n", "ս": "u", "հ": "h", "ց": "g", "զ": "q", "յ": "j", "ք": "p", "ס": "o", "ו": "l",
    "ן": "l",
    # Latin, and digits
    "ı": "l", "i": "l", "1": "l", "0": "o", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t",
    "ɑ": "a", "ɡ": "g", "ɩ": "l", "ɪ": "l", "ʏ": "y", "æ": "ae", "œ": "oe", "ƅ": "b", "ɗ": "d", "ꭰ": "d",
}  # fmt: skip
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def key_of_name(name: str) -> str:
    """Return what no two names may share.

    >>> key_of_name("Mila") == key_of_name("ＭＩＬＡ") == key_of_name("МILA") == key_of_name("m1l-a")
    True
    >>> key_of_name("Lea") == key_of_name("Léa")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in folded if letter not in _SEPARATORS)
    key = "".join(_LOOK_ALIKES.get(letter, letter) for letter in bare)
    for pair, one in _PAIRS:
        key = key.replace(pair, one)
    return key


_RESERVED: Final = frozenset(key_of_name(name) for name in _RESERVED_NAMES)


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
    if key_of_name(name) in _RESERVED:
        raise CommandError("bad_name", "this name is reserved")
    return name


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
