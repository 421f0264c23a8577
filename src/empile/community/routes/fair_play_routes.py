"""Routes of evidence on fair play, for moderators."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from sqlalchemy import Connection

from empile.community import members
from empile.community.clock import now_ms
from empile.community.fairplay.report import Gathered, gather
from empile.community.routes.shared import community_of, read_as
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.wire.errors import CommandError
from empile.server.wire.people.fair_play import FairPlayReport


@get(
    "/api/moderation/members/{member:str}/fair-play",
    summary="Fair play report",
    cost=20,
    tags=["moderation"],
    errors=("signed_out", "not_allowed", "no_table"),
)
async def fair_play(request: Asked, member: FromPath[str]) -> Response[FairPlayReport]:
    """Return evidence on how a member plays, for moderators.

    Games that are not analysed yet are analysed in the background: ask again until ``progress`` is
    complete. Members of the moderator's own account are refused.
    """
    now = now_ms()

    def read(connection: Connection, session: Session) -> Gathered:
        if session.role not in ("moderator", "host"):
            raise CommandError("not_allowed", "only moderators see this")
        found = members.find(connection, member)
        if found is None:
            raise CommandError("no_table", "there is no such member")
        if found.account == session.account:
            raise CommandError("not_allowed", "another moderator looks at your own account")
        return gather(connection, found, now)

    body: Any = await community_of(request).fair_play.report(await read_as(request, read))
    return Response(body, media_type="application/json")
