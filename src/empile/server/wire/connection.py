"""Server side of a WebSocket, with backpressure."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

import msgspec

from empile.server.wire import messages as wire
from empile.server.wire.codes import CLOSINGS
from empile.server.wire.fast_websocket import FastPath
from empile.server.wire.frames import payload_of, text_frame

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]

_encoder = msgspec.json.Encoder()


class Connection:
    """An accepted WebSocket.

    ``drop`` is called if the client has more than ``backlog_bytes`` still to read when a message is
    sent. So a single message may be larger.
    """

    def __init__(
        self,
        send: Send,
        fast_path: FastPath | None,
        backlog_bytes: int,
        drop: Callable[[], None],
    ) -> None:
        self.key: str | None = None
        """The hash of its token; ``None`` for spectators."""
        self.group = ""
        """Of its address, see :func:`empile.server.wire.rate_limits.address_group`."""
        self.full = True
        """Whether it receives positions."""
        self.closed = False
        self.closed_as: wire.ClosingCode | None = None
        self._send = send
        self._write_frame = None if fast_path is None else fast_path.write_frame
        self._unsent = None if fast_path is None else fast_path.unsent
        self._drop = drop
        self._most = backlog_bytes
        # Made when it is needed, as few clients do not keep up: an empty one has 0.8 kB.
        self._waiting: deque[tuple[dict[str, Any], int]] | None = None
        self._waiting_bytes = 0
        self._pump: asyncio.Task[None] | None = None

    @property
    def is_behind(self) -> bool:
        return self._pump is not None

    def send(self, frame: bytes) -> None:
        """Send a frame of :func:`text_frame`, or queue its message. Never blocks."""
        if self.closed:
            return
        write_frame = self._write_frame
        if self._pump is not None or write_frame is None or not write_frame(frame):
            payload = payload_of(frame)
            self._write({"type": "websocket.send", "text": payload.decode()}, len(payload))

    def tell(self, message: wire.ServerMessage) -> None:
        self.send(text_frame(_encoder.encode(message)))

    def close(self, code: wire.ClosingCode, message: str) -> None:
        if self.closed:
            return
        self.tell(wire.Closing(code, message))
        self.closed = True
        self.closed_as = code
        number = CLOSINGS[code].number
        self._write({"type": "websocket.close", "code": number, "reason": code}, 0)

    def _write(self, message: dict[str, Any], size: int) -> None:
        if self._pump is not None:
            if self._unread_bytes() > self._most:
                self.closed = True
                self._waiting = None
                self._drop()
                return
            if self._waiting is None:
                self._waiting = deque()
            self._waiting.append((message, size))
            self._waiting_bytes += size
            return
        # Run the first step directly: it nearly always completes, and a task is expensive.
        sending = self._send(message)
        try:
            first = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self.closed = True  # the peer is gone
            return
        self._waiting_bytes = size
        begun = _Suspended(sending, first)
        self._pump = asyncio.get_running_loop().create_task(self._drain(begun, size))

    def _unread_bytes(self) -> int:
        """Return the size of all that the client has not read, without the system's buffers."""
        return self._waiting_bytes + (0 if self._unsent is None else self._unsent())

    async def _drain(self, begun: Awaitable[None], size: int) -> None:
        try:
            await begun
            self._waiting_bytes -= size
            while self._waiting:
                message, size = self._waiting.popleft()
                await self._send(message)
                self._waiting_bytes -= size
        except Exception:
            self.closed = True
        finally:
            self._pump = None

    def stop(self) -> None:
        self.closed = True
        if self._pump is not None:
            self._pump.cancel()


class _Suspended:
    """The rest of a coroutine that has run to its first suspension, ``first``."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], first: Any) -> None:
        self._coroutine = coroutine
        self._first = first

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._first
        yield from self._coroutine.__await__()
