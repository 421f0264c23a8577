"""Message catalogues of the command line and the choice of language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from empile.engine.errors import Reason
from empile.engine.i18n import SHARED, Catalog

if TYPE_CHECKING:
    from empile.engine.contracts.level import Level
    from empile.engine.game import Game

WORDS = Catalog(Path(__file__).parent / "locales")
"""Messages of games in the terminal."""
FALLBACK = "en"


def users_language(environ: Mapping[str, str]) -> str:
    """Return the user's language, or English if there is no catalogue for it.

    As usual on Unix, the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set counts.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            language = environ[name].partition(".")[0].partition("_")[0].lower()
            return language if language in WORDS.languages else FALLBACK
    return FALLBACK


def say(game: Game, reason: Reason, language: str = FALLBACK) -> str:
    """Return a message of the game in ``language``, else in English, else ``""``."""
    for code in (language, FALLBACK):
        text = game.presenter.catalogue.format(code, reason)
        if text != reason.key:
            return text
    return ""


def level_name(game: Game, level: Level, language: str = FALLBACK) -> str:
    """Return the name of a level: the game's own, else the shared one, else the end of its key."""
    own = say(game, Reason(level.key), language)
    return own or _shared(level.key, language) or level.key.rpartition(".")[2]


def _shared(key: str, language: str) -> str:
    text = SHARED.format(language, Reason(key))
    return "" if text == key else text
