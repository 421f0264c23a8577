"""Import hook for the modules ``empile.envs.some_game_v1``, as PettingZoo's environments are."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from empile.envs.names import VERSION, module_name

if TYPE_CHECKING:
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

    from empile.envs.episode import Action, Observation, Planes
    from empile.envs.pettingzoo import EmpileAEC

_PACKAGE = "empile.envs."
_NAME = re.compile(r"([a-z0-9_]+)_v([0-9]+)")


class EnvironmentModule(Protocol):
    """The type of these modules for type checkers."""

    def env(
        self,
        *,
        render_mode: str | None = None,
        planes: Planes = False,
        memory: bool = False,
        **options: object,
    ) -> wrappers.OrderEnforcingWrapper[str, Observation, Action | None]:
        """Create an environment that checks the order of calls and the actions."""
        ...

    def raw_env(
        self,
        *,
        render_mode: str | None = None,
        planes: Planes = False,
        memory: bool = False,
        **options: object,
    ) -> EmpileAEC:
        """Create an environment without these checks."""
        ...


def is_module_name(name: str) -> bool:
    """Return whether ``name`` looks like an environment module."""
    return _NAME.fullmatch(name) is not None


def install() -> None:
    """Install the import hook."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        name = fullname.removeprefix(_PACKAGE)
        found = _NAME.fullmatch(name)
        if name == fullname or found is None:
            return None
        from empile.engine.discovery import game_names  # deferred: imports the engine

        games = {module_name(game): game for game in game_names()}
        current = f"{found[1]}_v{VERSION}"
        if current in games and int(found[2]) < VERSION:
            raise ImportError(
                f"empile.envs.{name} was removed: observations and actions of {current} have other"
                " shapes, which follow the options"
            )
        return ModuleSpec(fullname, _Loader(games[name])) if name in games else None


class _Loader(Loader):
    def __init__(self, game: str) -> None:
        self.game = game

    def exec_module(self, module: ModuleType) -> None:
        face = importlib.import_module("empile.envs.pettingzoo")
        module.__doc__ = f"The PettingZoo environment of {self.game}."
        vars(module).update(
            __all__=["env", "raw_env"],
            env=partial(face.env, self.game),
            raw_env=partial(face.raw_env, self.game),
        )
