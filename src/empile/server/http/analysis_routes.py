"""REST routes for game analyses and variations."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from empile.engine.strict_json import is_list
from empile.server.background.analyses import (
    Analyses,
    analysis_input,
    analysis_input_of_table,
)
from empile.server.background.analysis_schemas import (
    AnalysisCreated,
    AnalysisInput,
    AnalysisRequest,
    AnalysisResponse,
)
from empile.server.http.computing import computed, computed_bytes, group_of
from empile.server.http.errors import Asked
from empile.server.http.rest import game_of, limit, spend, watched_room
from empile.server.tables import game_redaction
from empile.server.tables.replays import VariationRequest, VariationResponse, encoded_line
from empile.server.wire.errors import CommandError

_ANALYSIS_COST: Final = 200
"""Of a new one."""


class AnalysisController(Controller):
    path = "/api/analyses"
    tags = ("analyses",)

    @post(
        "/",
        summary="Have a game analysed",
        cost=2,
        errors=("no_table", "bad_token", "no_spectators", "bad_record", "not_now"),
        status_code=HTTP_200_OK,
    )
    async def begin(self, request: Asked, data: JSONBody[AnalysisRequest]) -> AnalysisCreated:
        """Start analysing a finished game in the background. Equal requests share one analysis."""
        limit(request)
        analyses = analyses_of(request)
        wanted = msgspec.json.decode(await _input(request, data), type=AnalysisInput)
        group = group_of(request)
        if not await analyses.known(wanted.name, group):
            spend(request, _ANALYSIS_COST)
            await analyses.begin(wanted, group)
        return AnalysisCreated(wanted.name)

    @get("/{analysis:str}", summary="An analysis as far as it is", errors=("no_table",))
    async def seen(self, request: Asked, analysis: FromPath[str]) -> Response[AnalysisResponse]:
        """Return the progress and results of an analysis."""
        limit(request)
        body: Any = await analyses_of(request).seen(analysis, group_of(request))
        return Response(body, media_type="application/json")

    @delete("/{analysis:str}", summary="Cancel an analysis")
    async def cancel(self, request: Asked, analysis: FromPath[str]) -> None:
        """End an unfinished analysis, unless other addresses asked for it. Stored ones are kept."""
        limit(request)
        await analyses_of(request).cancel(analysis, group_of(request))


class VariationController(Controller):
    path = "/api/replays/line"
    tags = ("records",)

    @post("/", summary="A side line", cost=2, errors=("bad_record",), status_code=HTTP_200_OK)
    async def line(
        self, request: Asked, data: JSONBody[VariationRequest]
    ) -> Response[VariationResponse]:
        """Check the moves of a variation and return its positions."""
        limit(request)
        return await computed(request, encoded_line, data, cost=_cost_of(data.record))


def analyses_of(request: Asked) -> Analyses:
    analyses = request.app.state.analyses
    assert isinstance(analyses, Analyses)
    return analyses


async def _input(request: Asked, wanted: AnalysisRequest) -> bytes:
    if (wanted.record is None) == (wanted.table is None):
        raise CommandError("bad_request", "an analysis needs either a 'record' or a 'table'")
    if wanted.record is not None:
        cost = _cost_of(wanted.record)
        return await computed_bytes(request, analysis_input, wanted.record, wanted.depth, cost=cost)
    assert wanted.table is not None
    room, key = await watched_room(request, wanted.table)
    game = game_of(room, wanted.game)
    if not game.over:
        raise CommandError("not_now", "this game is not over; analyse it after its end")
    snapshot = game_redaction.snapshot_of(room.table, game, key)
    cost, number = len(snapshot.events), room.table.number
    return await computed_bytes(
        request, analysis_input_of_table, snapshot, wanted.depth, cost=cost, table=number
    )


def _cost_of(record: dict[str, Any]) -> float:
    events = record.get("events")
    return len(events) if is_list(events) else 1.0
