"""Boards drawn from a seed, so that no agent can have learned them by heart."""

from __future__ import annotations

from typing import Any, Final

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError
from empile.engine.random import Stream

_MOST_TRIES: Final = 200


def drawn_options(game: str, players: int, stream: Stream) -> dict[str, Any]:
    """Return options with a board of ``Game.draw_board``; empty for a game without.

    :raises OptionError: if no board is valid

    Example::

        >>> sorted(drawn_options("on-top", 2, empile.new_stream(1)))
        ['start']
    """
    load = game_class(game)
    for _ in range(_MOST_TRIES):
        options = load.draw_board(stream)
        try:
            load(**{"players": players, **options})
        except OptionError:
            continue
        return options
    raise OptionError(f"no valid board of {game} in {_MOST_TRIES} tries")
