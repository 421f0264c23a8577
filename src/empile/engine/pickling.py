"""Pickles of games and states.

A state is its game (name, rules version, options), its bytes and a checksum. Games are loaded once per
process.
"""

from __future__ import annotations

import pickle
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

from empile.engine.errors import PickleError

if TYPE_CHECKING:
    from empile.engine.game import Game
    from empile.engine.state import State

_GAMES = 64
"""Games kept in memory."""


def reduce_game(game: Game) -> tuple[Any, ...]:
    """Return what ``pickle`` calls to get ``game`` again."""
    cls: Any = type(game)
    # A class that is not discovered, such as one of a research program, is pickled by reference.
    source = cls.name if _is_discovered(cls) else cls
    return load_game, (source, cls.rules_version, pickle.dumps(game.options, 4))


def reduce_state(state: State) -> tuple[Any, ...]:
    """Return what ``pickle`` calls to get ``state`` again."""
    data = state.tobytes()
    return load_state, (state.game, data, checksum(state.game, data))


def load_game(source: Any, rules_version: int, options: bytes) -> Game:
    """Return the game of a name or class, the same object for the same arguments.

    Raises ``UnknownGameError`` if the game or these rules are not installed, ``OptionError``.
    """
    return _load(source, rules_version, options)


@lru_cache(_GAMES)
def _load(source: str | type[Game], rules_version: int, options: bytes) -> Game:
    from empile.engine.discovery import game_class

    if isinstance(source, str):
        return game_class(source, rules_version)(**pickle.loads(options))
    if source.rules_version != rules_version:
        raise PickleError(
            f"the pickle has rules version {rules_version} of {source.name},"
            f" but version {source.rules_version} is installed"
        )
    return source(**pickle.loads(options))


def load_state(game: Game, data: bytes, check: int) -> State:
    """Return the state; raises ``PickleError`` for damaged bytes or another layout."""
    from empile.engine.state import State

    check_bytes(game, data, check)
    return State.from_bytes(game, data)


def check_bytes(game: Game, data: bytes, check: int) -> None:
    """Raise ``PickleError`` if ``checksum`` is not ``check``."""
    if checksum(game, data) != check:
        raise PickleError(
            f"a pickled state of {game.name} is damaged, or was written by a release with another"
            " layout of states; save games as records to keep them"
        )


def checksum(game: Game, data: bytes) -> int:
    """Return a checksum of the bytes of states, and of their layout."""
    return crc32(data, crc32(repr(game.rules.STATE.descr).encode()))


@cache
def _is_discovered(cls: type[Game]) -> bool:
    from empile.engine.discovery import game_class
    from empile.engine.errors import UnknownGameError

    try:
        return game_class(cls.name, cls.rules_version) is cls
    except UnknownGameError:
        return False
