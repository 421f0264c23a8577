"""Game discovery: a game is a module that defines ``GAME``, in one of three places.

- a package in ``empile.games``
- a package in a folder that ``EMPILE_GAMES`` names (separated as in ``PATH``)
- an installed distribution with an entry point
  ``tic-tac-toe = "tic_tac_toe"`` in the group ``empile.games``

The folder or entry point has the game's name, so that loading a game imports no other one. If two have the
same name, the earlier place wins, and the earlier one among folders and distributions. A game whose name is
taken, or that cannot be imported, is skipped: ``skipped_games`` and the log name it with the reason.
"""

from __future__ import annotations

import importlib
import logging
import os
import pkgutil
import re
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final, NamedTuple

import empile.games
from empile.engine.errors import UnknownGameError
from empile.engine.game import Game

GROUP: Final = "empile.games"
"""The group of entry points."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

log = logging.getLogger("empile.games")


class SkippedGame(NamedTuple):
    """A game that cannot be used."""

    name: str
    origin: str
    """Where it was found: "the package hexes 1.0", "the folder /srv/games"."""
    reason: str
    error: Exception | None = None
    """What its import raised, if that is the reason."""

    def __str__(self) -> str:
        return f"the game '{self.name}' of {self.origin} is skipped: {self.reason}"


class _Source(NamedTuple):
    """Where a game is, before it is imported."""

    name: str
    module: str
    origin: str
    folder: Path | None = None
    """That of the package, which may have no game; None for an entry point, which must have one."""


_Versions = dict[int, type[Game]]

_loaded: dict[_Source, _Versions] = {}
"""Empty for a module that has no game, or that is skipped."""
_skipped: dict[_Source, SkippedGame] = {}
_in_use: dict[str, _Versions] = {}
"""What ``game_class`` has found, since to look into folders takes longer than most of its callers."""


def _skip(source: _Source, reason: str, error: Exception | None = None) -> None:
    if source not in _skipped:
        _skipped[source] = skipped = SkippedGame(source.name, source.origin, reason, error)
        log.warning("%s", skipped)


def _folders() -> list[_Source]:
    """Return the packages of ``empile.games`` and of the folders in ``EMPILE_GAMES``."""
    own = Path(empile.games.__file__).parent
    more = filter(None, os.environ.get("EMPILE_GAMES", "").split(os.pathsep))
    folders = list(dict.fromkeys([str(own), *more]))
    if list(empile.games.__path__) != folders:
        empile.games.__path__ = folders
    return [
        _Source(
            found.name.replace("_", "-"),
            f"{empile.games.__name__}.{found.name}",
            "Empile" if Path(folder) == own else f"the folder {folder}",
            Path(folder) / found.name,
        )
        for folder in folders
        for found in pkgutil.iter_modules([folder])
        if found.ispkg
    ]


@cache
def _installed() -> tuple[_Source, ...]:
    """Return the entry points; reading them takes milliseconds."""
    found = [
        _Source(point.name, point.value, _distribution(point))
        for point in entry_points(group=GROUP)
    ]
    return tuple(sorted(found, key=lambda source: (source.origin, source.name)))


def _distribution(point: EntryPoint) -> str:
    return (
        "a package" if point.dist is None else f"the package {point.dist.name} {point.dist.version}"
    )


@cache
def _has_game(source: _Source) -> bool:
    """Return whether a module that is not imported seems to have a game."""
    if source.folder is None:
        return True
    code = (source.folder / "__init__.py").read_text("utf-8", "replace")
    return re.search(r"^GAME\b", code, re.MULTILINE) is not None


def _unique(sources: list[_Source]) -> dict[str, _Source]:
    """Return sources by name, and skip those whose name is taken."""
    by_name: dict[str, _Source] = {}
    for source in sources:
        first = by_name.setdefault(source.name, source)
        if first != source and _has_game(source):
            _skip(source, f"{first.origin} has a game of this name; remove one of them")
    return by_name


def _source_of(name: str) -> _Source | None:
    """Return where a game is. Entry points are read only if no folder has its name."""
    found = _unique(_folders()).get(name)
    return found or _unique(list(_installed())).get(name)


def _load(source: _Source) -> _Versions:
    """Return a game's classes by rules version; none if it is skipped."""
    found = _loaded.get(source)
    if found is None:
        try:
            module = importlib.import_module(source.module)
        except (Exception, SystemExit) as error:  # a broken game must not break the others
            cause = error if isinstance(error, Exception) else None
            _skip(source, describe_error(error), cause)
            found = {}
        else:
            games = (
                [module.GAME, *getattr(module, "OLDER_RULES", ())]
                if hasattr(module, "GAME")
                else []
            )
            found = {game.rules_version: game for game in games if _is_valid(source, game)}
            if source.folder is None and not games:
                _skip(source, f"the module {source.module} does not define GAME")
        _loaded[source] = found
    return found


def _is_valid(source: _Source, game: object) -> bool:
    if not (isinstance(game, type) and issubclass(game, Game)):
        _skip(source, "GAME must be a subclass of empile.Game")
        return False
    name: object = getattr(game, "name", None)
    if name != source.name:
        place = "entry point" if source.folder is None else "folder"
        _skip(source, f"its GAME.name is {name!r}, but its {place} says '{source.name}'")
    elif not _NAME.fullmatch(source.name):
        _skip(
            source, "a name has lower-case letters, digits and single hyphens, as in 'tic-tac-toe'"
        )
    elif not isinstance(getattr(game, "rules_version", None), int):
        _skip(source, "GAME.rules_version must be a number")
    else:
        return True
    return False


def describe_error(error: BaseException) -> str:
    """Return an error of a game in one line, with the place in the code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def _games() -> dict[str, _Versions]:
    sources = _unique([*_folders(), *_installed()])
    return {name: found for name, source in sources.items() if (found := _load(source))}


def game_names() -> list[str]:
    """Return the sorted names of all games.

    Example::

        >>> "blox" in empile.game_names()
        True
    """
    return sorted(_games())


def skipped_games() -> list[SkippedGame]:
    """Return the games that cannot be imported, or whose name is taken. Imports all games.

    Example::

        >>> [skipped.reason for skipped in skipped_games()]
        []
    """
    _games()
    return list(_skipped.values())


def game_class(name: str, rules_version: int | None = None) -> type[Game]:
    """Return the class of a game, by default with its newest rules.

    Raises ``UnknownGameError``. Example: ``game_class("on-top").rules_version``.
    """
    versions = _in_use.get(name) or _versions_of(name)
    wanted = max(versions) if rules_version is None else rules_version
    if wanted not in versions:
        raise UnknownGameError(f"{name} has no rules version {wanted}")
    return versions[wanted]


def _versions_of(name: str) -> _Versions:
    source = _source_of(name)
    versions = _load(source) if source is not None else {}
    if versions:
        _in_use[name] = versions
        return versions
    skipped = _skipped.get(source) if source is not None else None
    if skipped is not None:
        raise UnknownGameError(str(skipped)) from skipped.error
    raise UnknownGameError(f"there is no game '{name}'; the games are {', '.join(game_names())}")


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
    classes = (game_class(name) for name in game_names())
    # Not all games: one that cannot be used must not break the others.
    games = (cls() for cls in classes if cls.solo is not Game.solo)
    return next((game for game in games if game.solo is not None), None)
