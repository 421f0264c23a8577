"""Rules of games as WebAssembly for the page, read or compiled in the background.

Compiled modules are read first; what is missing is compiled after the native code of all games, one
game at a time and in another process. Processes of other servers that want the same module wait for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from empile.engine.compiled.machine_code import NotCompiledError, loading_only
from empile.engine.discovery import game_class, game_names
from empile.engine.game import Game
from empile.engine.wasm import Bundle, WasmError, rules_module
from empile.engine.wasm.build import cached_module, shipped_path
from empile.engine.wasm.bundle import standard_bundles
from empile.server.background.game_cache import GameCache

log = logging.getLogger("empile.games")


class PageRules(NamedTuple):
    """What a page needs to play a game by itself."""

    rules_version: int
    module: bytes
    shipped: Path
    """The module's file if it was shipped; compressed variants lie beside it."""
    bundles: dict[int, Bundle]
    """By the number of players."""


Publish = Callable[[str, PageRules | None], None]
"""Gets the name of a game, and None for a game that pages never play by themselves."""


class Modules:
    """Reads the rules of all games, and publishes each as soon as it is there.

    With ``compiles``, it compiles what is missing.
    """

    def __init__(self, games: GameCache, publish: Publish, *, compiles: bool) -> None:
        self._games = games
        self._publish = publish
        self._compiles = compiles
        self._begun = threading.Lock()
        self._read = threading.Event()
        self._stop = threading.Event()

    def prepare(self) -> None:
        """Start in the background, as soon as the native code is compiled."""
        threading.Thread(target=self._prepare, name="modules", daemon=True).start()

    def start(self) -> None:
        """Start in the background now, if it has not begun."""
        if self._begun.acquire(blocking=False):
            threading.Thread(target=self._run, name="modules", daemon=True).start()

    def stop(self) -> None:
        """Begin no further game; a process that compiles ends with this one."""
        self._stop.set()
        self._read.set()

    def wait_until_read(self) -> None:
        """Wait until all that is compiled is published."""
        self._read.wait()

    def _prepare(self) -> None:
        for name in game_names():
            self._games.wait_until_compiled(name)
        self.start()

    def _run(self) -> None:
        names = missing = game_names()
        if self._compiles:
            with loading_only():
                missing = [name for name in names if not self._take(name, _compiled)]
            self._read.set()
            for name in names:
                self._games.wait_until_compiled(name)
        for name in missing:
            self._take(name, rules_module if self._compiles else cached_module)
        self._read.set()

    def _take(self, name: str, module_of: Callable[[Game], bytes | None]) -> bool:
        """Publish a game with its module; return False if something has to be compiled first."""
        rules: PageRules | None = None
        try:
            if self._stop.is_set():
                return False
            rules = _rules(game_class(name), module_of)
        except NotCompiledError:
            return False
        except WasmError as error:
            log.warning("pages cannot play %s by themselves: %s", name, error)
        except Exception:  # whatever its author has not finished
            log.exception("pages cannot play %s by themselves", name)
        self._publish(name, rules)
        return True


def _rules(kind: type[Game], module_of: Callable[[Game], bytes | None]) -> PageRules | None:
    """Return what pages need of a game; None if its rules do not write views, or without a module."""
    game = kind()
    module = None if game.presenter.server_reason else module_of(game)
    if module is None:
        return None
    return PageRules(game.rules_version, module, shipped_path(game), standard_bundles(kind))


def _compiled(game: Game) -> bytes:
    """Return the module of a game that is compiled; raises ``NotCompiledError``."""
    module = cached_module(game)
    if module is None:
        raise NotCompiledError(game.name)
    return module
