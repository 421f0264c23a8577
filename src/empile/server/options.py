"""Options that somebody thinks of playing by, checked before a table is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError, UnknownGameError
from empile.server.bodies import OptionsChecked
from empile.server.dexterities import dexterities_told
from empile.server.refused import RefusedError


def checked(name: str, options: Mapping[str, Any]) -> OptionsChecked:
    """Return the options of a game written out, or every fault; slow: to be called in a thread.

    Options with faults are an answer like any other: who enters a board asks at every step. Only a
    game that there is not is refused.
    """
    try:
        game = game_class(name)(**options)
    except UnknownGameError as error:
        raise RefusedError("no_table", str(error)) from None
    except OptionError as error:
        return OptionsChecked(refused=RefusedError.of_options(error).body())
    return OptionsChecked(game.options, game.presenter.board_setup(), dexterities_told(game))
