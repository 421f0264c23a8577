"""REST routes for solo puzzles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from empile.server.background.compute import SEARCH_COST
from empile.server.http import solo
from empile.server.http.computing import computed, tagged
from empile.server.http.errors import Asked
from empile.server.http.rest import limit, registry_of

_CACHE = "public, max-age=3600"


class SoloController(Controller):
    path = "/api/solo"
    tags = ("solo",)

    @get("/levels", summary="The levels of solo games", cost=1)
    async def levels(self, request: Asked) -> Response[Any]:
        """Return all levels without their starts. Can be cached."""
        body, tag = await asyncio.to_thread(solo.listed)
        return tagged(request, body, tag)

    @get("/levels/{level:str}", summary="A level of solo games", cost=1, errors=("no_table",))
    async def level(self, request: Asked, level: FromPath[str]) -> Response[solo.SoloLevel]:
        """Return a level with the position from which it begins. Can be cached."""
        limit(request)
        found = await solo.find_level(level)
        return Response(found, headers={"cache-control": _CACHE})

    @post(
        "/check",
        summary="Check a level of one's own",
        cost=4,
        errors=("bad_options", "bad_position"),
        status_code=HTTP_200_OK,
    )
    async def check(
        self, request: Asked, data: JSONBody[solo.SoloStart]
    ) -> Response[solo.SoloVerdict]:
        """Return whether a level can be solved, in how many ways, and how difficult it is."""
        return await _solved(request, data, solo.encoded_verdict)

    @post(
        "/hint",
        summary="A step of a hint",
        cost=4,
        errors=("bad_options", "bad_position", "illegal", "not_now"),
        status_code=HTTP_200_OK,
    )
    async def hint(
        self, request: Asked, data: JSONBody[solo.SoloHintRequest]
    ) -> Response[solo.SoloHint]:
        """Return a step of a hint, or how many moves to take back."""
        return await _solved(request, data, solo.encoded_hint)

    @post(
        "/solution",
        summary="A solution",
        cost=4,
        errors=("bad_options", "bad_position", "illegal"),
        status_code=HTTP_200_OK,
    )
    async def solution(
        self, request: Asked, data: JSONBody[solo.SoloMoves]
    ) -> Response[solo.SoloSolution]:
        """Return a solution from a position, with its positions."""
        return await _solved(request, data, solo.encoded_solution)


async def _solved(
    request: Asked,
    data: solo.SoloStart | solo.SoloHintRequest | solo.SoloMoves,
    answer: Callable[..., bytes],
) -> Response[Any]:
    limit(request)
    game = await registry_of(request).game_with(solo.solo_game(), solo.options_of(data.variant))
    return await computed(request, answer, game.rules_version, game.options, data, cost=SEARCH_COST)
