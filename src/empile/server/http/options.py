"""What a game offers before a table is created: valid options, and its messages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError, UnknownGameError
from empile.engine.i18n import SHARED, Catalog
from empile.server.wire.bot_settings import hand_skill_infos
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import OptionsResponse

_MOST_CATALOGUES = 64


def checked(name: str, options: Mapping[str, Any]) -> OptionsResponse:
    """Return valid options or their faults. Blocks. Raises ``CommandError`` for unknown games."""
    try:
        game = game_class(name)(**options)
    except UnknownGameError as error:
        raise CommandError("no_table", str(error)) from None
    except OptionError as error:
        return OptionsResponse(refused=CommandError.of_options(error).problem())
    return OptionsResponse(game.options, game.presenter.board_setup(), hand_skill_infos(game))


@lru_cache(maxsize=_MOST_CATALOGUES)
def encoded_catalogue(name: str, language: str) -> tuple[bytes, str]:
    """Return the messages of a game as JSON, and their entity tag. Blocks.

    Those that all games share are among them, so that the catalogue has every key sent to clients.
    Raises ``CommandError`` for unknown games and languages.
    """
    try:
        catalog = Catalog(game_class(name).folder / "locales")
    except UnknownGameError as error:
        raise CommandError("no_table", str(error)) from None
    if language not in catalog.languages:
        known = ", ".join(catalog.languages)
        raise CommandError("no_table", f"{name} has no such language; the languages are {known}")
    body = msgspec.json.encode(SHARED.messages(language) | catalog.messages(language))
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'
