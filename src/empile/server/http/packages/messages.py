"""Messages of games in the languages of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from empile.engine.i18n import FALLBACK, SHARED, Catalog, Message

LANGUAGES: Final = tuple(SHARED.languages)
"""The languages of the page, in which every game is shown."""


def game_messages(folder: Path, language: str) -> dict[str, Message]:
    """Return all messages of the game in ``folder``, those that games share included. Blocks.

    Messages without a translation are English: a shared text in the right language might not fit what the
    game does.
    """
    own = Catalog(folder / "locales")
    return {
        **SHARED.messages(FALLBACK),
        **SHARED.messages(language),
        **own.messages(FALLBACK),
        **own.messages(language),
    }
