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


def _packages() -> list[str]:
    for folder in filter(None, os.environ.get("EMPILE_GAMES", "").split(os.pathsep)):
        if folder not in empile.games.__path__:
            empile.games.__path__.append(folder)
    return [found.name for found in pkgutil.iter_modules(empile.games.__path__) if found.ispkg]


def _import(package: str) -> None:
    if package in _imported:
        return
    module = importlib.import_module(f"empile.games.{package}")
    _imported.add(package)
    if hasattr(module, "GAME"):
        for game in (module.GAME, *getattr(module, "OLDER_RULES", ())):
            _known.setdefault(game.name, {})[game.rules_version] = game


def _games() -> dict[str, dict[int, type[Game]]]:
    for package in _packages():
        _import(package)
    return _known


_imported: set[str] = set()


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
    package = name.replace("-", "_")
    if package in _packages():
        _import(package)  # not all of them, which takes longer than to load one
    versions = _known.get(name) or _games().get(name)
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


def game_with_solo() -> Game | None:
    """Return the first game that has solo levels, or None.

    Example: ``game_with_solo().solo.levels()[0].id``.
    """
    games = (load(name) for name in game_names())
    return next((game for game in games if game.solo is not None), None)
