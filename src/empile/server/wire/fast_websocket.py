"""WebSocket protocol for uvicorn with limits, and a fast path for text messages.

A table builds one unfragmented, uncompressed frame and writes it to all its connections. Single
incoming ASCII frames go directly to the listener, others through uvicorn's parser and queue. The
order is preserved. All frames are split here, so that control frames and fragments are limited.

The fast path saves a sixth of the processor time per move (293 instead of 350 us, measured with
``benchmarks/durable_moves.py``). ``tests/server/wire/test_websocket_fuzz.py`` checks its parser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

import msgspec
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode
from websockets.http11 import Request

from empile.server.wire import messages as wire
from empile.server.wire.connection_limits import LimitedServerState, StallWatch, reset
from empile.server.wire.errors import problem_of
from empile.server.wire.frame_writer import FramedTransport
from empile.server.wire.frames import SHORT, TEXT, text_frame
from empile.server.wire.inbox import Inbox
from empile.server.wire.rate_limits import Bucket

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "empile.fast_path"

WriteFrame = Callable[[bytes], bool]
"""Writes a frame at once, or returns False."""

Take = Callable[[str], bool]
"""Handles a message at once, or returns False."""


def _do_nothing() -> None:
    pass


def _unknown() -> float:
    return 0.0


class FastPath(NamedTuple):
    write_frame: WriteFrame
    listen: Callable[[Take], None]
    """Offer each message to a function first."""
    unsent: Callable[[], int]
    """Return the bytes in the transport's buffer."""
    fail: Callable[[wire.ClosingCode, str], None]
    """Close the connection, even if the client does not read."""
    failed_as: Callable[[], wire.ClosingCode | None]
    """Return the code of ``fail``, which the protocol may also have called."""
    measure: Callable[[], None] = _do_nothing
    """Measure the round trip soon."""
    round_trip: Callable[[], float] = _unknown
    """Return the seconds of the last round trip, 0 if it was not measured."""


_CLOSE, _PING = 0x88, 0x89
_MASKED = 0x80
_MOST_CONTROL = 125
_DATA = (0x00, 0x01, 0x02, 0x80, TEXT, 0x82)
"""First bytes of continuation, text and binary frames, without and with FIN."""
_CONTROL = (_CLOSE, _PING, 0x8A)
_WHOLE_MESSAGES = (TEXT, 0x82)
_MOST_AFTER_CLOSE: Final = 256 * 1024
"""Bytes that are skipped while the client has not answered a close frame."""
_FRAME_COST: Final = 64
"""Bytes whose reading takes as long as that of a frame's head."""
_CLOSE_SECONDS: Final = 5.0

_encoder = msgspec.json.Encoder()


def frame_span(data: bytes, at: int) -> tuple[int, int] | None:
    """Return the offsets of the mask and the end of the frame at ``at``.

    The end may be beyond ``data``. None if the header is incomplete.
    """
    if len(data) < at + 2:
        return None
    length = data[at + 1] & ~_MASKED
    if length < SHORT:
        return at + 2, at + 6 + length
    mask = at + (4 if length == SHORT else 10)
    if len(data) < mask:
        return None
    return mask, mask + 4 + int.from_bytes(data[at + 2 : mask])


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.queue = cast(Any, Inbox())
        assert isinstance(server_state, LimitedServerState)
        limits = server_state.limits
        self.close_timeout = _CLOSE_SECONDS
        self._limited = server_state
        self._take: Take | None = None
        self._is_full = False
        """Whether the transport has enough to write."""
        self._rest = b""
        """The start of an incomplete frame, or everything while reading is paused."""
        self._invalid = False
        """Whether the parser gets everything, to find the error."""
        self._incomplete_since: float | None = None
        self._failed_as: wire.ClosingCode | None = None
        self._skipped = 0
        self._ping: bytes | None = None
        """The latest frame that was not answered, because the client does not read."""
        self._controls = Bucket(limits.controls_per_second, limits.controls_at_once)
        self._stall_watch = StallWatch(limits.stall_seconds)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclasses of asyncio's.
        self._socket = cast(asyncio.Transport, transport)
        self._framed = FramedTransport(self._socket, self._limited.frames)
        super().connection_made(self._framed)

    # -- Writing -----------------------------------------------------------------------------------

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[EXTENSION] = FastPath(
            self.write_frame,
            self.listen,
            self._unsent,
            self.fail,
            lambda: self._failed_as,
            self._measure,
            lambda: self.last_ping_rtt,
        )
        await super().run_asgi()

    def write_frame(self, frame: bytes) -> bool:
        if (
            self.close_sent
            or self.disconnected
            or not self.handshake_complete
            or self._is_full
            or self._socket.is_closing()
        ):
            return False
        self._framed.write_frame(frame)
        return True

    def _measure(self) -> None:
        if self.ping_timer is not None and not self.close_sent and not self.transport.is_closing():
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def _unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def fail(self, code: wire.ClosingCode, message: str) -> None:
        """Send a last message and a close frame, and stop reading messages."""
        if self.close_sent or self.transport.is_closing():
            return
        if not self.handshake_complete:
            reset(self.transport)
            return
        self.conn.send_close(1008, code)
        self._send_bye(code, message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008, "reason": code})
        self.close_timer = self.loop.call_later(self.close_timeout, reset, self.transport)
        self.read_paused = False
        self.transport.resume_reading()

    def _send_bye(self, code: wire.ClosingCode, message: str) -> None:
        self.transport.write(text_frame(_encoder.encode(wire.Closing(code, message))))
        self._failed_as = code

    def _may_send(self) -> bool:
        return self.handshake_complete and not self.close_sent and not self.transport.is_closing()

    def handle_parser_exception(self) -> None:
        closed = self.conn.close_sent
        if closed is not None and self._may_send():
            if closed.code == CloseCode.MESSAGE_TOO_BIG:
                message = f"a message may have at most {self._limited.limits.message_bytes} bytes"
                self._send_bye("too_large", message)
            else:
                self._send_bye("bad_frame", "these are no messages of a WebSocket in UTF-8")
        super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.fail("too_slow", "your connection did not answer a ping")

    def shutdown(self) -> None:
        if self._may_send():
            self._send_bye("stopping", "the server is stopping; connect again in a moment")
        super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_full = False
        self._stall_watch.on_resume()
        if self._ping is not None and not self.close_sent and not self.transport.is_closing():
            super().data_received(self._ping)
        self._ping = None

    # -- Limits ------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._limited.leave(self)
        self._rest = b""  # the protocol is part of a reference cycle
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        peer = "" if self.client is None else self.client[0]
        host = self._limited.client_of(peer, event.headers.get_all("X-Forwarded-For"))
        if self._limited.enter(self, host):
            super().handle_connect(event)
            return
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        problem = problem_of("rate_limited", "too many connections from your address")
        response = self.conn.reject(problem.status, msgspec.json.encode(problem).decode())
        response.headers["Retry-After"] = str(round(self._limited.limits.head_seconds))
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = "application/problem+json"
        self.conn.send_response(response)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def sweep(self, now: float) -> None:
        if self._stall_watch.is_stalled(self._unsent(), now):
            reset(self.transport)
        elif (
            self._incomplete_since is not None
            and now - self._incomplete_since > self._limited.limits.message_seconds
        ):
            self.fail("too_slow", "a message did not arrive in time")

    # -- Reading -----------------------------------------------------------------------------------

    def listen(self, take: Take) -> None:
        self._take = take
        # The handshake is not read again; it is a tenth of the memory of an idle connection.
        del self.request, self.response
        self.scope["headers"] = []

    async def receive(self) -> Any:
        message = await super().receive()
        if self._rest and not self.read_paused:
            # Later, when this message has been handled.
            self.loop.call_soon(self._read)
        return message

    def data_received(self, data: bytes) -> None:
        # uvicorn's HTTP protocol hands over the request first.
        if self._invalid or not self.handshake_initiated:
            super().data_received(data)
            return
        length = len(data)
        # One short text frame, as most are, that may be read now.
        if (
            not self._rest
            and length > 6
            and data[0] == TEXT
            and data[1] == length - 6 | _MASKED
            and length - 6 < SHORT
            and not self.read_paused
            and not self._socket.is_closing()
            and self._hand_over(data, 0, 2, length)
        ):
            self._incomplete_since = None
            return
        self._rest = self._rest + data if self._rest else data
        self._read()

    def _read(self) -> None:
        data, at = self._rest, 0
        # Messages wait here while another is queued: the queue has no limit.
        while at < len(data) and not self.read_paused and not self.transport.is_closing():
            span = frame_span(data, at)
            if not self._is_valid(data, at, span):
                self._invalid = True
                super().data_received(data[at:])
                at = len(data)
                break
            if span is None or span[1] > len(data):
                break
            mask, end = span
            if not self._hand_over(data, at, mask, end):
                self._pass_on(data[at], data[at:end])
            at = end
            if not self._is_in_message:
                self._incomplete_since = None
        self._rest = data[at:]
        if self.read_paused:
            self._incomplete_since = None
        elif self._incomplete_since is None and (
            self._rest or self._invalid or self._is_in_message
        ):
            self._incomplete_since = self.loop.time()

    @property
    def _is_in_message(self) -> bool:
        return self.conn.current_size is not None

    def _is_valid(self, data: bytes, at: int, span: tuple[int, int] | None) -> bool:
        """Return False if the frame might be invalid or too long: the parser decides."""
        first = data[at]
        control = first in _CONTROL
        if not control and first not in _DATA:
            return False
        if len(data) < at + 2:
            return True
        second = data[at + 1]
        if not second & _MASKED or (control and second & ~_MASKED > _MOST_CONTROL):
            return False
        if span is None:
            return True
        mask, end = span
        return end - mask - 4 <= self.config.ws_max_size - (self.conn.current_size or 0)

    def _hand_over(self, data: bytes, at: int, mask: int, end: int) -> bool:
        if self._take is None or self.close_sent or data[at] != TEXT or self._is_in_message:
            return False
        payload = apply_mask(data[mask + 4 : end], data[mask : mask + 4])
        return payload.isascii() and self._take(payload.decode("ascii"))

    def _pass_on(self, first: int, frame: bytes) -> None:
        if self.close_sent and first != _CLOSE:
            self._skipped += len(frame) + _FRAME_COST
            if self._skipped > _MOST_AFTER_CLOSE:
                reset(self.transport)
            return
        if first not in _WHOLE_MESSAGES and self._controls.take() > 0:
            self.fail("flood", "too many control frames or fragments")
        elif first == _PING and not self.writable.is_set():
            self._ping = frame
        else:
            super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                # uvicorn would log a traceback, which any client could cause.
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
