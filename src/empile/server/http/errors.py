"""Errors as REST responses: each has a :class:`Problem` as its body (RFC 9457)."""

from __future__ import annotations

import logging
import math
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from empile.engine.strict_json import is_list, is_object
from empile.server.metrics import Metrics
from empile.server.monitoring import logs
from empile.server.wire import messages as wire
from empile.server.wire.codes import status_of
from empile.server.wire.errors import CommandError, problem_of
from empile.server.wire.schemas import Problem

Asked = Request[Any, Any, State]

log = logging.getLogger("empile.rest")

PROBLEM_TYPE: Final = "application/problem+json"
_RETRY_SECONDS: Final = 1.0
_CODES: Final[dict[int, wire.ErrorCode]] = {
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    415: "wrong_media_type",
}
"""Codes of Litestar's own errors, by their status; others are malformed requests."""


def on_command_error(request: Asked, error: CommandError) -> Response[Problem]:
    return refuse(request, error.problem(), retry_headers(error))


def on_http_error(request: Asked, error: HTTPException) -> Response[Problem]:
    if error.status_code >= 500:
        return on_unexpected_error(request, error)
    detail = error.detail
    problems = error.extra if is_list(error.extra) else []
    if problems and is_object(problems[0]):
        detail = f"{problems[0].get('key', 'the body')}: {problems[0].get('message', detail)}"
    code = _CODES.get(error.status_code, "bad_request")
    return refuse(request, problem_of(code, detail), error.headers)


def on_unexpected_error(request: Asked, error: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=error)
    metrics_of(request).failures.labels("request").inc()
    return refuse(request, failure())


def failure() -> Problem:
    """Return the body of an error 500, with the id under which it was logged."""
    name = logs.request_id.get()
    return problem_of("failed", f"an error of the server, logged as request {name}")


def retry_headers(error: CommandError) -> dict[str, str]:
    """Return ``Retry-After`` in whole seconds if the same request may succeed later."""
    if status_of(error.code) not in (429, 503):
        return {"www-authenticate": "Bearer"} if error.code == "bad_token" else {}
    seconds = _RETRY_SECONDS if error.retry_after is None else error.retry_after
    return {"retry-after": str(max(1, math.ceil(seconds)))}


def refuse(
    request: Asked, problem: Problem, headers: dict[str, str] | None = None
) -> Response[Problem]:
    metrics_of(request).refused("rest", problem.code)
    return Response(problem, status_code=problem.status, media_type=PROBLEM_TYPE, headers=headers)


def metrics_of(request: Asked) -> Metrics:
    metrics = request.app.state.registry.metrics
    assert isinstance(metrics, Metrics)
    return metrics


def host_of(request: Asked) -> str:
    """Return the address of the client, empty for a Unix socket."""
    return request.client.host if request.client else ""
