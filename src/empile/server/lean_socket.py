"""A short way out for messages that go to many: the frame is made once and written as it is.

uvicorn makes a coroutine, a dictionary and a frame for each message to each connection. A message
of the server is one unfragmented, uncompressed text frame, which is its length and its bytes; so a
table makes it once and writes it to all. Where the transport is full, or the server is another one,
messages go the usual way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "empile.write_frame"
"""The name under which the connection's scope offers :data:`WriteFrame`."""

WriteFrame = Callable[[bytes], bool]
"""Writes a frame at once; returns False, and writes nothing, where that cannot be."""

_TEXT = 0x81
_SHORT, _MEDIUM = 126, 1 << 16


def text_frame(payload: bytes) -> bytes:
    """Return the WebSocket frame of a server's text message (RFC 6455, section 5.2)."""
    length = len(payload)
    if length < _SHORT:
        return bytes((_TEXT, length)) + payload
    if length < _MEDIUM:
        return bytes((_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((_TEXT, 127)) + length.to_bytes(8) + payload


class LeanSocket(WebSocketsSansIOProtocol):
    """uvicorn's connection, with the short way out."""

    async def run_asgi(self) -> None:
        """Serve the connection, offering the short way in its scope."""
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[EXTENSION] = self.write_frame
        await super().run_asgi()

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
