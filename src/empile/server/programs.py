"""REST and WebSocket apps with the tables behind them. Imported lazily (about 1 s)."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import empile
from empile.server import analysis_rest, rest
from empile.server.analyses import Analyses
from empile.server.house import House
from empile.server.limits import Buckets
from empile.server.metrics import CONTENT_TYPE, Metrics
from empile.server.refused import RefusedError
from empile.server.schema_page import PlainPage
from empile.server.settings import Settings
from empile.server.sockets import Sockets
from empile.server.sqlite_store import SQLiteStore


def rest_application(settings: Settings) -> Litestar:
    """Return the REST app; it expects the tables in ``state.house``."""
    limits = settings.limits
    return Litestar(
        route_handlers=[
            rest.Games,
            rest.Lessons,
            rest.Tables,
            rest.Records,
            analysis_rest.Lines,
            analysis_rest.GamesAnalysed,
            rest.protocol_schema,
            _health,
            _metrics,
        ],
        logging_config=None,
        exception_handlers={RefusedError: rest.refuse, HTTPException: rest.refuse_http},
        openapi_config=OpenAPIConfig(
            title="Empile",
            version=empile.__version__,
            path="/api/schema",
            render_plugins=[PlainPage(), JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=limits.body_bytes,
        state=State(
            {
                "buckets": Buckets(limits.requests_per_second, limits.requests_at_once),
                "analysis_buckets": Buckets(limits.analyses_per_second, limits.analyses_at_once),
            }
        ),
    )


class Programs:
    """The tables of a server with their REST and WebSocket apps; created on the event loop.

    Raises :class:`empile.server.sqlite_store.StoreError`.
    """

    def __init__(self, settings: Settings, interface: Litestar) -> None:
        metrics = Metrics()
        store = SQLiteStore(settings.data, metrics.committed)
        self.house = House(settings, store, metrics)
        self.sockets = Sockets(self.house)
        self.rest = interface
        self.analyses = Analyses(store)
        self.rest.state.house = self.house
        self.rest.state.analyses = self.analyses
        self.house.open()

    async def say_goodbye(self) -> None:
        """Finish pending writes and close all connections."""
        self.analyses.stop()
        await self.house.say_goodbye()

    async def close(self) -> None:
        """Close all services."""
        await self.analyses.close()
        await self.house.close()


@get("/health", summary="Server status", tags=["host"], sync_to_thread=False)
def _health(state: State) -> dict[str, Any]:
    house: House = state.house
    return house.health()


@get("/metrics", summary="Prometheus metrics", tags=["host"], sync_to_thread=False)
def _metrics(state: State) -> Response[bytes]:
    house: House = state.house
    return Response(house.metrics.text(), media_type=CONTENT_TYPE)
