"""WebSocket protocol for uvicorn with a fast path for text messages.

A table builds one unfragmented, uncompressed frame and writes it to all its connections. Single
incoming ASCII frames go directly to the listener, others through uvicorn's queue. The order is
preserved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "empile.fast_path"

WriteFrame = Callable[[bytes], bool]
"""Writes a frame at once, or returns False."""

Take = Callable[[str], bool]
"""Handles a message at once, or returns False."""


class FastPath(NamedTuple):
    write_frame: WriteFrame
    listen: Callable[[Take], None]
    """Offer each message to a function first."""


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
    """Return the offsets of the mask and the end of the frame at ``at``.

    The end may be beyond ``data``. None if the header is incomplete.
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


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    _take: Take | None = None
    _rest = b""
    """The start of an incomplete frame."""
    _usual = False
    """Whether the parser gets everything, because it is inside a message."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[EXTENSION] = FastPath(self.write_frame, self.listen)
        await super().run_asgi()

    def write_frame(self, frame: bytes) -> bool:
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

    def listen(self, take: Take) -> None:
        self._take = take

    def data_received(self, data: bytes) -> None:
        # uvicorn's HTTP protocol hands over the request first.
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
