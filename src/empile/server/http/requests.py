"""Checks, numbers, logs and counts all HTTP requests, around the application."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, NamedTuple

import msgspec

from empile.server.http.origin import KnownHosts, headers_of, is_allowed
from empile.server.http.response_headers import (
    headers_for_programs,
    is_preflight,
    preflight_headers,
)
from empile.server.http.static import SECURITY_HEADERS, Headers, Send, answer
from empile.server.monitoring import logs
from empile.server.settings import Settings
from empile.server.wire.errors import problem_of
from empile.server.wire.parts import ErrorCode
from empile.server.wire.schemas import Problem

Receive = Callable[[], Awaitable[Any]]
Route = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Observe = Callable[[int, float], None]
"""Gets the status of each response and its seconds."""

_SAFE_METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_SIGNED_LINKS: Final = "/api/notices/unsubscribe/"
"""Mail programs send forms here, from no page; the link itself says what may be done."""
_REQUEST_ID: Final = b"x-request-id"

log = logging.getLogger("empile.rest")
access_log = logging.getLogger("empile.access")


def is_for_programs(path: str) -> bool:
    """Return whether a path belongs to the REST interface, not to the page."""
    return path == "/api" or path.startswith(("/api/", "/health", "/metrics"))


class Denied(NamedTuple):
    """Why a request is refused before anything reads it."""

    code: ErrorCode
    detail: str


class RequestGate:
    """Decides which requests may enter: by host, origin, content type and address."""

    def __init__(self, settings: Settings) -> None:
        self._hosts = KnownHosts(settings.host_names, settings.origins)
        self._origins = settings.origins | settings.allowed_origins
        self._metrics_from = [ipaddress.ip_network(one) for one in settings.metrics_from]

    def deny(self, scope: dict[str, Any]) -> Denied | None:
        """Return why a request or a WebSocket is refused, or None."""
        headers = headers_of(scope)
        host = headers.get("host")
        if not self._hosts.allows(host):
            return Denied(
                "wrong_host",
                f"this server does not answer for the host '{(host or '')[:100]}'; if it should,"
                " start it with --host-name and this name",
            )
        if scope["type"] == "http":
            if scope["path"] == "/metrics" and not self._may_measure(scope.get("client")):
                return Denied(
                    "forbidden", "metrics are for the server's operator; see --metrics-from"
                )
            if scope["method"] in _SAFE_METHODS or not is_for_programs(scope["path"]):
                return None
            if scope["path"].startswith(_SIGNED_LINKS):
                return None
        if not is_allowed(scope, self._origins):
            return Denied(
                "forbidden", "pages of another site may not use this server; see --origin"
            )
        if scope["type"] == "http" and scope["method"] != "DELETE" and not _is_json(headers):
            return Denied(
                "wrong_media_type", "send JSON, with the header 'Content-Type: application/json'"
            )
        return None

    def _may_measure(self, client: Sequence[Any] | None) -> bool:
        if client is None:  # a Unix socket
            return True
        try:
            address = ipaddress.ip_address(str(client[0]).partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return address.is_loopback or any(address in network for network in self._metrics_from)


def _is_json(headers: dict[str, str]) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


class Requests:
    """An ASGI application around ``route``. No error passes it without a response and a log."""

    def __init__(
        self,
        route: Route,
        gate: RequestGate,
        observe: Observe,
        allowed_origins: AbstractSet[str] = frozenset(),
    ) -> None:
        self._route = route
        self._gate = gate
        self._allowed_origins = allowed_origins
        self._observe = observe

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        began, method = time.perf_counter(), scope["method"]
        name = logs.new_request_id(headers_of(scope).get(_REQUEST_ID.decode()))
        logs.request_id.set(name)
        logs.table_id.set(None)
        status = 0

        async def numbered(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (_REQUEST_ID, name.encode())]
                if is_for_programs(scope["path"]):
                    headers += headers_for_programs(scope, self._allowed_origins)
                message = {**message, "headers": headers}
            await send(message)

        try:
            denied = self._gate.deny(scope)
            if denied is None and is_for_programs(scope["path"]) and is_preflight(scope):
                headers = [*preflight_headers(scope, self._allowed_origins)]
                await answer(numbered, 204, headers, b"")
            elif denied is None:
                await self._route(scope, receive, numbered)
            else:
                await refuse(numbered, problem_of(denied.code, denied.detail))
        except Exception:
            log.exception("a request failed")
            if status:
                raise  # the connection has to be closed
            message = f"an error of the server, logged as request {name}"
            await refuse(numbered, problem_of("failed", message))
        finally:
            if status:
                seconds = time.perf_counter() - began
                self._observe(status, seconds)
                _log_access(method, scope, status, seconds)


async def refuse(
    send: Send, problem: Problem, headers: Headers = (), *, kind: str = "http"
) -> None:
    """Answer a request, or with ``kind`` ``"websocket.http"`` the handshake of a WebSocket."""
    body = msgspec.json.encode(problem)
    answered = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        *headers,
        *SECURITY_HEADERS,
    ]
    start = f"{kind}.response.start"
    await send({"type": start, "status": problem.status, "headers": answered})
    await send({"type": f"{kind}.response.body", "body": body})


def _log_access(method: str, scope: dict[str, Any], status: int, seconds: float) -> None:
    # Only requests of the REST interface have a template. Paths may contain codes.
    route = scope.get("path_template")
    if route is None or not access_log.isEnabledFor(logging.INFO):
        return
    access_log.info(
        "%s %s %d",
        method,
        route,
        status,
        extra={
            "method": method,
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 2),
        },
    )
