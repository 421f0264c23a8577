"""Errors as REST responses: each has a :class:`Refusal` as its body."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from empile.engine.strict_json import is_list, is_object
from empile.server.metrics import Metrics
from empile.server.monitoring import logs
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import Refusal

Asked = Request[Any, Any, State]

log = logging.getLogger("empile.rest")

STATUS: Final[dict[wire.ErrorCode, int]] = {
    "no_table": 404,
    "no_place": 409,
    "not_now": 409,
    "stale": 409,
    "frozen": 409,
    "no_watching": 403,
    "no_hints": 403,
    "not_yours": 403,
    "too_large": 413,
    "slow_down": 429,
    "failed": 500,
}
"""Status by code; others are 400."""


def on_command_error(request: Asked, error: CommandError) -> Response[Refusal]:
    return refuse(request, error.status or STATUS.get(error.code, 400), error.body())


def on_http_error(request: Asked, error: HTTPException) -> Response[Refusal]:
    if error.status_code >= 500:
        return on_unexpected_error(request, error)
    codes: dict[int, wire.ErrorCode] = {404: "no_table", 413: "too_large", 429: "slow_down"}
    message = error.detail
    problems = error.extra if is_list(error.extra) else []
    if problems and is_object(problems[0]):
        message = f"{problems[0].get('key', 'the body')}: {problems[0].get('message', message)}"
    refusal = Refusal(codes.get(error.status_code, "bad_request"), message)
    return refuse(request, error.status_code, refusal, error.headers)


def on_unexpected_error(request: Asked, error: Exception) -> Response[Refusal]:
    log.error("a request failed", exc_info=error)
    metrics_of(request).failures.labels("request").inc()
    return refuse(request, 500, failure())


def failure() -> Refusal:
    """Return the body of an error 500, with the id under which it was logged."""
    return Refusal("failed", f"an error of the server, logged as request {logs.request_id.get()}")


def refuse(
    request: Asked, status: int, body: Refusal, headers: dict[str, str] | None = None
) -> Response[Refusal]:
    metrics_of(request).refused("rest", body.code)
    return Response(body, status_code=status, headers=headers)


def metrics_of(request: Asked) -> Metrics:
    metrics = request.app.state.registry.metrics
    assert isinstance(metrics, Metrics)
    return metrics


def host_of(request: Asked) -> str:
    """Return the address of the client, empty for a Unix socket."""
    return request.client.host if request.client else ""
