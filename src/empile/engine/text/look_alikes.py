"""What names look like: Unicode Technical Standard 39, and characters that nobody sees."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Invisible themselves, but parts of words and of emoji."""
_SELECTORS: Final = "\ufe0e\ufe0f"
"""They choose how an emoji looks."""
_IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Code points with the property ``Default_Ignorable_Code_Point``."""
_BLANK: Final = "\u2800"
"""A symbol without ink."""
_VIRAMA: Final = 9
"""The combining class of signs that join letters of Indic scripts."""
_SEPARATORS: Final = " -_.'’·"
_FOLDED: Final = {
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
"""Letters that look alike if case does not count: ``I`` looks like ``l``, so ``i`` and ``l`` are one."""
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def key_of_name(name: str) -> str:
    """Return what names are found by, whatever their case and separators.

    Stored for each account and each public name. Joiners do not count.

    >>> key_of_name("Mila") == key_of_name("ＭＩＬＡ") == key_of_name("МILA") == key_of_name("m1l-a")
    True
    >>> key_of_name("Lea") == key_of_name("Léa")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in folded if letter not in _SEPARATORS + JOINERS)
    key = "".join(_FOLDED.get(letter, letter) for letter in bare)
    for pair, one in _PAIRS:
        key = key.replace(pair, one)
    return key


def skeleton(text: str) -> str:
    """Return the skeleton of a text by Unicode Technical Standard 39, section 4.

    >>> skeleton("раураl") == skeleton("paypal")
    True
    """
    shown = _IGNORABLE.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", shown.translate(_prototypes()))


def look_of_name(name: str) -> str:
    """Return what no two names may share besides their keys: the key of the skeleton.

    >>> look_of_name("ΜΑΧ") == look_of_name("max")
    True
    """
    return key_of_name(skeleton(unicodedata.normalize("NFKC", name)))


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototypes of confusable characters, for ``str.translate``."""
    found: dict[int, str] = {}
    for line in Path(__file__).with_name("confusables.txt").read_text("ascii").splitlines():
        if not line.startswith("#"):
            prototype, alike = line.split(";")
            text = "".join(chr(int(code, 16)) for code in prototype.split())
            found.update((int(code, 16), text) for code in alike.split())
    return found


def is_visible(text: str) -> bool:
    """Return whether a text shows something, and hides nothing.

    Joiners show nothing, but are admitted where a script or an emoji needs them.

    >>> is_visible("می\u200cنا"), is_visible("👩\u200d🚀"), is_visible("Mi\u200dla"), is_visible("\u3164")
    (True, True, False, False)
    """
    hidden = {found.start() for found in _IGNORABLE.finditer(text)}
    return all(_belongs(text, place) for place in hidden) and any(
        unicodedata.category(char)[0] in "LNPS" and char != _BLANK
        for place, char in enumerate(text)
        if place not in hidden
    )


def _belongs(text: str, place: int) -> bool:
    """Return whether an invisible character changes how its neighbours look."""
    char, after = text[place], text[place + 1 : place + 2]
    if char in JOINERS and place and unicodedata.combining(text[place - 1]) == _VIRAMA:
        return True
    before = next((one for one in reversed(text[:place]) if not _is_mark(one)), "")
    if char in _SELECTORS:
        return text[place - 1 : place] == before != "" and not before.isalpha()
    if char == "\u200c":  # between letters that would be joined
        return all(one and unicodedata.bidirectional(one) == "AL" for one in (before, after))
    return char == "\u200d" and all(
        one and unicodedata.category(one) in ("So", "Sk", "Sm") for one in (before, after)
    )


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")
