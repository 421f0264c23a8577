"""Empile: modern block-stacking board games, their rules, bots and a table to play at.

The rules engine is reached from here::

    import empile

    game = empile.load("block-ness", players=2)
    state = game.new_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())
"""

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
