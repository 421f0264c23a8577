"""Environments for PettingZoo, Gymnasium and OpenSpiel.

:mod:`empile.envs.pettingzoo` has all seats as agents and a module per game,
:mod:`empile.envs.gymnasium` one seat with bots at the others, :mod:`empile.envs.openspiel` the
games of ``pyspiel``.

Example::

    >>> from empile.envs import block_ness_v0
    >>> env = block_ness_v0.env(players=3)
    >>> env.reset(seed=42)
    >>> env.agents
    ['player_0', 'player_1', 'player_2']
"""

from __future__ import annotations

import importlib
from types import ModuleType

from empile.envs import versioned

versioned.install()


def __getattr__(name: str) -> ModuleType:
    # Called by `from empile.envs import some_game_v0` before the submodule is imported.
    if not versioned.is_module_name(name):
        raise AttributeError(f"module 'empile.envs' has no attribute '{name}'")
    try:
        return importlib.import_module(f"empile.envs.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from error
