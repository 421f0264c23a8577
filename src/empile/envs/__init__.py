"""Environments for PettingZoo, Gymnasium and OpenSpiel.

Thin adapters around the engine. Each module requires its own libraries, and its import error names
the extra to install.

* :mod:`empile.envs.pettingzoo`: all seats as agents (AEC); also one module per game, as in ``from
  empile.envs import block_ness_v0``;
* :mod:`empile.envs.gymnasium`: one seat, with bots at the others;
* :mod:`empile.envs.openspiel`: games of ``pyspiel`` with explicit chance nodes.

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
