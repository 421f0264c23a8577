"""REST routes for what the page keeps to go on without the server."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath

from empile.server.background.compute import SEARCH_COST
from empile.server.http import solo
from empile.server.http.computing import computed_bytes, tagged
from empile.server.http.errors import Asked
from empile.server.http.offline.lessons import OfflineLessons, encoded_lessons
from empile.server.http.offline.solo import OfflineLevel, encoded_level
from empile.server.http.rest import learnt_game, registry_of


class OfflineController(Controller):
    path = "/api/offline"
    tags = ("offline",)

    @get("/lessons/{game:str}", summary="All lessons of a game", cost=1, errors=("no_table",))
    async def lessons(self, request: Asked, game: FromPath[str]) -> Response[OfflineLessons]:
        """Return all lessons of a game with all positions that right moves lead to.

        For learning without a connection. Can be cached.
        """
        learnt = await learnt_game(request, game)
        return await _kept(request, encoded_lessons, learnt.name, learnt.rules_version)

    @get(
        "/levels/{level:str}",
        summary="A solo level with its solutions",
        cost=1,
        errors=("no_table",),
    )
    async def level(self, request: Asked, level: FromPath[str]) -> Response[OfflineLevel]:
        """Return a solo level with all positions from which it can be solved.

        For playing without a connection. Can be cached.
        """
        found = await solo.find_level(level)
        options = solo.options_of(found.variant)
        game = await registry_of(request).game_with(solo.solo_game(), options)
        return await _kept(request, encoded_level, level, game.rules_version, game.options)


async def _kept(request: Asked, function: Callable[..., bytes], *arguments: Any) -> Response[Any]:
    """Answer with JSON and its entity tag; clients that have it already get no body."""
    body = await computed_bytes(request, function, *arguments, cost=SEARCH_COST)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return tagged(request, body, tag)
