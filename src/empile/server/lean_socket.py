"""WebSocket protocol for uvicorn with a fast path for text messages.

uvicorn creates a coroutine, a dictionary and a frame for each message and connection. The server's
messages are unfragmented, uncompressed text frames, so a table builds a frame once and writes it to
all its connections.

Incoming messages normally wake a task through a queue and pause reading. Most are a single ASCII
frame, which is passed directly to the listener. All other frames, and messages that the listener
declines, take uvicorn's path; the order of messages is preserved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "empile.short_way"
"""The key of :class:`ShortWay` in the extensions of the connection's scope."""

WriteFrame = Callable[[bytes], bool]
"""Writes a frame at once. Returns False and writes nothing if that is impossible."""

Take = Callable[[str], bool]
"""Handles a message at once. Returns False and does nothing if it must wait its turn."""


class ShortWay(NamedTuple):
    """The fast path of a connection, in addition to ``send`` and ``receive``."""

    write_frame: WriteFrame
    listen: Callable[[Take], None]
    """Offer each message to a function first. Messages that it declines are received as usual."""


_TEXT = 0x81
_SHORT, _MEDIUM = 126, 1 << 16
_MASKED = 0x80
_WHOLE = (_TEXT, 0x82, 0x88, 0x89, 0x8A)
"""First bytes of unfragmented frames: text, binary, close, ping, pong."""


def text_frame(payload: bytes) -> bytes:
    """Return the WebSocket frame of a text message from the server (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < _SHORT:
        return bytes((_TEXT, length)) + payload
    if length < _MEDIUM:
        return bytes((_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((_TEXT, 127)) + length.to_bytes(8) + payload


def frame_span(data: bytes, at: int) -> tuple[int, int] | None:
    """Return the offsets of the mask and of the end of the client frame at ``at``.

    The end may be beyond ``data``. Returns None if the header is incomplete.
    """
    if len(data) < at + 2:
        return None
    length = data[at + 1] & ~_MASKED
    if length < _SHORT:
        return at + 2, at + 6 + length
    mask = at + (4 if length == _SHORT else 10)
    if len(data) < mask:
        return None
    return mask, mask + 4 + int.from_bytes(data[at + 2 : mask])


class LeanSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with the fast path."""

    _take: Take | None = None
    _rest = b""
    """The start of an incomplete frame, not passed to the parser yet."""
    _usual = False
    """Whether the parser gets everything: it is inside a message that only it can finish."""

    async def run_asgi(self) -> None:
        """Serve the connection, with the fast path in its scope."""
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[EXTENSION] = ShortWay(self.write_frame, self.listen)
        await super().run_asgi()

    # -- Out -------------------------------------------------------------------------------------

    def write_frame(self, frame: bytes) -> bool:
        """See :data:`WriteFrame`."""
        if (
            self.close_sent
            or self.disconnected
            or not self.handshake_complete
            or not self.writable.is_set()
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frame)
        return True

    # -- In --------------------------------------------------------------------------------------

    def listen(self, take: Take) -> None:
        """See :class:`ShortWay`."""
        self._take = take

    def data_received(self, data: bytes) -> None:
        """Handle received data frame by frame. The parser gets whole frames only."""
        # uvicorn's HTTP protocol hands over the request before any WebSocket data.
        if self._usual or not self.handshake_initiated:
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
            self._rest = b""
        at = 0
        while at < len(data) and not self.transport.is_closing():
            span = frame_span(data, at)
            if data[at] not in _WHOLE or (span and not self._is_sound(data, at, span[1])):
                # A fragmented, oversized or invalid message.
                self._usual = True
                super().data_received(data[at:])
                return
            if span is None or span[1] > len(data):
                self._rest = data[at:]
                return
            mask, end = span
            if not self._hand_over(data, at, mask, end):
                super().data_received(data[at:end])
            at = end

    def _is_sound(self, data: bytes, at: int, end: int) -> bool:
        return bool(data[at + 1] & _MASKED) and end - at <= self.config.ws_max_size

    def _hand_over(self, data: bytes, at: int, mask: int, end: int) -> bool:
        if self._take is None or self.close_sent or data[at] != _TEXT or not self.queue.empty():
            return False
        payload = apply_mask(data[mask + 4 : end], data[mask : mask + 4])
        return payload.isascii() and self._take(payload.decode("ascii"))
