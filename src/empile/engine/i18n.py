"""Message catalogues: one folder each, with a JSON file per language.

A message is a text with ``{name}`` placeholders, or an object of texts by CLDR plural category,
chosen by ``count``.

``{cards:cards}`` formats runs of equal letters (or, with spaces, names) with ``cards.<letter>``:
``WWM`` becomes "2 white, 1 mauve". Unknown items are kept.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias, cast

from empile.engine.errors import Reason

Message: TypeAlias = str | dict[str, str]


class Catalog:
    """A catalogue, loaded at first use; messages that it lacks are taken from ``fallback``."""

    def __init__(self, folder: Path, fallback: Catalog | None = None) -> None:
        self.folder = folder
        self.fallback = fallback
        self._catalogues: dict[str, dict[str, Message]] = {}

    @property
    def languages(self) -> list[str]:
        """The available languages; without a catalogue those of the fallback."""
        found = sorted(path.stem for path in self.folder.glob("*.json"))
        return found or ([] if self.fallback is None else self.fallback.languages)

    def messages(self, language: str) -> dict[str, Message]:
        """Return all messages of ``language``; empty if unknown."""
        found = self._catalogues.get(language)
        if found is None:
            if language not in self.languages:
                return {}  # untrusted input never becomes a path
            path = self.folder / f"{language}.json"
            own: Any = json.loads(path.read_text("utf-8")) if path.exists() else {}
            shared = {} if self.fallback is None else self.fallback.messages(language)
            found = shared | cast(dict[str, Message], own)
            self._catalogues[language] = found
        return found

    def format(self, language: str, reason: Reason) -> str:
        """Return the message of ``reason``, or its key if unknown."""
        message = self.messages(language).get(reason.key)
        if message is None:
            return reason.key
        if isinstance(message, dict):
            count = int(reason.args.get("count", 0))
            message = message.get(_plural(language, count), message["other"])

        def filled(place: re.Match[str]) -> str:
            value = str(reason.args[place[1]])
            return self._runs(language, place[2], value) if place[2] else value

        return _PLACE.sub(filled, message)

    def _runs(self, language: str, prefix: str, text: str) -> str:
        catalogue = self.messages(language)
        named = " " in text or f"{prefix}.{text}" in catalogue
        runs = ((one, len(list(same))) for one, same in groupby(text.split(" ") if named else text))
        return ", ".join(
            self.format(language, Reason(key, {"count": length}))
            if (key := f"{prefix}.{one}") in catalogue
            else (" " if named else "").join([one] * length)
            for one, length in runs
        )


SHARED = Catalog(Path(__file__).parent / "locales")
"""Messages of all games: the names of the usual levels."""

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


def _plural(language: str, count: int) -> str:
    return "one" if count == 1 or (language == "fr" and count == 0) else "other"
