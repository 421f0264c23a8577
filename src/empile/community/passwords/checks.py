"""Which passwords are refused: short ones, runs, and those that are often tried."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from empile.server.wire.errors import CommandError

SHORTEST: Final = 10
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
