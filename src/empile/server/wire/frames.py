"""WebSocket frames of the server (RFC 6455, section 5.2). Needs no server to import."""

from __future__ import annotations

from typing import Final

TEXT: Final = 0x81
"""The first byte of a whole text message."""
SHORT: Final = 126
"""The length field of frames whose length follows in two bytes."""
MEDIUM: Final = 1 << 16


def text_frame(payload: bytes) -> bytes:
    """Return the WebSocket frame of a text message from the server."""
    length = len(payload)
    if length < SHORT:
        return bytes((TEXT, length)) + payload
    if length < MEDIUM:
        return bytes((TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((TEXT, 127)) + length.to_bytes(8) + payload
