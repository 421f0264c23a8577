"""The route of the stream of events."""

from __future__ import annotations

from litestar import get

from empile.community.routes.shared import community_of
from empile.server.http.errors import Asked
from empile.server.http.play.line_stream import LineStream
from empile.server.http.rest import caller_of, limit
from empile.server.wire.errors import CommandError


@get(
    "/api/stream/events",
    summary="What happens at the tables of a program",
    errors=("bad_token", "not_allowed", "rate_limited"),
    tags=["tokens"],
)
async def stream_events(request: Asked) -> LineStream:
    """Return the events of all tables of the token's member, one JSON object a line.

    The stream goes on until the client leaves, or the server ends it with `bye`. Ignore empty
    lines. Needs a token with the scope `read`.
    """
    limit(request)
    caller = await caller_of(request, "read")
    if caller is None or caller.member is None:
        raise CommandError("bad_token", "a stream of events needs the token of a program")
    community = community_of(request)
    community.streams.require_room(caller.member)
    return LineStream(
        lambda connection: community.streams.open(caller, connection),
        community.settings.limits.backlog_bytes,
    )
