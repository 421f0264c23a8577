"""The ASGI application: static page, documentation, REST and WebSocket.

The page is served at once; the rest takes a second to load in a thread, and earlier requests wait.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empile.server.http.documentation import Documentation
from empile.server.http.engine.paths import is_of_engine
from empile.server.http.network.access import Network
from empile.server.http.packages.paths import is_of_packages
from empile.server.http.previews.pages import AccountsOffered
from empile.server.http.previews.site import Site
from empile.server.http.requests import (
    Denied,
    Receive,
    RequestGate,
    Requests,
    is_for_programs,
    refuse,
)
from empile.server.http.static import FRAMED_HEADERS, SECURITY_HEADERS, Headers, Send
from empile.server.settings import Settings
from empile.server.wire.errors import problem_of
from empile.server.wire.frame_writer import FrameWriter

if TYPE_CHECKING:
    from empile.server.http.api import Api
    from empile.server.http.previews.tables import TablePreviews
    from empile.server.registry import TableRegistry

PAGES_FOLDER = Path(__file__).parent / "pages"
DOCS_FOLDERS = (Path(__file__).parent / "docs", Path(__file__).parents[3] / "build" / "docs")
"""Of an installed package, and of a checkout."""
_OBJECTS_BETWEEN_COLLECTIONS = 50_000
_RETRY_SECONDS = b"60"
"""An operator has to start the server again."""

log = logging.getLogger("empile.server")


class Application:
    def __init__(
        self,
        settings: Settings,
        pages_folder: Path = PAGES_FOLDER,
        docs_folders: Sequence[Path] = DOCS_FOLDERS,
    ) -> None:
        self.settings = settings
        self.frames = FrameWriter()
        self.site = Site(
            pages_folder,
            settings.origins,
            self._previews,
            _offered(settings),
            lobby=settings.lobby,
        )
        self.docs = Documentation(docs_folders)
        self.network = Network(settings)
        self._loading: asyncio.Task[Api] | None = None
        self._gate = RequestGate(settings)
        self._requests = Requests(self._route, self._gate, self._observe, settings.allowed_origins)

    @property
    def registry(self) -> TableRegistry | None:
        programs = self._loaded_programs()
        return None if programs is None else programs.registry

    def _previews(self) -> TablePreviews | None:
        programs = self._loaded_programs()
        return None if programs is None else programs.previews

    def _loaded_programs(self) -> Api | None:
        loading = self._loading
        if loading is None or not loading.done() or loading.cancelled() or loading.exception():
            return None
        return loading.result()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._requests(scope, receive, send)

    async def _socket(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        denied = self._gate.deny(scope)
        if denied is None and scope["path"] == "/ws":
            await (await self._programs()).sockets(scope, receive, send)  # type: ignore[arg-type]
            return
        if denied is None and scope["path"] == "/ws/lobby" and self.settings.lobby:
            lobby = (await self._programs()).lobby
            assert lobby is not None
            await lobby.sockets(scope, receive, send)  # type: ignore[arg-type]
            return
        if denied is None and scope["path"] == "/ws/calls" and self.settings.accounts != "off":
            community = (await self._programs()).community
            assert community is not None
            await community.call_sockets(scope, receive, send)  # type: ignore[arg-type]
            return
        denied = denied or Denied("not_found", "the socket is at /ws")
        await refuse(send, problem_of(denied.code, denied.detail), kind="websocket.http")

    async def _route(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if is_for_programs(scope["path"]):
            await self._answer_program(scope, receive, send)
        elif is_of_packages(scope["path"]):
            if await self._is_loaded(send):
                await self.site(scope, receive, _with_headers(send))
        elif is_of_engine(scope["path"]):
            if await self._is_loaded(send):
                await (await self._programs()).engine(scope, receive, _with_headers(send))
        elif self.docs.has(scope["path"]):
            await self.docs(scope, receive, _with_headers(send, await self.docs.headers()))
        else:
            # Pages of other sites may embed a replay: nothing in it acts on behalf of the user.
            is_framed = f"{scope['path']}/".startswith("/embed/")
            headers = FRAMED_HEADERS if is_framed else SECURITY_HEADERS
            await self.site(scope, receive, _with_headers(send, headers))

    async def _answer_program(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if not await self._is_loaded(send):
            return
        programs = await self._programs()
        send = _with_headers(send)
        if scope["method"] == "HEAD":
            scope["method"] = "GET"
            send = _without_body(send)
        await programs.rest(scope, receive, send)  # type: ignore[arg-type]

    async def _is_loaded(self, send: Send) -> bool:
        """Wait until everything is loaded; refuse the request and return False if that fails."""
        try:
            await self._programs()
        except Exception:
            # Logged when it happened.
            problem = problem_of("unavailable", "the server could not be loaded; see its log")
            await refuse(send, problem, [(b"retry-after", _RETRY_SECONDS)])
            return False
        return True

    def _observe(self, status: int, seconds: float) -> None:
        programs = self._loaded_programs()
        if programs is not None:
            programs.metrics.responded(status, seconds)

    def _on_loop_error(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        log.error("a task failed: %s", context["message"], exc_info=context.get("exception"))
        programs = self._loaded_programs()
        if programs is not None:
            programs.metrics.failures.labels("task").inc()

    async def loaded(self) -> None:
        """Wait until everything is loaded. Raises the error of loading."""
        await self._programs()

    async def shutdown(self) -> None:
        """End what waits, while connections are open that hear of it."""
        programs = self._loaded_programs()
        if programs is not None:
            await programs.shutdown()

    async def _programs(self) -> Api:
        assert self._loading is not None, "the server has not started"
        return await asyncio.shield(self._loading)

    async def _load(self) -> Api:
        built = frozenset(self.site.built_games)

        def load() -> tuple[Any, Any, Any]:
            module = importlib.import_module("empile.server.http.api")
            files = importlib.import_module("empile.server.http.packages.files")
            return module, module.rest_application(self.settings), files.GamePackages.read(built)

        module, interface, packages = await asyncio.to_thread(load)
        self.site.add_packages(packages)
        programs: Api = module.Api(self.settings, interface, self.network, self.frames)
        # Exclude loaded modules from later garbage collections.
        gc.collect()
        gc.freeze()
        # Reference cycles are rare, and collections slow moves down.
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
        return programs

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        asyncio.get_running_loop().set_exception_handler(self._on_loop_error)
        self._loading = asyncio.create_task(self._load())
        self._loading.add_done_callback(_log_failure)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        try:
            programs = await self._programs()
        except Exception:
            log.info("stopped before it was loaded")
        else:
            await programs.shutdown()
            await programs.close()
        await send({"type": "lifespan.shutdown.complete"})


def _offered(settings: Settings) -> AccountsOffered | None:
    """Return what the page offers of accounts, or None without them."""
    if settings.accounts == "off":
        return None
    return AccountsOffered(settings.accounts, settings.smtp is not None, settings.talk == "free")


def _log_failure(loading: asyncio.Task[Api]) -> None:
    if not loading.cancelled() and loading.exception() is not None:
        log.error("the server cannot be loaded", exc_info=loading.exception())


def _with_headers(send: Send, headers: Headers = SECURITY_HEADERS) -> Send:
    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *headers]}
        await send(message)

    return send_with_headers


def _without_body(send: Send) -> Send:
    async def send_without_body(message: Any) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_without_body
