"""Empile: modern block-stacking board games, their rules, bots and a table to play at.

The rules engine is reached from here::

    import empile

    game = empile.load("block-ness", players=2)
    state = game.new_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from empile.engine.discovery import game_names, load
    from empile.engine.errors import (
        EmpileError,
        IllegalActionError,
        NotationError,
        OptionError,
        RecordError,
    )
    from empile.engine.game import CHANCE, OUTSIDE, OVER, Game, State
    from empile.engine.match import Match
    from empile.engine.record import Record

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OUTSIDE",
    "OVER",
    "EmpileError",
    "Game",
    "IllegalActionError",
    "Match",
    "NotationError",
    "OptionError",
    "Record",
    "RecordError",
    "State",
    "__version__",
    "game_names",
    "load",
]

_HOMES = {
    "game_names": "discovery",
    "load": "discovery",
    "EmpileError": "errors",
    "IllegalActionError": "errors",
    "NotationError": "errors",
    "OptionError": "errors",
    "RecordError": "errors",
    "CHANCE": "game",
    "OUTSIDE": "game",
    "OVER": "game",
    "Game": "game",
    "State": "game",
    "Match": "match",
    "Record": "record",
}


def __getattr__(name: str) -> Any:
    # Loaded at first use: the engine brings a compiler along, which takes most of a second, and
    # `empile --help` needs none of it.
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'empile' has no attribute '{name}'")
    return getattr(importlib.import_module(f"empile.engine.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
