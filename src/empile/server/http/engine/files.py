"""Rules of games for pages that play without asking the server, in memory.

``/engine/index.json`` lists them by game. Other files have a hash of their content in their name, and
browsers keep them forever: the module of a game, and a bundle for each number of players.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, Final, Literal

import msgspec

from empile.engine.discovery import game_names
from empile.server.background.game_cache import GameCache
from empile.server.background.modules import Modules, PageRules
from empile.server.http.engine.paths import INDEX, PREFIX
from empile.server.http.static import File, Send, answer_file, make_file, packed_variants

_HASH_DIGITS: Final = 16


class EngineBundle(msgspec.Struct):
    """The addresses of what a page needs beside a module, for a number of players."""

    players: int
    facts: str
    data: str


class EngineGame(msgspec.Struct, omit_defaults=True):
    """A game in the index.

    ``compiling``: ask again later. ``unavailable``: pages never play it by themselves on this server.
    """

    status: Literal["ready", "compiling", "unavailable"]
    rules: int | None = None
    """The version of the rules."""
    module: str | None = None
    """Its address."""
    bundles: list[EngineBundle] = []


class EngineFiles:
    """An ASGI application for the rules of all games; with ``compiles``, it compiles what is missing."""

    def __init__(self, games: GameCache, *, compiles: bool) -> None:
        self._games: dict[str, EngineGame] = {}
        self._files: dict[str, File] = {}
        self._modules = Modules(games, self._add, compiles=compiles)
        self._reading: asyncio.Future[None] | None = None
        if compiles:
            self._modules.prepare()

    def stop(self) -> None:
        """Compile no further game."""
        self._modules.stop()

    async def __call__(self, scope: dict[str, Any], _: object, send: Send) -> None:
        self._modules.start()
        if self._reading is None:  # one thread waits for all requests
            self._reading = asyncio.ensure_future(asyncio.to_thread(self._modules.wait_until_read))
        await asyncio.shield(self._reading)
        path: str = scope["path"]
        await answer_file(self._index() if path == INDEX else self._files.get(path), scope, send)

    def _index(self) -> File:
        unfinished = EngineGame("compiling")
        listed = {name: self._games.get(name, unfinished) for name in game_names()}
        return make_file(INDEX, msgspec.json.encode({"games": listed}), compress=True)

    def _add(self, name: str, rules: PageRules | None) -> None:
        """Serve a game, or say that it never is."""
        if rules is None:
            self._games[name] = EngineGame("unavailable")
            return
        bundles = [
            EngineBundle(
                players,
                self._put(f"{name}-{players}", ".json", bundle.json),
                self._put(f"{name}-{players}", ".bin", bundle.data),
            )
            for players, bundle in rules.bundles.items()
        ]
        packed = packed_variants(rules.shipped)
        module = self._put(name, ".wasm", rules.module, packed)
        self._games[name] = EngineGame("ready", rules.rules_version, module, bundles)

    def _put(
        self, name: str, ending: str, body: bytes, packed: dict[str, bytes] | None = None
    ) -> str:
        """Serve a file; return its address."""
        digest = hashlib.sha256(body).hexdigest()[:_HASH_DIGITS]
        path = f"{PREFIX}{name}.{digest}{ending}"
        self._files[path] = make_file(path, body, packed, compress=True, is_fixed=True)
        return path
