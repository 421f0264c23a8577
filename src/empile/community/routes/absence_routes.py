"""Routes of the calendar of absences of a member."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from sqlalchemy import Connection

from empile.community import members
from empile.community.absences import calendar
from empile.community.clock import now_ms
from empile.community.routes.shared import community_of, read_as, write_as
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.wire.people.absences import AbsenceCalendar, NewAbsence


class AbsenceController(Controller):
    path = "/api/members/{member:str}/absences"
    tags = ("members",)

    @get("/", summary="Absences of a member", errors=("signed_out", "not_yours"))
    async def absences(self, request: Asked, member: FromPath[str]) -> AbsenceCalendar:
        """Return the absences that are not over, and what is left of this year and the next one.

        While a member is absent, clocks with days for each move stand still.
        """
        now = now_ms()

        def read(connection: Connection, session: Session) -> AbsenceCalendar:
            found = members.own(connection, session.account, member)
            return calendar.calendar_of(connection, found, now)

        return await read_as(request, read)

    @post(
        "/",
        summary="Add an absence",
        errors=("signed_out", "not_yours", "not_allowed"),
        status_code=HTTP_201_CREATED,
    )
    async def add(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewAbsence]
    ) -> AbsenceCalendar:
        """Add an absence of an hour or more, and of at most 30 days a year.

        It begins now or later, and does not overlap with another one. Other players learn of it when
        it begins.
        """
        now = now_ms()

        def add(connection: Connection, session: Session) -> AbsenceCalendar:
            found = members.own(connection, session.account, member)
            return calendar.add(connection, found, data, now)

        changed = await write_as(request, add)
        community_of(request).absences.wake()
        return changed

    @delete(
        "/{absence:int}",
        summary="Remove an absence",
        errors=("signed_out", "not_yours", "forbidden", "no_table"),
        status_code=HTTP_200_OK,
    )
    async def remove(
        self, request: Asked, member: FromPath[str], absence: FromPath[int]
    ) -> AbsenceCalendar:
        """Remove an absence, or end it now if it has begun: clocks run again, bots hand back."""
        now = now_ms()

        def remove(connection: Connection, session: Session) -> AbsenceCalendar:
            found = members.own(connection, session.account, member)
            return calendar.remove(connection, found, absence, now)

        changed = await write_as(request, remove)
        community_of(request).absences.wake()
        return changed
