"""What the command line says in words, and in which language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from empile.engine.errors import Reason
from empile.engine.words import Words

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.level import Level

WORDS = Words(Path(__file__).parent / "words")
"""What a game in the terminal says, whichever game it is."""
FALLBACK = "en"


def users_language(environ: Mapping[str, str]) -> str:
    """Return the language of the user's surroundings, English where there is no catalogue for it.

    As programs do on Unix, the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set counts.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            language = environ[name].partition(".")[0].partition("_")[0].lower()
            return language if language in WORDS.languages else FALLBACK
    return FALLBACK


def say(game: Game, reason: Reason, language: str = FALLBACK) -> str:
    """Return a message of the game's, ``""`` where its catalogues have none.

    What a game does not say in ``language`` is said in English.
    """
    for code in (language, FALLBACK):
        text = game.presenter.catalogue.say(code, reason)
        if text != reason.key:
            return text
    return ""


def level_name(game: Game, level: Level, language: str = FALLBACK) -> str:
    """Return what a level is called: the game's own name for it, else that of all games.

    A level that neither names is called by the last word of its key.
    """
    own = say(game, Reason(level.key), language)
    return own or _shared(level.key, language) or level.key.rpartition(".")[2]


def _shared(key: str, language: str) -> str:
    text = WORDS.say(language, Reason(key))
    return "" if text == key else text
