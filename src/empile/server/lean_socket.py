"""A short way in and out for text messages, past uvicorn's coroutines and queues.

uvicorn makes a coroutine, a dictionary and a frame for each message to each connection. A message
of the server is one unfragmented, uncompressed text frame, which is its length and its bytes; so a
table makes it once and writes it to all.

What comes in wakes a task by way of a queue, and the socket stops and starts reading for each
message. Nearly all messages come whole, in one frame of ASCII: such a one is handed straight to who
listens. Every other frame, and every message that the listener does not take, goes the usual way,
one after the other, so that nothing is overtaken.
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
"""The name under which the connection's scope offers its :class:`ShortWay`."""

WriteFrame = Callable[[bytes], bool]
"""Writes a frame at once; returns False, and writes nothing, where that cannot be."""

Take = Callable[[str], bool]
"""Takes a message at once; returns False, and takes nothing, where it has to wait its turn."""


class ShortWay(NamedTuple):
    """What a connection offers beside ``send`` and ``receive``."""

    write_frame: WriteFrame
    listen: Callable[[Take], None]
    """Have each message offered first to a function; what it does not take is received as ever."""


_TEXT = 0x81
_SHORT, _MEDIUM = 126, 1 << 16
_MASKED = 0x80
_WHOLE = (_TEXT, 0x82, 0x88, 0x89, 0x8A)
"""First bytes of frames that need no other: a text, bytes, a close, a ping, a pong."""


def text_frame(payload: bytes) -> bytes:
    """Return the WebSocket frame of a server's text message (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < _SHORT:
        return bytes((_TEXT, length)) + payload
    if length < _MEDIUM:
        return bytes((_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((_TEXT, 127)) + length.to_bytes(8) + payload


def frame_span(data: bytes, at: int) -> tuple[int, int] | None:
    """Return where the payload's mask and the end of a client's frame lie that begins at ``at``.

    The end may lie beyond ``data``. ``None`` where so little has come that it cannot be told.
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
    """uvicorn's connection, with the short way."""

    _take: Take | None = None
    _rest = b""
    """The beginning of a frame that has not come whole; the parser has not seen it."""
    _usual = False
    """Whether all that comes is the parser's: it has begun what only it can end."""

    async def run_asgi(self) -> None:
        """Serve the connection, offering the short way in its scope."""
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
        """Take what came, frame by frame; the parser gets whole frames, so it is never within one."""
        # uvicorn's HTTP side has read the request and hands it over by itself, with nothing behind.
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
                # A message in pieces, one that is too long, or what is no message at all.
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
