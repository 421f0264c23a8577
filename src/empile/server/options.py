"""Options that somebody thinks of playing by, checked before a table is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError, UnknownGameError
from empile.server.bodies import OptionsChecked
from empile.server.refused import RefusedError


def checked(name: str, options: Mapping[str, Any]) -> OptionsChecked:
    """Return the options of a game written out; slow enough to be called in a thread.

    Refuses a game that there is not, and options that do not hold together, with every fault.
    """
    try:
        game = game_class(name)(**options)
    except UnknownGameError as error:
        raise RefusedError("no_table", str(error)) from None
    except OptionError as error:
        raise RefusedError.of_options(error) from None
    return OptionsChecked(game.options, game.setting())
