"""Routes of reports, and of acts against the own account."""

from __future__ import annotations

from typing import Final

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection

from empile.community import limits, members
from empile.community.clock import now_ms
from empile.community.members import Member
from empile.community.moderation import acts, appeals, reports, sending
from empile.community.moderation.sending import Pointed
from empile.community.routes.shared import (
    community_of,
    count_attempts,
    read_as,
    write_as,
)
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.http.rest import registry_of
from empile.server.wire.people.acts import ActShown
from empile.server.wire.people.moderation import NewAppeal, NewReport, OwnReport

_ERRORS: Final = ("signed_out", "not_yours")


class ReportController(Controller):
    path = "/api/members/{member:str}/reports"
    tags = ("moderation",)

    @post(
        "/",
        summary="Report somebody",
        errors=(*_ERRORS, "no_table", "no_place", "no_spectators", "not_now", "rate_limited"),
    )
    async def report(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewReport]
    ) -> OwnReport:
        """Report another person to the moderators.

        The events of the table, and the messages around, are copied with it. The reported person is
        not notified. The same thing can be reported again once a moderator has decided.
        """
        sending.check(data)
        reporter = await read_as(
            request,
            lambda connection, session: members.own(connection, session.account, member),
        )
        counted = limits.of_account("reports_of_account", reporter.account)
        await count_attempts(request, [counted])
        pointed = await _pointed(request, reporter, data)

        def write(connection: Connection, session: Session) -> OwnReport:
            found = members.own(connection, session.account, member)
            return sending.send(connection, found, pointed, data, now_ms())

        return await write_as(request, write)

    @get("/", summary="Own reports", errors=_ERRORS)
    async def own(self, request: Asked, member: FromPath[str]) -> list[OwnReport]:
        """Return the last 100 reports by the account, the newest first."""

        def read(connection: Connection, session: Session) -> list[OwnReport]:
            members.own(connection, session.account, member)
            return reports.own(connection, session.account)

        return await read_as(request, read)


class OwnActController(Controller):
    path = "/api/me/acts"
    tags = ("moderation",)

    @get("/", summary="Acts against the account", errors=("signed_out",))
    async def acts(self, request: Asked) -> list[ActShown]:
        """Return what moderators did about the account, the newest first."""
        now = now_ms()
        return await read_as(
            request,
            lambda connection, session: appeals.shown(
                connection, acts.of_account(connection, session.account), now
            ),
        )

    @post(
        "/{act:int}/read",
        summary="Confirm that an act was read",
        errors=("signed_out", "no_table"),
        status_code=HTTP_200_OK,
    )
    async def read(self, request: Asked, act: FromPath[int]) -> list[ActShown]:
        """Note that the account has read an act; return those that it must still know of."""
        now = now_ms()

        def write(connection: Connection, session: Session) -> list[ActShown]:
            appeals.own_act(connection, session.account, act)
            acts.read(connection, session.account, act, now)
            return appeals.standing(connection, session.account, now)

        return await write_as(request, write)

    @post(
        "/{act:int}/appeal",
        summary="Appeal against an act",
        errors=("signed_out", "no_table", "not_now", "stale"),
        status_code=HTTP_200_OK,
    )
    async def appeal(
        self, request: Asked, act: FromPath[int], data: JSONBody[NewAppeal]
    ) -> list[ActShown]:
        """Appeal against an act, once. Another moderator answers, if there is one."""
        now = now_ms()

        def write(connection: Connection, session: Session) -> list[ActShown]:
            appeals.make(connection, session.account, act, data.text, now)
            return appeals.shown(connection, acts.of_account(connection, session.account), now)

        return await write_as(request, write)


async def _pointed(request: Asked, reporter: Member, wanted: NewReport) -> Pointed:
    """Return what a report points at. Raises ``CommandError``."""
    registry, database = registry_of(request), community_of(request).database
    if wanted.table is not None and wanted.place is not None:
        return await sending.at_place(registry, wanted.table, wanted.place, reporter.account)
    if wanted.message is not None:
        number = wanted.message
        message, around = await database.read(
            lambda connection: sending.find_message(connection, reporter, number)
        )
        return await sending.at_message(registry, message, around)
    public = wanted.member or ""
    return await database.read(lambda connection: sending.at_member(connection, public))
