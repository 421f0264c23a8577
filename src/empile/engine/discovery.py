"""Game discovery: every package in ``empile.games`` that defines ``GAME`` is a game.

``EMPILE_GAMES`` names further folders (separated as in ``PATH``) to search.
"""

from __future__ import annotations

import importlib
import os
import pkgutil

import empile.games
from empile.engine.errors import UnknownGameError
from empile.engine.game import Game

_known: dict[str, dict[int, type[Game]]] = {}


def _games() -> dict[str, dict[int, type[Game]]]:
    for folder in filter(None, os.environ.get("EMPILE_GAMES", "").split(os.pathsep)):
        if folder not in empile.games.__path__:
            empile.games.__path__.append(folder)
    for found in pkgutil.iter_modules(empile.games.__path__):
        module_name = f"empile.games.{found.name}"
        if not found.ispkg or module_name in _modules:
            continue
        module = importlib.import_module(module_name)
        _modules.add(module_name)
        if not hasattr(module, "GAME"):
            continue
        for game in (module.GAME, *getattr(module, "OLDER_RULES", ())):
            _known.setdefault(game.name, {})[game.rules_version] = game
    return _known


_modules: set[str] = set()


def game_names() -> list[str]:
    """Return the sorted names of all games.

    Example::

        >>> "blox" in empile.game_names()
        True
    """
    return sorted(_games())


def game_class(name: str, rules_version: int | None = None) -> type[Game]:
    """Return the class of a game, by default with its newest rules.

    Raises ``UnknownGameError``. Example: ``game_class("on-top").rules_version``.
    """
    versions = _games().get(name)
    if versions is None:
        raise UnknownGameError(
            f"there is no game '{name}'; the games are {', '.join(game_names())}"
        )
    wanted = max(versions) if rules_version is None else rules_version
    if wanted not in versions:
        raise UnknownGameError(f"{name} has no rules version {wanted}")
    return versions[wanted]


def load(name: str, /, *, rules_version: int | None = None, **options: object) -> Game:
    """Return a game with its options chosen.

    Raises ``UnknownGameError`` or ``OptionError``.

    Example::

        >>> empile.load("block-ness", players=3).num_players
        3
    """
    return game_class(name, rules_version)(**options)
