"""REST routes for game analyses and variations."""

from __future__ import annotations

import asyncio

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from empile.engine.record import Record
from empile.server.background.analyses import (
    Analyses,
    AnalysisMade,
    AnalysisSeen,
    AnalysisWanted,
    checked_record,
    name_of,
)
from empile.server.http.errors import Asked
from empile.server.http.rest import game_of, limit, watched_room
from empile.server.tables.replays import LineShown, VariationRequest, line_of
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Buckets


class AnalysisController(Controller):
    path = "/api/analyses"
    tags = ("analyses",)

    @post("/", summary="Have a game analysed", status_code=HTTP_200_OK)
    async def begin(self, request: Asked, data: JSONBody[AnalysisWanted]) -> AnalysisMade:
        """Start analysing a finished game in the background. Equal requests share one analysis."""
        limit(request)
        analyses = analyses_of(request)
        record = await _record_wanted(request, data)
        name = name_of(record, data.depth)
        if not await analyses.known(name):
            buckets = request.app.state.analysis_buckets
            assert isinstance(buckets, Buckets)
            if not buckets.allow(request.client.host if request.client else ""):
                raise CommandError("slow_down", "too many games at once; wait a moment")
            analyses.begin(name, record, data.depth)
        return AnalysisMade(name)

    @get("/{analysis:str}", summary="An analysis as far as it is")
    async def seen(self, request: Asked, analysis: FromPath[str]) -> AnalysisSeen:
        """Return the progress and results of an analysis."""
        limit(request)
        return await analyses_of(request).seen(analysis)


class VariationController(Controller):
    path = "/api/replays/line"
    tags = ("records",)

    @post("/", summary="A side line", status_code=HTTP_200_OK)
    async def line(self, request: Asked, data: JSONBody[VariationRequest]) -> LineShown:
        """Check the moves of a variation and return its positions."""
        limit(request)
        return await asyncio.to_thread(line_of, data)


def analyses_of(request: Asked) -> Analyses:
    analyses = request.app.state.analyses
    assert isinstance(analyses, Analyses)
    return analyses


async def _record_wanted(request: Asked, wanted: AnalysisWanted) -> Record:
    if (wanted.record is None) == (wanted.table is None):
        raise CommandError("bad_request", "an analysis needs either a 'record' or a 'table'")
    if wanted.record is not None:
        return await asyncio.to_thread(checked_record, wanted.record)
    assert wanted.table is not None
    room, _ = await watched_room(request, wanted.table)
    game = game_of(room, wanted.game)
    if not game.over:
        raise CommandError("not_now", "this game is not over; analyse it after its end")
    record = room.table.record(game)
    return await asyncio.to_thread(checked_record, record.to_dict())
