"""REST and WebSocket apps with the tables behind them. Imported lazily (about 1 s)."""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler

import empile
from empile.server.background.analyses import Analyses
from empile.server.background.compute import Compute
from empile.server.background.queue.opening import open_workers
from empile.server.bus.address import open_bus, open_connection
from empile.server.http import (
    analysis_routes,
    errors,
    rest,
    solo_routes,
    transfer_routes,
)
from empile.server.http.engine.files import EngineFiles
from empile.server.http.lines.routes import LinesController
from empile.server.http.network.access import Network
from empile.server.http.network.routes import NetworkController
from empile.server.http.offline.routes import OfflineController
from empile.server.http.openapi.document import OpenApiJson
from empile.server.http.openapi.page import OpenApiPage
from empile.server.http.play.routes import Play
from empile.server.http.previews.tables import TablePreviews
from empile.server.http.puzzles.routes import PuzzleController
from empile.server.http.sharing.routes import SharingController
from empile.server.http.websocket import Sockets
from empile.server.metrics import CONTENT_TYPE, Metrics
from empile.server.monitoring.loop_lag import measure_lag
from empile.server.registry import TableRegistry
from empile.server.settings import Settings
from empile.server.store import opening
from empile.server.store.interface import Store
from empile.server.wire.errors import CommandError
from empile.server.wire.frame_writer import FrameWriter
from empile.server.wire.rate_limits import Buckets

if TYPE_CHECKING:
    from empile.community.database import Database
    from empile.community.lobby.opening import OpenLobby
    from empile.community.service import Community


def rest_application(settings: Settings) -> Litestar:
    """Return the REST app, which needs the state that :class:`Api` gives it."""
    return Litestar(
        route_handlers=[
            rest.Games,
            rest.Lessons,
            rest.Positions,
            LinesController,
            rest.Tables,
            rest.Records,
            Play,
            analysis_routes.VariationController,
            analysis_routes.AnalysisController,
            solo_routes.SoloController,
            OfflineController,
            PuzzleController,
            SharingController,
            transfer_routes.TransferController,
            NetworkController,
            rest.protocol_schema,
            _health,
            _metrics,
            *_routes_of_accounts(settings),
        ],
        logging_config=None,
        before_request=rest.before,
        exception_handlers={
            CommandError: errors.on_command_error,
            HTTPException: errors.on_http_error,
            Exception: errors.on_unexpected_error,
        },
        openapi_config=OpenAPIConfig(
            title="Empile",
            version=empile.__version__,
            path="/api/schema",
            render_plugins=[OpenApiPage(), OpenApiJson()],
        ),
        request_max_body_size=settings.limits.body_bytes,
    )


def _routes_of_accounts(settings: Settings) -> tuple[ControllerRouterHandler, ...]:
    """Return the routes of accounts, which a server without accounts does not even load."""
    if settings.accounts == "off":
        return ()
    return (importlib.import_module("empile.community.routes").ROUTER,)


def _open_community(
    settings: Settings,
    store: Store,
    registry: TableRegistry,
    analyses: Analyses,
    compute: Compute,
) -> Community | None:
    if settings.accounts == "off":
        return None
    from empile.community.service import Community

    return Community(settings, store, registry, analyses, compute)


def _open_lobby(
    settings: Settings,
    registry: TableRegistry,
    community: Community | None,
    frames: FrameWriter,
) -> OpenLobby | None:
    if not settings.lobby:
        return None
    from empile.community.lobby.opening import OpenLobby
    from empile.community.lobby.service import LobbyMembers

    members = None
    if community is not None:
        members = LobbyMembers(community.database, community.seats, community.contacts)
    return OpenLobby(registry, members, frames.batch)


class Api:
    """The tables with their REST and WebSocket apps; created on the event loop."""

    def __init__(
        self, settings: Settings, interface: Litestar, network: Network, frames: FrameWriter
    ) -> None:
        self.metrics = metrics = Metrics()
        store = opening.connect(
            settings.data, metrics.committed, metrics.store_failed, delivering=frames.batch
        )
        connection = open_connection(settings.bus)
        bus = open_bus(connection)
        self._workers = workers = open_workers(connection, store, settings.limits)
        self.registry = TableRegistry(settings, store, bus, metrics, workers)
        limits = settings.limits
        for name, per_second, at_once in (
            ("read_buckets", limits.reads_per_second, limits.reads_at_once),
            ("buckets", limits.requests_per_second, limits.requests_at_once),
            ("cost_buckets", limits.costs_per_second, limits.costs_at_once),
        ):
            interface.state[name] = buckets = Buckets(per_second, at_once)
            buckets.share(name, bus.spend)
        self.sockets = Sockets(self.registry)
        self.compute = Compute(settings.compute_processes, limits, workers=workers)
        self.rest = interface
        self.previews = TablePreviews(
            self.registry, self.compute, interface.state.read_buckets, interface.state.cost_buckets
        )
        self._frames = frames
        self.analyses = Analyses(store, in_process=settings.compute_processes > 0, workers=workers)
        metrics.queue("store", lambda: store.waiting)
        metrics.queue("computations", lambda: self.compute.waiting)
        if workers is not None:
            metrics.queue("workers", lambda: workers.waiting)
        metrics.queue("analyses", lambda: self.analyses.waiting)
        self.community = _open_community(
            settings, store, self.registry, self.analyses, self.compute
        )
        if self.community is not None:
            self.registry.owners = self.community.seats
        self.rest.state.community = self.community
        self.lobby = _open_lobby(settings, self.registry, self.community, frames)
        self._settings, self._store = settings, store
        self._database: Database | None = None
        self.rest.state.database = self.database
        self.rest.state.network = network
        self.rest.state.registry = self.registry
        self.rest.state.analyses = self.analyses
        self.rest.state.compute = self.compute
        self.registry.open()
        self.engine = EngineFiles(self.registry.games, compiles=settings.warm)
        frames.start()
        self._lag = asyncio.create_task(measure_lag(metrics.lag_seconds.observe))

    def database(self) -> Database:
        """Return the relational tables of the store, opened when they are first needed."""
        if self.community is not None:
            return self.community.database
        if self._database is None:
            from empile.community.database import open_database

            self._database = open_database(self._settings.data, self._store)
        return self._database

    async def shutdown(self) -> None:
        self.engine.stop()
        self.analyses.stop()
        self.compute.stop()
        if self.lobby is not None:
            self.lobby.stop()
        if self.community is not None:
            self.community.stop()
        await self.registry.shutdown()

    async def close(self) -> None:
        self._lag.cancel()
        await self.compute.close()
        await self.analyses.close()
        if self._workers is not None:
            await self._workers.close()
        if self.lobby is not None:
            await self.lobby.close()
        if self.community is not None:
            await self.community.close()
        if self._database is not None:
            await self._database.close()
        await self.registry.close()
        self._frames.stop()


@get("/health", summary="Server status", tags=["host"])
async def _health(state: State) -> Response[dict[str, Any]]:
    """Return ``"status": "failing"`` with status 503 if the store does not accept writes."""
    registry: TableRegistry = state.registry
    health = await registry.health()
    return Response(health, status_code=503 if health["status"] == "failing" else 200)


@get(
    "/metrics",
    summary="Prometheus metrics",
    errors=("forbidden",),
    tags=["host"],
    sync_to_thread=False,
)
def _metrics(state: State) -> Response[bytes]:
    registry: TableRegistry = state.registry
    return Response(registry.metrics.text(), media_type=CONTENT_TYPE)
