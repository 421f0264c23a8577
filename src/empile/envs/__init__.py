"""The games as bot writers of the field know them: PettingZoo, Gymnasium, OpenSpiel.

Each face is thin: rules, chance and eyes are the engine's. It asks for libraries that a player of the
games does not need, so each lives in a module of its own that says what is to be installed:

* :mod:`empile.envs.pettingzoo`: all seats in one environment; also as modules in that field's manner,
  ``from empile.envs import some_game_v0``, one for each game that is found;
* :mod:`empile.envs.gymnasium`: one seat, bots at the others;
* :mod:`empile.envs.openspiel`: games of ``pyspiel``, chance nodes and all.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from empile.envs import versioned

versioned.install()


def __getattr__(name: str) -> ModuleType:
    # For `from empile.envs import some_game_v0`: the import system asks here before it looks further.
    if not versioned.is_module_name(name):
        raise AttributeError(f"module 'empile.envs' has no attribute '{name}'")
    try:
        return importlib.import_module(f"empile.envs.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from error
