"""The ASGI application: sockets, the interface for programs, the page."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import empile
from empile.server import rest
from empile.server.house import House
from empile.server.limits import Buckets
from empile.server.metrics import CONTENT_TYPE, Metrics
from empile.server.pages import SECURITY_HEADERS, Pages
from empile.server.refused import RefusedError
from empile.server.schema_page import PlainPage
from empile.server.settings import Settings
from empile.server.sockets import Sockets
from empile.server.sqlite_store import SQLiteStore

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

PAGES_FOLDER = Path(__file__).parent / "pages"
_FOR_PROGRAMS = ("/api/", "/health", "/metrics")


class Application:
    """The whole server as an ASGI application."""

    def __init__(self, settings: Settings, pages_folder: Path = PAGES_FOLDER) -> None:
        self.settings = settings
        self.house: House | None = None
        self.pages = Pages(pages_folder)
        self._sockets: Sockets | None = None
        self._programs = Litestar(
            route_handlers=[
                rest.Games,
                rest.Tables,
                rest.Records,
                rest.protocol_schema,
                _health,
                _metrics,
            ],
            lifespan=[self._lifespan],
            logging_config=None,
            exception_handlers={RefusedError: rest.refuse, HTTPException: rest.refuse_http},
            openapi_config=OpenAPIConfig(
                title="Empile",
                version=empile.__version__,
                path="/api/schema",
                render_plugins=[PlainPage(), JsonRenderPlugin(path="/openapi.json")],
            ),
            request_max_body_size=settings.limits.body_bytes,
            state=State(
                {
                    "buckets": Buckets(
                        settings.limits.requests_per_second, settings.limits.requests_at_once
                    )
                }
            ),
        )

    @asynccontextmanager
    async def _lifespan(self, app: Litestar) -> AsyncGenerator[None, None]:
        metrics = Metrics()
        store = SQLiteStore(self.settings.data, metrics.committed)
        self.house = app.state.house = House(self.settings, store, metrics)
        self._sockets = Sockets(self.house)
        self.house.open()
        try:
            yield
        finally:
            await self.house.say_goodbye()
            await self.house.close()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one connection or the server's lifespan."""
        if scope["type"] == "lifespan":
            await self._programs(scope, receive, send)  # type: ignore[arg-type]
        elif scope["type"] == "websocket":
            if scope["path"] != "/ws" or self._sockets is None:
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._sockets(scope, receive, send)  # type: ignore[arg-type]
        elif scope["path"].startswith(_FOR_PROGRAMS):
            await self._programs(scope, receive, _with_headers(send))  # type: ignore[arg-type]
        else:
            await self.pages(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *SECURITY_HEADERS]}
        await send(message)

    return send_with_headers


@get("/health", summary="How the server is", tags=["host"], sync_to_thread=False)
def _health(state: State) -> dict[str, Any]:
    house: House = state.house
    return house.health()


@get("/metrics", summary="Figures for Prometheus", tags=["host"], sync_to_thread=False)
def _metrics(state: State) -> Response[bytes]:
    house: House = state.house
    return Response(house.metrics.text(), media_type=CONTENT_TYPE)
