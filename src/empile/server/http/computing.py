"""Answers of requests that are computed off the event loop."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from empile.server.background.compute import Computation, Compute
from empile.server.http.errors import Asked, host_of
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import address_group

_CACHE = "public, max-age=3600"


def tagged(request: Asked, body: bytes, tag: str) -> Response[Any]:
    """Answer with JSON that can be cached; clients that have it already get no body."""
    headers = {"cache-control": _CACHE, "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def group_of(request: Asked) -> str:
    """Return the group of addresses that shares the limits of a client."""
    return address_group(host_of(request))


async def computed(
    request: Asked,
    function: Computation,
    *arguments: Any,
    cost: float,
    table: int = 0,
) -> Response[Any]:
    """Answer with the JSON of ``function(*arguments)``; ``cost`` is counted in events.

    ``table`` is the number of the table that it is about, if it is about one.
    """
    body = await computed_bytes(request, function, *arguments, cost=cost, table=table)
    return Response(body, media_type="application/json")


async def computed_bytes(
    request: Asked,
    function: Computation,
    *arguments: Any,
    cost: float,
    table: int = 0,
) -> bytes:
    """Return the result of ``function(*arguments)``. Stops waiting when the client disconnects."""
    compute = request.app.state.compute
    assert isinstance(compute, Compute)
    running = asyncio.ensure_future(
        compute.run(function, *arguments, group=group_of(request), cost=cost, table=table)
    )
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((running, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise CommandError("stale", "the client has disconnected")
        return running.result()
    finally:
        running.cancel()
        leaving.cancel()


async def _disconnected(request: Asked) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
