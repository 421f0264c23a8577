"""A minimal WebSocket client: whole text frames, no compression, no limits."""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.client import ClientProtocol
from websockets.uri import parse_uri

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A
_MASK = bytes.fromhex("5ac39669")
"""Not zeros: some servers save the work for them."""


def client_frame(payload: bytes, kind: int = _TEXT) -> bytes:
    """Return a masked frame."""
    length, masked = len(payload), apply_mask(payload, _MASK)
    if length < 126:
        return bytes((kind, 0x80 | length)) + _MASK + masked
    return bytes((kind, 0x80 | 126)) + length.to_bytes(2) + _MASK + masked


class WebSocketClient(asyncio.Protocol):
    """One connection. Subclasses implement ``opened`` and ``received``."""

    def __init__(self, address: str) -> None:
        self._upgrade = ClientProtocol(parse_uri(address), max_size=None)
        self._upgraded = False
        self._rest = b""
        self.closed = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        """Handle the end of the upgrade."""

    def received(self, payload: bytes) -> None:
        """Handle a text message."""
        raise NotImplementedError

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self._transport.write(frame)

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def connection_made(self, transport: Any) -> None:
        """Request the upgrade."""
        self._transport = transport
        self._upgrade.send_request(self._upgrade.connect())
        for data in self._upgrade.data_to_send():
            transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        if not self.closed.done():
            self.closed.set_result(exc)

    def data_received(self, data: bytes) -> None:
        """Split received data into messages."""
        self._rest = self._rest + data if self._rest else data
        if not self._upgraded:
            response, end, frames = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            self._upgrade.receive_data(response + end)
            if self._upgrade.handshake_exc is not None or not self._upgrade.events_received():
                raise ConnectionError(f"the server refused: {response.decode('latin-1')}")
            self._upgraded = True
            self._rest = frames
            self.opened()
        self._read()

    def _read(self) -> None:
        data, at = self._rest, 0
        while len(data) >= at + 2:
            start, length = at + 2, data[at + 1]
            if length >= 126:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start])
            if len(data) < start + length:
                break
            payload = data[start : start + length]
            if data[at] == _TEXT:
                self.received(payload)
            elif data[at] == _PING:
                self.write(client_frame(payload, _PONG))
            at = start + length
        self._rest = data[at:]
