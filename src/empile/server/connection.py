"""One socket, from the server's side: what is sent and how much of it may wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any

import msgspec

from empile.server import protocol as wire
from empile.server.lean_socket import WriteFrame, text_frame

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]

_encoder = msgspec.json.Encoder()


class Connection:
    """A socket that has been accepted.

    ``send`` is the ASGI server's, ``write_frame`` its short way out where it has one; ``drop`` is
    called when too much waits to be read.
    """

    def __init__(
        self,
        send: Send,
        write_frame: WriteFrame | None,
        backlog_bytes: int,
        drop: Callable[[], None],
    ) -> None:
        self.key: str | None = None
        """The hash of the token, where it holds places of the table; ``None`` for a spectator."""
        self.full = True
        """Whether positions are wanted, and not events alone."""
        self.closed = False
        self._send = send
        self._write_frame = write_frame
        self._drop = drop
        self._most = backlog_bytes
        self._waiting: deque[dict[str, Any]] = deque()
        self._waiting_bytes = 0
        self._pump: asyncio.Task[None] | None = None

    @property
    def is_behind(self) -> bool:
        """Whether something that was sent waits to be read."""
        return self._pump is not None

    def send(self, payload: bytes, frame: bytes) -> None:
        """Send a message, given as its JSON and as the frame of it; returns at once.

        What cannot be written now waits its turn.
        """
        if self.closed:
            return
        write_frame = self._write_frame
        if self._pump is not None or write_frame is None or not write_frame(frame):
            self._write({"type": "websocket.send", "text": payload.decode()}, len(payload))

    def tell(self, message: wire.ServerMessage) -> None:
        """Send a message of the protocol."""
        payload = _encoder.encode(message)
        self.send(payload, text_frame(payload))

    def close(self, code: wire.ClosingCode, message: str) -> None:
        """Say good-bye and close."""
        if self.closed:
            return
        self.tell(wire.Closing(code, message))
        self.closed = True
        number = 1012 if code == "stopping" else 1008
        self._write({"type": "websocket.close", "code": number, "reason": code}, 0)

    def _write(self, message: dict[str, Any], size: int) -> None:
        if self._pump is not None:
            self._waiting.append(message)
            self._waiting_bytes += size
            if self._waiting_bytes > self._most:
                self.closed = True
                self._waiting.clear()
                self._drop()
            return
        # Stepped in place: nearly always it is done at once, and a task for each message to each
        # connection would cost more than the message.
        sending = self._send(message)
        try:
            first = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self.closed = True  # the other side is gone; its handler is about to hear of it
            return
        self._pump = asyncio.get_running_loop().create_task(self._go_on(_Begun(sending, first)))

    async def _go_on(self, begun: Awaitable[None]) -> None:
        try:
            await begun
            while self._waiting:
                message = self._waiting.popleft()
                self._waiting_bytes -= len(message.get("text", ""))
                await self._send(message)
        except Exception:
            self.closed = True
        finally:
            self._pump = None

    def stop(self) -> None:
        """Send nothing any more."""
        self.closed = True
        if self._pump is not None:
            self._pump.cancel()


class _Begun:
    """The rest of a coroutine that has taken its first step and waits for ``first``."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], first: Any) -> None:
        self._coroutine = coroutine
        self._first = first

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._first
        yield from self._coroutine.__await__()
