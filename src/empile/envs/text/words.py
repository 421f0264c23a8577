"""Messages of the text environment and of its games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from empile.engine.errors import Reason
from empile.engine.game import Game
from empile.engine.i18n import Catalog

WORDS: Final = Catalog(Path(__file__).parent / "locales")
"""The environment's own messages."""

LANGUAGES: Final = tuple(WORDS.languages)
"""Languages of observations."""


def say(reason: Reason, language: str) -> str:
    """Return a message of the environment. Example: ``say(Reason("heading.log"), "en")``."""
    return WORDS.format(language, reason)


def of_game(game: Game, reason: Reason, language: str) -> str:
    """Return a message of a game in a language, else in English, else ``""``.

    Example: ``of_game(game, Reason("name"), "en")``.
    """
    catalogue = game.presenter.catalogue
    if catalogue.find(language, reason.key) is None:
        return ""
    return catalogue.format(language, reason)


def game_title(game: Game, language: str) -> str:
    """Return the name of a game. Example: ``game_title(empile.load("blox"), "en")``."""
    return of_game(game, Reason("name"), language) or game.name.replace("-", " ").title()


def seat_name(game: Game, seat: int, language: str) -> str:
    """Return e.g. ``Player 2 (Red)``: seats from 1, with the game's name of the seat if it has one.

    Example: ``seat_name(empile.load("blox"), 0, "en")``.
    """
    colour = of_game(game, Reason(f"seat.{seat}"), language)
    name = say(Reason("player", {"number": seat + 1}), language)
    return f"{name} ({colour})" if colour else name
