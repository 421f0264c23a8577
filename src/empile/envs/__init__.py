"""Environments for PettingZoo, Gymnasium and OpenSpiel.

Example::

    >>> from empile.envs import block_ness_v1
    >>> block_ness_v1.env(players=2).possible_agents
    ['player_0', 'player_1']
"""

from __future__ import annotations

import importlib
from typing import cast

from empile.envs import versioned

versioned.install()


def __getattr__(name: str) -> versioned.EnvironmentModule:
    # Called by `from empile.envs import some_game_v1` before the submodule is imported.
    if not versioned.is_module_name(name):
        raise AttributeError(f"module 'empile.envs' has no attribute '{name}'")
    try:
        module = importlib.import_module(f"empile.envs.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from error
    return cast("versioned.EnvironmentModule", module)
