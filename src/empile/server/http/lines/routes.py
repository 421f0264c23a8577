"""REST routes for engine lines."""

from __future__ import annotations

from typing import Final

from litestar import Controller, Response, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from empile.server.background.compute import LIGHT_COST
from empile.server.http.computing import computed
from empile.server.http.errors import Asked
from empile.server.http.lines.answers import encoded_lines
from empile.server.http.lines.schemas import LinesRequest, LinesResponse
from empile.server.http.rest import registry_of

_SIMULATIONS_PER_EVENT: Final = 25
"""Simulations that take as long as the replay of an event."""


class LinesController(Controller):
    path = "/api/positions/lines"
    tags = ("positions",)

    @post(
        "/",
        summary="The best moves of a position",
        cost=10,
        errors=("no_table", "bad_options", "bad_position", "illegal", "not_now"),
        status_code=HTTP_200_OK,
    )
    async def lines(self, request: Asked, data: JSONBody[LinesRequest]) -> Response[LinesResponse]:
        """Search the best moves with their continuations, for the seat to act. Nothing is stored.

        The search ends when the client disconnects. Equal requests have equal answers.
        """
        game = await registry_of(request).game_with(data.game, data.options, data.rules)
        return await computed(
            request,
            encoded_lines,
            game.rules_version,
            game.options,
            data,
            cost=_cost_of(data),
        )


def _cost_of(wanted: LinesRequest) -> float:
    """Return the cost, always more than that of what a thread of the server computes."""
    return LIGHT_COST + len(wanted.moves) + wanted.simulations / _SIMULATIONS_PER_EVENT
