"""Routes of moderators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection

from empile.community import members
from empile.community.clock import now_ms
from empile.community.members import Member
from empile.community.moderation import acts, appeals, cases, reports
from empile.community.routes.shared import community_of, read_as, write_as
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.http.rest import MOST_NUMBER
from empile.server.wire.errors import CommandError
from empile.server.wire.people.moderation import (
    AppealAnswer,
    DecisionWords,
    MemberCase,
    ModerationLog,
    ModerationQueue,
    NewAct,
    ReportShown,
)

Found = TypeVar("Found")
Work = Callable[[Connection, int], Found]
"""What is done for a moderator, by the number of the account."""

_ERRORS: Final = ("signed_out", "forbidden")
_CHANGES: Final = (*_ERRORS, "not_allowed", "no_table", "stale")

Before = Annotated[
    int | None,
    QueryParameter(
        ge=0, le=MOST_NUMBER, description="The `id` of the last entry of the page before."
    ),
]
About = Annotated[
    str | None, QueryParameter(name="member", max_length=40, description="The ID of a member.")
]


def check_moderator(connection: Connection, session: Session) -> None:
    """Raise ``CommandError`` unless a session is that of a moderator or host without a ban."""
    if session.role == "member":
        raise CommandError("forbidden", "only moderators may do this")
    acts.check_not_banned(connection, session.account, now_ms())


async def read_as_moderator(request: Asked, work: Work[Found]) -> Found:
    """Return what ``work`` reads for a moderator. Raises ``CommandError``."""

    def read(connection: Connection, session: Session) -> Found:
        check_moderator(connection, session)
        return work(connection, session.account)

    return await read_as(request, read)


async def write_as_moderator(request: Asked, work: Work[Found]) -> Found:
    """Return what ``work`` writes for a moderator. Raises ``CommandError``."""

    def write(connection: Connection, session: Session) -> Found:
        check_moderator(connection, session)
        return work(connection, session.account)

    return await write_as(request, write)


async def _told(request: Asked, work: Work[tuple[Found, list[int]]]) -> Found:
    """Like :func:`write_as_moderator`; the members that ``work`` also returns see their notices."""
    found, told = await write_as_moderator(request, work)
    community_of(request).contacts.hub.tell(told)
    return found


class ModerationController(Controller):
    path = "/api/moderation"
    tags = ("moderation",)

    @get("/queue", summary="Open reports and appeals", errors=_ERRORS)
    async def queue(self, request: Asked) -> ModerationQueue:
        """Return open reports by account, and appeals; nothing about the moderator's own account."""
        now = now_ms()
        return await read_as_moderator(
            request, lambda connection, moderator: cases.queue(connection, moderator, now)
        )

    @get("/reports/{report:int}", summary="A report", errors=(*_ERRORS, "no_table"))
    async def report(self, request: Asked, report: FromPath[int]) -> ReportShown:
        """Return a report with its evidence."""
        return await read_as_moderator(
            request, lambda connection, moderator: reports.one(connection, report, moderator)
        )

    @post(
        "/reports/{report:int}/close",
        summary="Close a report without an act",
        errors=_CHANGES,
        status_code=HTTP_200_OK,
    )
    async def close(
        self, request: Asked, report: FromPath[int], data: JSONBody[DecisionWords]
    ) -> ReportShown:
        """Close a report. The reporter sees that it was decided; the reported person does not."""
        now = now_ms()

        def write(connection: Connection, moderator: int) -> ReportShown:
            reports.dismiss(connection, report, data.text, now, by=moderator)
            return reports.one(connection, report, moderator)

        return await write_as_moderator(request, write)

    @get(
        "/members/{member:str}",
        summary="A member",
        errors=(*_ERRORS, "not_allowed", "no_table"),
    )
    async def member(self, request: Asked, member: FromPath[str]) -> MemberCase:
        """Return all reports of a member's account, with their evidence, and acts against it."""
        now = now_ms()
        return await read_as_moderator(
            request,
            lambda connection, moderator: cases.of_member(
                connection, _find(connection, member), moderator, now
            ),
        )

    @post(
        "/members/{member:str}/acts",
        summary="Warn, mute or ban",
        errors=_CHANGES,
        status_code=HTTP_200_OK,
    )
    async def act(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewAct]
    ) -> MemberCase:
        """Act against the account of a member, and close reports by that."""
        now = now_ms()

        def write(connection: Connection, moderator: int) -> tuple[MemberCase, list[int]]:
            found = _find(connection, member)
            ended = None if data.seconds is None else now + 1000 * data.seconds
            new = acts.NewAct(data.kind, data.category, data.text, ended)
            made = cases.act_on(connection, found, new, data.reports, now, by=moderator)
            told = acts.members_to_notify(connection, made)
            return cases.of_member(connection, found, moderator, now), told

        return await _told(request, write)

    @post(
        "/acts/{act:int}/lift",
        summary="Lift an act",
        errors=_CHANGES,
        status_code=HTTP_200_OK,
    )
    async def lift(
        self, request: Asked, act: FromPath[int], data: JSONBody[DecisionWords]
    ) -> ModerationQueue:
        """End a mute or ban before its time; return the queue."""
        now = now_ms()

        def write(connection: Connection, moderator: int) -> tuple[ModerationQueue, list[int]]:
            found = acts.find(connection, act)
            acts.lift(connection, found, data.text, now, by=moderator)
            told = acts.members_to_notify(connection, found)
            return cases.queue(connection, moderator, now), told

        return await _told(request, write)

    @post(
        "/acts/{act:int}/appeal",
        summary="Answer an appeal",
        errors=_CHANGES,
        status_code=HTTP_200_OK,
    )
    async def answer(
        self, request: Asked, act: FromPath[int], data: JSONBody[AppealAnswer]
    ) -> ModerationQueue:
        """Answer an appeal; return the queue.

        The act's own moderator may answer only if no other one can.
        """
        now = now_ms()

        def write(connection: Connection, moderator: int) -> tuple[ModerationQueue, list[int]]:
            found = appeals.answer(connection, act, data.outcome, data.text, now, by=moderator)
            told = acts.members_to_notify(connection, found)
            return cases.queue(connection, moderator, now), told

        return await _told(request, write)

    @get("/log", summary="The log of moderation", errors=(*_ERRORS, "no_table"))
    async def log(
        self, request: Asked, before: Before = None, about: About = None
    ) -> ModerationLog:
        """Return 100 entries, the newest first; nothing about the moderator's own account."""

        def read(connection: Connection, moderator: int) -> ModerationLog:
            account = None if about is None else _find(connection, about).account
            return cases.log_page(connection, before, moderator, account)

        return await read_as_moderator(request, read)


def _find(connection: Connection, public: str) -> Member:
    found = members.find(connection, public)
    if found is None:
        raise CommandError("no_table", "there is no such member")
    return found
