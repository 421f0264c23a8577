"""REST routes for solo puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

from empile.engine.game import Game
from empile.server.http import solo
from empile.server.http.errors import Asked
from empile.server.http.rest import limit, registry_of
from empile.server.wire.errors import CommandError

_CACHE = "public, max-age=3600"
SEARCHES = 2
"""Searches at a time: they take seconds and tens of megabytes."""
MOST_WAITING = 16

_Data = TypeVar("_Data", solo.SoloStart, solo.SoloHintWanted, solo.SoloMoves)
_Answer = TypeVar("_Answer")


class SolverQueue:
    """Runs solvers in threads, a few at a time. Raises ``CommandError`` if too many wait."""

    def __init__(self, searches: int = SEARCHES, waiting: int = MOST_WAITING) -> None:
        self._free = asyncio.Semaphore(searches)
        self._left = searches + waiting

    async def run(self, call: Callable[[], _Answer]) -> _Answer:
        if self._left == 0:
            raise CommandError("slow_down", "many players are asking; try again in a moment")
        self._left -= 1
        try:
            async with self._free:
                return await asyncio.to_thread(call)
        finally:
            self._left += 1


class SoloController(Controller):
    path = "/api/solo"
    tags = ("solo",)

    @get("/levels", summary="The levels of solo games")
    async def levels(self, request: Asked) -> Response[Any]:
        """Return all levels without their starts. Can be cached."""
        body, tag = await asyncio.to_thread(solo.listed)
        headers = {"cache-control": _CACHE, "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

    @get("/levels/{level:str}", summary="A level of solo games")
    async def level(self, request: Asked, level: FromPath[str]) -> Response[solo.SoloLevel]:
        """Return a level with the position from which it begins. Can be cached."""
        limit(request)
        found = await asyncio.to_thread(solo.level_of, level)
        return Response(found, headers={"cache-control": _CACHE})

    @post("/check", summary="Check a level of one's own", status_code=HTTP_200_OK)
    async def check(self, request: Asked, data: JSONBody[solo.SoloStart]) -> solo.SoloVerdict:
        """Return whether a level can be solved, in how many ways, and how difficult it is."""
        return await _solved(request, data, solo.verdict)

    @post("/hint", summary="A step of a hint", status_code=HTTP_200_OK)
    async def hint(self, request: Asked, data: JSONBody[solo.SoloHintWanted]) -> solo.SoloHint:
        """Return a step of a hint, or how many moves to take back."""
        return await _solved(request, data, solo.hint)

    @post("/solution", summary="A solution", status_code=HTTP_200_OK)
    async def solution(self, request: Asked, data: JSONBody[solo.SoloMoves]) -> solo.SoloSolution:
        """Return a solution from a position, with its positions."""
        return await _solved(request, data, solo.solution)


async def _solved(request: Asked, data: _Data, answer: Callable[[Game, _Data], _Answer]) -> _Answer:
    limit(request)
    game = await registry_of(request).game_with(solo.solo_game(), solo.options_of(data.variant))
    queue = request.app.state.solvers
    assert isinstance(queue, SolverQueue)
    return await queue.run(lambda: answer(game, data))
