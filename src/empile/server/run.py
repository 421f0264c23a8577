"""Starts the server: listening socket, application, graceful shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn

from empile.engine.errors import EmpileError
from empile.server.app import Application
from empile.server.monitoring import logs
from empile.server.settings import Settings, default_data_file
from empile.server.store.location import StoreLocation
from empile.server.store.opening import prepare
from empile.server.wire.connection_limits import LimitedServerState
from empile.server.wire.fast_websocket import FastWebSocketProtocol
from empile.server.wire.limited_http import LimitedHttpProtocol

_MOST_MESSAGE = 64 * 1024
"""Larger messages close the connection; the rate limits apply below."""
_SWITCH_SECONDS = 0.001
_TICKS_PER_SECOND = 10
"""Of uvicorn's main loop."""
_GOODBYE_SECONDS = 0.5
"""Time for clients to read that the server stops, and for responses to end."""
_STOP_SECONDS = 1
"""Time until requests are cancelled that did not end when their connection was closed."""


class PortError(EmpileError):
    """The server cannot listen at the address."""


class Server(uvicorn.Server):
    """A uvicorn server that notifies all tables before it closes the sockets."""

    def __init__(
        self, config: uvicorn.Config, application: Application, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._application = application
        self._ready = ready
        limits = application.settings.limits
        self._limited = LimitedServerState(limits, config.forwarded_allow_ips, application.frames)
        self.server_state = self._limited

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if sockets and sockets[0].family != getattr(socket, "AF_UNIX", None):
            host, port = sockets[0].getsockname()[:2]
            self._application.network.attach(host, port, self._listen_also)
        self._ready()

    async def _listen_also(self, host: str, port: int) -> None:
        """Listen at another address until the server stops. Raises ``OSError``."""
        try:
            listening = open_port(host, port)
        except PortError as error:
            raise OSError(str(error)) from error

        def protocol() -> asyncio.Protocol:
            return LimitedHttpProtocol(self.config, self.server_state, self.lifespan.state)

        loop = asyncio.get_running_loop()
        server = await loop.create_server(protocol, sock=listening, backlog=self.config.backlog)
        self.servers.append(server)

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS_PER_SECOND == 0:
            self._limited.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._application.shutdown()
        asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, self._limited.abort)
        await super().shutdown(sockets)


def make_server(
    application: Application, ready: Callable[[], None] = lambda: None, **more: Any
) -> Server:
    config = uvicorn.Config(
        application,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=LimitedHttpProtocol,
        ws=FastWebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=_MOST_MESSAGE,
        lifespan="on",
        log_config=None,  # see `logs.configure`
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_STOP_SECONDS,
        **more,
    )
    return Server(config, application, ready)


def open_port(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 is any free port. Raises :class:`PortError`."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise PortError(f"the address {host} does not exist: {error.strerror or error}") from error
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise PortError(f"cannot listen at {host}, port {port}: {reason}") from error
    listening.setblocking(False)
    return listening


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: StoreLocation | None = None,
    *,
    open_browser: bool = False,
    known_as: str | None = None,
    settings: Settings | None = None,
    log_format: logs.LogFormat = "text",
    log_level: logs.LogLevel = "warning",
    announce: Callable[[str], None] = print,
    no_browser: Callable[[], None] = lambda: None,
) -> None:
    """Serve until Ctrl+C or SIGTERM.

    ``announce`` gets the page's address once the server answers, with host name ``known_as`` if
    given. ``no_browser`` is called if no browser can be opened. Raises :class:`PortError` and
    :class:`empile.server.store.location.StoreError`.
    """
    chosen = settings or Settings()
    if data is not None:
        chosen = replace(chosen, data=data)
    logs.configure(log_format, log_level)
    prepare(chosen.data)
    listening = open_port(host, port)
    address = _address(known_as or host, listening.getsockname()[1])

    def ready() -> None:
        announce(address)
        if open_browser:
            threading.Thread(target=_open_browser, args=(address, no_browser), daemon=True).start()

    # Let the store's thread regain the interpreter lock quickly: every commit waits for it.
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = make_server(Application(chosen), ready)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _open_browser(address: str, no_browser: Callable[[], None]) -> None:
    # Without a display, only text browsers are left: they cannot show the page and would take over
    # the terminal.
    graphical = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    )
    opened = False
    if graphical:
        with contextlib.suppress(webbrowser.Error):
            opened = webbrowser.open(address)
    if not opened:
        no_browser()


def _address(host: str, port: int) -> str:
    shown = "localhost" if host in ("0.0.0.0", "::", "") else host
    if ":" in shown:
        shown = f"[{shown}]"
    return f"http://{shown}:{port}/"


__all__ = ["PortError", "Server", "default_data_file", "make_server", "open_port", "serve"]
