"""REST routes for pictures and films of games."""

from __future__ import annotations

from typing import Any, Final

from litestar import Controller, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from empile.server.background.compute import SEARCH_COST
from empile.server.http.computing import computed_bytes
from empile.server.http.errors import Asked
from empile.server.http.rest import limit, registry_of
from empile.server.http.sharing.pictures import (
    FallRequest,
    FilmRequest,
    PictureRequest,
    fall,
    film,
    picture,
)

PNG: Final = "image/png"
WEBP: Final = "image/webp"
_PICTURE_COST: Final = 200.0
"""In events of a replay."""


class SharingController(Controller):
    path = "/api"
    tags = ("records",)

    @post(
        "/pictures",
        summary="A picture of a position",
        cost=5,
        errors=("bad_record",),
        status_code=HTTP_200_OK,
        media_type=PNG,
    )
    async def picture(self, request: Asked, data: JSONBody[PictureRequest]) -> Response[Any]:
        """Return a PNG of a position of a record, as spectators see it."""
        limit(request)
        body = await computed_bytes(request, picture, data, cost=_PICTURE_COST)
        return Response(body, media_type=PNG)

    @post(
        "/films/falls",
        summary="A film of a placement",
        cost=20,
        errors=("no_table",),
        status_code=HTTP_200_OK,
        media_type=WEBP,
    )
    async def fall(self, request: Asked, data: JSONBody[FallRequest]) -> Response[Any]:
        """Return an animated WebP of a placement, from the animation that the server has sent."""
        limit(request)
        game = await registry_of(request).game_with(data.game, {})
        body = await computed_bytes(
            request, fall, game.rules_version, game.options, data, cost=SEARCH_COST
        )
        return Response(body, media_type=WEBP)

    @post(
        "/films",
        summary="A film of some moves",
        cost=20,
        errors=("bad_record",),
        status_code=HTTP_200_OK,
        media_type=WEBP,
    )
    async def film(self, request: Asked, data: JSONBody[FilmRequest]) -> Response[Any]:
        """Return an animated WebP of some positions of a record, as spectators see them."""
        limit(request)
        body = await computed_bytes(request, film, data, cost=SEARCH_COST)
        return Response(body, media_type=WEBP)
