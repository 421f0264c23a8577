"""Validates game options before a table is created."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError, UnknownGameError
from empile.server.wire.bot_settings import hand_skill_infos
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import OptionsResponse


def checked(name: str, options: Mapping[str, Any]) -> OptionsResponse:
    """Return valid options or their faults. Blocks. Raises ``CommandError`` for unknown games."""
    try:
        game = game_class(name)(**options)
    except UnknownGameError as error:
        raise CommandError("no_table", str(error)) from None
    except OptionError as error:
        return OptionsResponse(refused=CommandError.of_options(error).problem())
    return OptionsResponse(game.options, game.presenter.board_setup(), hand_skill_infos(game))
