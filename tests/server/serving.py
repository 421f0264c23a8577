"""A real server on a free port, in a thread of the test process."""

from __future__ import annotations

import asyncio
import functools
import importlib
import socket
import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import connect as open_socket

from empile.client import Rest, TableConnection, connect
from empile.server.app import Application
from empile.server.registry import TableRegistry
from empile.server.run import make_server, open_port
from empile.server.settings import Settings
from empile.server.store.location import StoreLocation
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from empile.server.wire.rate_limits import Limits
from tests.support.patience import PATIENCE

# The defaults of 5 to 20 s, which are too short on a busy machine; clients of the product have no
# parameters for them.
for _part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _part, PATIENCE)
# Each client reads all certificates, though few tests need any.
_transports: Any = importlib.import_module("httpx._transports.default")
_transports.create_ssl_context = functools.cache(_transports.create_ssl_context)
_defaults = open_socket.__init__.__kwdefaults__
assert _defaults is not None
assert {"open_timeout", "ping_timeout"} <= _defaults.keys()
_defaults.update(open_timeout=PATIENCE, ping_timeout=PATIENCE)

ROOMY = Limits(
    reads_per_second=1e6,
    requests_per_second=1e6,
    requests_at_once=1e6,
    hints_per_second=1e6,
    hints_at_once=1e6,
    costs_per_second=1e6,
    costs_at_once=1e6,
)


_Result = TypeVar("_Result")
_idle: dict[tuple[bool, int], list[Any]] = {}
"""REST apps of servers that have stopped, by what decides their routes and their limits."""


@functools.cache
def _keep_apps() -> None:
    """Let servers take the REST apps of earlier ones: registering 300 routes takes 0.2 s."""
    api: Any = importlib.import_module("empile.server.http.api")
    register = api.rest_application

    def rest_application(settings: Settings) -> Any:
        idle = _idle.get(_kind(settings))
        return idle.pop() if idle else register(settings)

    api.rest_application = rest_application


def _kind(settings: Settings) -> tuple[bool, int]:
    return settings.accounts == "off", settings.limits.body_bytes


@dataclass
class Serving:
    """A running server."""

    address: str
    application: Application

    @property
    def registry(self) -> TableRegistry:
        """Its tables."""
        assert self.application.registry is not None
        return self.application.registry


@contextmanager
def serving(
    data: StoreLocation,
    pages: Path | None = None,
    docs: Path | None = None,
    send_buffer: int = 0,
    host: str = "127.0.0.1",
    **settings: Any,
) -> Generator[Serving]:
    """Serve the tables of ``data`` until the block ends; other settings by name.

    ``send_buffer`` limits the system's buffer for unread data; ``host`` is where it listens.
    """
    chosen = replace(
        Settings(
            data=data,
            bot_seconds=0.0,
            compute_processes=0,
            password_process=False,
            warm=False,
            may_open_network=False,
            limits=ROOMY,
            watch_seconds=0.05,
        ),
        **settings,
    )
    _keep_apps()
    nothing = Path(__file__).parent / "nothing"
    application = Application(chosen, pages or nothing, [docs or nothing])
    listening = open_port(host, 0)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    begun = threading.Event()
    server = make_server(application, begun.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert begun.wait(PATIENCE), "the server did not start"
        httpx.get(address + "/health", timeout=PATIENCE).raise_for_status()
        yield Serving(address, application)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop"
        programs = application._loaded_programs()
        if programs is not None:
            programs.rest.state.clear()
            _idle.setdefault(_kind(chosen), []).append(programs.rest)


def perform(scene: Coroutine[Any, Any, _Result], patience: float = 3 * PATIENCE) -> _Result:
    """Run a coroutine and return its result. Fails after ``patience`` seconds."""

    async def bounded() -> _Result:
        async with asyncio.timeout(patience):
            return await scene

    return asyncio.run(bounded())


async def make(
    address: str, places: Sequence[str], game: str = "block-ness", **more: Any
) -> schemas.TableCreated:
    """Create a table."""
    async with Rest(address) as rest:
        return await rest.make_table(game, places, **more)


async def join(address: str, table: str, name: str = "Bea") -> schemas.JoinResponse:
    """Take an open place."""
    async with Rest(address) as rest:
        return await rest.join(table, name)


async def two_persons(address: str, **more: Any) -> tuple[TableConnection, TableConnection]:
    """Return the connections of two people at a table, the seat to act first."""
    made = await make(address, ["person", "open"], **more)
    joined = await join(address, made.table)
    first = await connect(address, made.table, made.token)
    second = await connect(address, made.table, joined.token)
    await hears(first, wire.Presence)
    return in_turn(first, second)


def in_turn(
    one: TableConnection, other: TableConnection
) -> tuple[TableConnection, TableConnection]:
    """Return both connections, the one to act first."""
    assert one.state is not None
    acting = one.state.seats[one.state.to_act or 0]
    return (one, other) if acting in one.places else (other, one)


async def hears(connection: TableConnection, kind: type[Any]) -> Any:
    """Return the next message of a kind, skipping others."""
    while True:
        message = await connection.receive()
        if isinstance(message, kind):
            return message


async def told(connection: TableConnection, kind: type[Any]) -> Any:
    """Return the next event of a kind, skipping others."""
    while True:
        message = await hears(connection, wire.Update)
        for event in message.events:
            if isinstance(event, kind):
                return event


def is_playing(connection: TableConnection) -> bool:
    """Return whether a game is running."""
    return connection.table.status == "playing"


def legal(connection: TableConnection, index: int = 0) -> str:
    """Return a legal move for the seat to act, which this connection holds."""
    assert connection.state is not None
    return connection.state.legal[index].text


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.01)


@contextmanager
def two_addresses(
    processes: int, data: StoreLocation, bus: str, **settings: Any
) -> Generator[list[Serving]]:
    """Serve tables under two addresses: of one process, or of two that share a bus."""
    with ExitStack() as stack:
        shared = bus if processes == 2 else None
        running = [
            stack.enter_context(serving(data, bus=shared, **settings)) for _ in range(processes)
        ]
        yield [running[0], running[-1]]
