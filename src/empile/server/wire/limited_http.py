"""HTTP protocol for uvicorn with limits of time and of connections by address."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any, Final, cast

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.server import ServerState

from empile.server.wire.connection_limits import LimitedServerState, StallWatch, reset
from empile.server.wire.errors import problem_of
from empile.server.wire.parts import ErrorCode

_MOST_HEAD: Final = 16 * 1024
"""Size of a request's head."""

_ABSOLUTE: Final = re.compile(rb"https?://([^/?]*)(.*)", re.IGNORECASE)

_log = logging.getLogger("empile.http")
# Clients could fill the log: uvicorn writes a line for each invalid request.
_log.setLevel(logging.ERROR)


class _Connection(h11.Connection):
    """Refuses chunked requests.

    Nothing needs them, and h11 takes 10 us per chunk: tiny ones would hold up all tables.
    """

    is_head = False
    """Whether the response must not have a body."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.is_head = event.method == b"HEAD"
            if any(name == b"transfer-encoding" for name, _ in event.headers):
                raise h11.RemoteProtocolError("chunked request")
            if absolute := _ABSOLUTE.fullmatch(event.target):
                return _as_path(event, *absolute.groups())
        return event

    def start_next_cycle(self) -> None:
        super().start_next_cycle()
        self.is_head = False


def _as_path(event: h11.Request, host: bytes, path: bytes) -> h11.Request:
    """Return a request with an absolute target as one with a path: its ``Host`` does not count."""
    headers = [(name, value) for name, value in event.headers if name != b"host"]
    return h11.Request(
        method=event.method,
        target=path if path.startswith(b"/") else b"/" + path,
        headers=[(b"host", host), *headers],
        http_version=event.http_version,
    )


class LimitedHttpProtocol(H11Protocol):
    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(server_state, LimitedServerState)
        self.conn: _Connection = _Connection(h11.SERVER, _MOST_HEAD)
        self.logger = _log
        self._limited = server_state
        self._stall_watch = StallWatch(server_state.limits.stall_seconds)
        self._phase: tuple[Any, object] = (None, None)
        self._phase_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._limited.enter(self, "" if self.client is None else self.client[0]):
            self._refuse("rate_limited", "too many connections from your address")

    def connection_lost(self, exc: Exception | None) -> None:
        self._limited.leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._limited.leave(self)  # the WebSocket protocol counts it, by forwarded address
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        self._refuse("bad_request", "this is no valid HTTP request of known length")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stall_watch.on_resume()

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a further request."""
        has_answered = cast("object", self.cycle) is not None  # uvicorn declares no None
        return has_answered and self._waits_for_head and not self._has_begun

    @property
    def _waits_for_head(self) -> bool:
        return self.conn.their_state is h11.IDLE

    @property
    def _has_begun(self) -> bool:
        """Whether a part of a head has arrived."""
        return bool(self.conn.trailing_data[0])

    def sweep(self, now: float) -> None:
        if self._stall_watch.is_stalled(self.transport.get_write_buffer_size(), now):
            reset(self.transport)
            return
        phase = (self.conn.their_state, self.cycle)
        if phase != self._phase:
            self._phase, self._phase_since = phase, now
        if self.transport.is_closing():
            return
        waited = now - self._phase_since
        limits = self._limited.limits
        if self._waits_for_head and waited >= limits.head_seconds:
            if self._has_begun:
                self._refuse("timeout", "the request did not arrive in time")
            else:
                self.transport.close()
        elif self.conn.their_state is h11.SEND_BODY and waited >= limits.body_seconds:
            self._refuse("timeout", "the request did not arrive in time")

    def _refuse(self, code: ErrorCode, detail: str) -> None:
        """Answer without the application, unless it is answering already, and close."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            problem = problem_of(code, detail)
            body = msgspec.json.encode(problem)
            headers = [
                ("content-type", "application/problem+json"),
                ("content-length", str(len(body))),
                ("connection", "close"),
            ]
            if code == "rate_limited":  # in which idle connections are closed
                headers.append(("retry-after", str(round(self._limited.limits.head_seconds))))
            response = h11.Response(
                status_code=problem.status, headers=headers, reason=STATUS_PHRASES[problem.status]
            )
            data = b"" if self.conn.is_head else body
            for event in (response, h11.Data(data=data), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
