"""Texts of link previews, by language. The page's build writes them to ``previews.json``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

FALLBACK: Final = "fr"
"""The language if a client names none that is known."""


class GameTexts(msgspec.Struct, frozen=True):
    """What the build knows of a game."""

    has_rules: bool
    has_lessons: bool
    has_solo: bool
    has_scorepad: bool
    has_picture: bool
    names: dict[str, str]
    taglines: dict[str, str]


class Catalogue(msgspec.Struct, frozen=True):
    """All texts; empty if the page is not built."""

    messages: dict[str, dict[str, str]] = {}
    """By language and key."""
    games: dict[str, GameTexts] = {}

    @property
    def languages(self) -> list[str]:
        return sorted(self.messages)

    def text(self, language: str, key: str, game: str = "") -> str:
        """Return a message with the name and tagline of ``game``."""
        text = self.messages[language][key]
        about = self.games.get(game)
        if about is None:
            return text
        return text.replace("{game}", about.names[language]).replace(
            "{tagline}", about.taglines[language]
        )

    def language_for(self, accepted: str) -> str:
        """Return the language for an ``Accept-Language`` header."""
        wanted: list[tuple[float, str]] = []
        for part in accepted.split(",")[:20]:
            code, _, weight = part.strip().partition(";")
            try:
                value = float(weight.strip().removeprefix("q=")) if weight else 1.0
            except ValueError:
                continue
            wanted.append((-value, code.partition("-")[0].lower()))
        known = [code for _, code in sorted(wanted, key=_first) if code in self.messages]
        return known[0] if known else FALLBACK


def _first(weighted: tuple[float, str]) -> float:
    return weighted[0]


def read_catalogue(folder: Path) -> Catalogue:
    """Return the texts of the page in ``folder``."""
    path = folder / "previews.json"
    if not path.is_file():
        return Catalogue()
    return msgspec.json.decode(path.read_bytes(), type=Catalogue)
