"""What a game offers before a table is created: valid options, and its messages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError, UnknownGameError
from empile.server.http.packages.messages import LANGUAGES, game_messages
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

    It has every key sent to clients: those that games share, and English ones without a translation.
    Raises ``CommandError`` for unknown games and languages.
    """
    try:
        folder = game_class(name).folder
    except UnknownGameError as error:
        raise CommandError("no_table", str(error)) from None
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise CommandError("no_table", f"there is no such language; the languages are {known}")
    body = msgspec.json.encode(game_messages(folder, language))
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'
