"""WebSocket frames of the server (RFC 6455, section 5.2). Needs no server to import."""

from __future__ import annotations

from typing import Final

TEXT: Final = 0x81
"""The first byte of a whole text message."""
SHORT: Final = 126
"""The length field of frames whose length follows in two bytes."""
MEDIUM: Final = 1 << 16


def text_frame(*parts: bytes) -> bytes:
    r"""Return the WebSocket frame of a text message from the server, given in parts.

    >>> text_frame(b"[", b"]")
    b'\x81\x02[]'
    """
    length = sum(map(len, parts))
    if length < SHORT:
        head = bytes((TEXT, length))
    elif length < MEDIUM:
        head = bytes((TEXT, 126)) + length.to_bytes(2)
    else:
        head = bytes((TEXT, 127)) + length.to_bytes(8)
    return b"".join((head, *parts))


def payload_of(frame: bytes) -> bytes:
    """Return the message of a frame of :func:`text_frame`.

    >>> payload_of(text_frame(b"[]"))
    b'[]'
    """
    length = frame[1]
    return frame[2 if length < SHORT else 4 if length == SHORT else 10 :]
