"""Responses of newline-delimited JSON that go on until the client leaves.

They have the same bounded buffer as sockets: a client that does not read is dropped. Each line is a
message. An empty line every 15 seconds keeps proxies from closing the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Response
from litestar.response.base import ASGIResponse

from empile.server.wire import messages as wire
from empile.server.wire.connection import Connection
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame

MEDIA_TYPE: Final = "application/x-ndjson"
KEEP_ALIVE_SECONDS: Final = 15.0

_HEADERS: Final = (
    (b"content-type", MEDIA_TYPE.encode()),
    (b"cache-control", b"no-store"),
    # Asks nginx not to wait for the end.
    (b"x-accel-buffering", b"no"),
)

OnOpen = Callable[[Connection], Awaitable[Callable[[], None]]]
"""Begins to send to a connection; returns what to call at the end."""


class LineStream(Response[None]):
    """A response that ``open_`` writes, with at most ``backlog_bytes`` that the client has not read.

    Example::

        return LineStream(lambda connection: follow(room, connection), limits.backlog_bytes)
    """

    def __init__(self, open_: OnOpen, backlog_bytes: int) -> None:
        super().__init__(None, media_type=MEDIA_TYPE)
        self._open = open_
        self._backlog_bytes = backlog_bytes

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _LineResponse(self._open, self._backlog_bytes)


class _LineResponse(ASGIResponse):
    def __init__(self, open_: OnOpen, backlog_bytes: int) -> None:
        super().__init__()
        self._open = open_
        self._backlog_bytes = backlog_bytes

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        ended = asyncio.Event()
        is_open = True

        async def write(message: dict[str, Any]) -> None:
            text = message.get("text")
            if text is None:
                ended.set()
            elif is_open:
                body = text.encode() + b"\n"
                await send({"type": "http.response.body", "body": body, "more_body": True})

        async def wait_for_end() -> None:
            nonlocal is_open
            while (await receive())["type"] != "http.disconnect":
                pass
            is_open = False
            ended.set()

        connection = Connection(write, None, self._backlog_bytes, ended.set)
        await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
        waiting = asyncio.create_task(wait_for_end())
        close: Callable[[], None] | None = None
        try:
            try:
                close = await self._open(connection)
            except CommandError as error:
                connection.tell(wire.Error(error.code, str(error), "stream"))
                connection.close("refused", str(error))
            while not ended.is_set():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        await ended.wait()
                        break
                connection.send(text_frame(b""))
        finally:
            waiting.cancel()
            if close is not None:
                close()
            connection.stop()
        if is_open:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
