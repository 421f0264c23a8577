"""Routes of the studies of a member. They need a session: programs have no access."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import Controller, delete, get, put
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_204_NO_CONTENT
from sqlalchemy import Connection

from empile.community import members
from empile.community.clock import now_ms
from empile.community.records import studies
from empile.community.records.study_shape import LARGEST, check_study
from empile.community.routes.shared import read_as, write_as
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.http.rest import MOST_NUMBER
from empile.server.wire.errors import CommandError
from empile.server.wire.people.studies import NewStudy, StoredStudy, StudyInfo, StudyList

_ERRORS: Final = ("signed_out", "not_yours")
_LARGEST_BODY: Final = 2 * LARGEST
"""The study is a text in the body, in which quotes are escaped."""

Version = Annotated[
    int,
    QueryParameter(
        name="version", ge=1, le=MOST_NUMBER, description="The version that the client knows."
    ),
]


class StudyController(Controller):
    path = "/api/members/{member:str}/studies"
    tags = ("members",)

    @get("/", summary="Studies of a member", errors=_ERRORS)
    async def studies(self, request: Asked, member: FromPath[str]) -> StudyList:
        """Return all studies of a member of the account, without their contents."""

        def read(connection: Connection, session: Session) -> StudyList:
            found = members.own(connection, session.account, member)
            return StudyList(studies.all_of(connection, found.id))

        return await read_as(request, read)

    @get("/{study:str}", summary="A study", errors=(*_ERRORS, "no_table"))
    async def study(
        self, request: Asked, member: FromPath[str], study: FromPath[str]
    ) -> StoredStudy:
        """Return a study with its content."""

        def read(connection: Connection, session: Session) -> StoredStudy:
            found = members.own(connection, session.account, member)
            return studies.load(connection, found.id, study)

        return await read_as(request, read)

    @put(
        "/{study:str}",
        summary="Store a study",
        cost=2,
        errors=(*_ERRORS, "stale", "not_allowed"),
        request_max_body_size=_LARGEST_BODY,
    )
    async def store(
        self,
        request: Asked,
        member: FromPath[str],
        study: FromPath[str],
        data: JSONBody[NewStudy],
    ) -> StudyInfo:
        """Store a new study, or a change of the version that the client knows.

        Fails with `stale` if another device was first: get the study, and store one of the two under
        another ID. A member has at most 500 studies with 16 MB.
        """
        checked = await asyncio.to_thread(check_study, data.study)
        if checked.id != study:
            raise CommandError("bad_request", "the study has another ID")
        now = now_ms()

        def write(connection: Connection, session: Session) -> StudyInfo:
            found = members.own(connection, session.account, member)
            return studies.store(connection, found.id, checked, data, now)

        return await write_as(request, write)

    @delete(
        "/{study:str}",
        summary="Remove a study",
        errors=(*_ERRORS, "forbidden", "bad_request", "stale"),
        status_code=HTTP_204_NO_CONTENT,
    )
    async def remove(
        self, request: Asked, member: FromPath[str], study: FromPath[str], version: Version
    ) -> None:
        """Remove a study, unless it was changed since the version that the client knows."""

        def write(connection: Connection, session: Session) -> None:
            found = members.own(connection, session.account, member)
            studies.remove(connection, found.id, study, version)

        await write_as(request, write)
