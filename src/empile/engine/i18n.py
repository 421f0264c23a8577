"""Message catalogues: one folder each, with a JSON file per language.

A message is a text with ``{name}`` placeholders, or an object of texts by CLDR plural category,
chosen by ``count``.

``{cards:cards}`` formats runs of equal letters (or, with spaces, names) with ``cards.<letter>``:
``WWM`` becomes "2 white, 1 mauve". Unknown items are kept.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from empile.engine.errors import Reason

Message: TypeAlias = str | dict[str, str]

FALLBACK: Final = "en"
"""The language of messages without a translation."""


class Catalog:
    """A catalogue, loaded at first use; messages that it lacks are taken from ``fallback``."""

    def __init__(self, folder: Path, fallback: Catalog | None = None) -> None:
        self.folder = folder
        self.fallback = fallback
        self._catalogues: dict[str, dict[str, Message]] = {}

    @property
    def languages(self) -> list[str]:
        """The available languages; without a catalogue those of the fallback."""
        found = list(self._paths)
        return found or ([] if self.fallback is None else self.fallback.languages)

    def messages(self, language: str) -> dict[str, Message]:
        """Return all messages of ``language``; empty if unknown."""
        if language not in self.languages:
            return {}
        shared = {} if self.fallback is None else self.fallback.messages(language)
        return shared | self._own(language)

    def _own(self, language: str) -> dict[str, Message]:
        """Return the messages of a file, or none."""
        if language not in self._paths:
            return {}  # untrusted input never becomes a path
        found = self._catalogues.get(language)
        if found is None:
            found = json.loads(self._paths[language].read_text("utf-8"))
            self._catalogues[language] = found
        return found

    @cached_property
    def _paths(self) -> dict[str, Path]:
        """The files by language."""
        return {path.stem: path for path in sorted(self.folder.glob("*.json"))}

    def find(self, language: str, key: str) -> Message | None:
        """Return a message, in English if it has no translation; None if it does not exist.

        An own message in English comes before a shared one in the right language, which might say
        something else.
        """
        message = self._own(language).get(key) or self._own(FALLBACK).get(key)
        if message is None and self.fallback is not None:
            return self.fallback.find(language, key)
        return message

    def format(self, language: str, reason: Reason) -> str:
        """Return the message of ``reason``, in English without a translation, or its key if unknown."""
        message = self.find(language, reason.key)
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
        named = " " in text or self.find(language, f"{prefix}.{text}") is not None
        runs = ((one, len(list(same))) for one, same in groupby(text.split(" ") if named else text))
        return ", ".join(
            self.format(language, Reason(key, {"count": length}))
            if self.find(language, key := f"{prefix}.{one}") is not None
            else (" " if named else "").join([one] * length)
            for one, length in runs
        )


SHARED = Catalog(Path(__file__).parent / "locales")
"""Messages of all games: the names of the usual levels."""

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


def _plural(language: str, count: int) -> str:
    return "one" if count == 1 or (language == "fr" and count == 0) else "other"
