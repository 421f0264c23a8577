"""The server's WebSocket protocol without sockets, next to that of the library `websockets`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import uvicorn
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from empile.server.wire.connection_limits import LimitedServerState
from empile.server.wire.fast_websocket import EXTENSION, FastPath, FastWebSocketProtocol
from empile.server.wire.rate_limits import Limits

NO_LIMITS = Limits(controls_per_second=1e9, controls_at_once=1e9)
MOST_MESSAGE = 4000


class Transport(asyncio.Transport):
    """Keeps what is written; ``full`` keeps it in the buffer."""

    def __init__(self, peer: str = "127.0.0.1") -> None:
        super().__init__({"peername": (peer, 1), "sockname": ("127.0.0.1", 2)})
        self.written = bytearray()
        self.unread = 0
        self.full = False
        self.paused = False
        self.closing = False
        self.aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self.closing:
            self.written += data
            self.unread += len(data) if self.full else 0

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True


class Server:
    """An accepted connection; ``quick`` is the share of messages taken by the fast path."""

    def __init__(self, limits: Limits = NO_LIMITS, quick: float = 0.5, seed: int = 0) -> None:
        self.messages: list[str | bytes] = []
        self.ended = False
        self._random = Random(seed)
        self._quick = quick
        self._waiting = False
        config = uvicorn.Config(
            self._application,
            interface="asgi3",
            log_config=None,
            ws_ping_interval=None,
            ws_per_message_deflate=False,
            ws_max_size=MOST_MESSAGE,
        )
        self.transport = Transport()
        state = LimitedServerState(limits, "127.0.0.1")
        self.protocol = FastWebSocketProtocol(config, state, {})
        self._client = new_client()
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(request(self._client))

    async def accept(self) -> None:
        """Wait until the application has accepted the connection."""
        while not self._waiting:
            await asyncio.sleep(0)

    async def receive(self, data: bytes) -> None:
        """Hand over data once the protocol reads."""
        while self.transport.paused and not self.transport.closing:
            await asyncio.sleep(0)
        if not self.transport.closing:
            self.protocol.data_received(data)

    async def settle(self) -> None:
        """Wait until all messages are handled."""
        quiet = 0
        while quiet < 5:
            before = len(self.messages)
            await asyncio.sleep(0)
            idle = self.ended or self.protocol.queue.empty()
            quiet = quiet + 1 if idle and len(self.messages) == before else 0

    async def end(self) -> None:
        """Lose the connection, and wait until the application has ended."""
        self.protocol.connection_lost(None)
        while self.protocol.tasks:
            await asyncio.sleep(0)

    def frames(self) -> list[Frame]:
        """Return what the client has been sent."""
        self._client.receive_data(bytes(self.transport.written))
        self.transport.written.clear()
        return [event for event in self._client.events_received() if isinstance(event, Frame)]

    async def _application(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        fast_path: FastPath = scope["extensions"][EXTENSION]
        fast_path.listen(self._take)
        while True:
            self._waiting = True
            message = await receive()
            self._waiting = False
            if message["type"] != "websocket.receive":
                break
            text = message.get("text")
            self.messages.append(message["bytes"] if text is None else text)
            if self._random.random() < 0.3:
                await asyncio.sleep(0)
        self.ended = True

    def _take(self, text: str) -> bool:
        if not self._waiting or self._random.random() >= self._quick:
            return False
        self.messages.append(text)
        return True


@dataclass
class Heard:
    """What a server makes of a stream, and what it answers."""

    messages: list[str | bytes] = field(default_factory=list["str | bytes"])
    pongs: list[bytes] = field(default_factory=list[bytes])
    closed: int | None = None


async def server_hears(chunks: Sequence[bytes], seed: int) -> Heard:
    """Return what Empile's protocol makes of chunks of data."""
    server = Server(seed=seed)
    await server.accept()
    for chunk in chunks:
        await server.receive(chunk)
    await server.settle()
    heard = Heard(server.messages)
    for frame in server.frames():
        if frame.opcode is Opcode.PONG:
            heard.pongs.append(bytes(frame.data))
        elif frame.opcode is Opcode.CLOSE:
            heard.closed = Close.parse(frame.data).code
    await server.end()
    return heard


def library_hears(stream: bytes) -> Heard:
    """Return what `websockets` makes of the same data."""
    server = ServerProtocol(max_size=MOST_MESSAGE, logger=_silent())
    server.receive_data(request(new_client()))
    (handshake,) = server.events_received()
    assert isinstance(handshake, Request)
    server.send_response(server.accept(handshake))
    server.receive_data(stream)
    heard = Heard()
    pieces: list[bytes] = []
    text = False
    for frame in server.events_received():
        assert isinstance(frame, Frame)
        if frame.opcode is Opcode.PING:
            heard.pongs.append(bytes(frame.data))
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            pieces.append(bytes(frame.data))
            if frame.opcode is not Opcode.CONT:
                text = frame.opcode is Opcode.TEXT
            if frame.fin:
                whole = b"".join(pieces)
                pieces.clear()
                try:
                    heard.messages.append(whole.decode() if text else whole)
                except UnicodeDecodeError:
                    # The library leaves this to its users.
                    heard.closed = 1007
                    return heard
    heard.closed = None if server.close_sent is None else server.close_sent.code
    return heard


def new_client() -> ClientProtocol:
    return ClientProtocol(parse_uri("ws://127.0.0.1/ws"), max_size=None, logger=_silent())


def request(client: ClientProtocol) -> bytes:
    client.send_request(client.connect())
    return b"".join(client.data_to_send())


def _silent() -> logging.Logger:
    logger = logging.getLogger("tests.sans_io")
    logger.setLevel(logging.CRITICAL)
    return logger
