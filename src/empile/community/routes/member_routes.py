"""Routes of the members of an account, and of what a guardian allows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import Controller, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_201_CREATED, HTTP_204_NO_CONTENT
from sqlalchemy import Connection

from empile.community import limits, members, rules
from empile.community.clock import now_ms
from empile.community.database import overwrite_deleted
from empile.community.members import Member
from empile.community.routes.shared import (
    community_of,
    count_attempts,
    read_as,
    session_of,
    write_as,
)
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import (
    Approval,
    MemberChange,
    MemberInfo,
    MemberRules,
    NewMember,
)

Found = TypeVar("Found")


class MemberController(Controller):
    path = "/api/members"
    tags = ("members",)

    @post(
        "/",
        summary="Add a member to the account",
        errors=("signed_out", "bad_name", "name_taken"),
        status_code=HTTP_201_CREATED,
    )
    async def add(self, request: Asked, data: JSONBody[NewMember]) -> MemberInfo:
        """Add a person, or a program, to the account."""
        now = now_ms()
        await _count(request)
        return await write_as(
            request,
            lambda connection, session: rules.info_of(
                connection,
                members.make(connection, session.account, data.name, data.kind, now),
            ),
        )

    @patch(
        "/{member:str}",
        summary="Change a member",
        errors=("signed_out", "not_yours", "confirm", "not_allowed", "bad_name", "name_taken"),
    )
    async def change(
        self, request: Asked, member: FromPath[str], data: JSONBody[MemberChange]
    ) -> MemberInfo:
        """Change a name, whether the profile is public, or the kind.

        That a child becomes an adult needs a confirmed session.
        """
        now = now_ms()
        if data.name is not None:
            await _count(request)

        def change(connection: Connection, session: Session) -> tuple[MemberInfo, int]:
            found = members.own(connection, session.account, member)
            if data.kind is not None and found.kind == "child" and data.kind != "child":
                session.require_confirmed(now)
            return rules.info_of(
                connection, members.change(connection, found, data)
            ), session.account

        changed, account = await write_as(request, change)
        community_of(request).show_members(account)
        return changed

    @delete(
        "/{member:str}",
        summary="Delete a member",
        errors=("signed_out", "not_yours", "confirm", "forbidden", "bad_request"),
    )
    async def remove(self, request: Asked, member: FromPath[str]) -> None:
        """Delete a member for ever; its finished games stay. Needs a confirmed session."""
        now = now_ms()

        def remove(connection: Connection, session: Session) -> int:
            found = members.own(connection, session.account, member)
            if len(members.ids(connection, session.account)) == 1:
                raise CommandError("bad_request", "an account has at least one member")
            overwrite_deleted(connection)
            members.remove(connection, found.id, now)
            return session.account

        account = await write_as(request, remove, confirmed=True)
        community_of(request).show_members(account)

    @get(
        "/{member:str}/rules",
        summary="What a member may do",
        errors=("signed_out", "not_yours"),
    )
    async def rules(self, request: Asked, member: FromPath[str]) -> MemberRules:
        """Return what a guardian allows a member of the account."""
        return await read_as(request, _of_member(member, rules.rules_of))

    @put(
        "/{member:str}/rules",
        summary="Change what a member may do",
        errors=("signed_out", "not_yours", "confirm"),
    )
    async def set_rules(
        self, request: Asked, member: FromPath[str], data: JSONBody[MemberRules]
    ) -> MemberRules:
        """Change what a member may do. Needs a confirmed session."""

        def set_rules(connection: Connection, found: Member) -> MemberRules:
            rules.set_rules(connection, found, data)
            return rules.rules_of(connection, found)

        return await write_as(request, _of_member(member, set_rules), confirmed=True)

    @get(
        "/{member:str}/approvals",
        summary="Whom a member may play with",
        errors=("signed_out", "not_yours"),
    )
    async def approvals(self, request: Asked, member: FromPath[str]) -> list[Approval]:
        """Return the people that a guardian approved for a member, the newest first."""
        return await read_as(request, _of_member(member, rules.approved))

    @put(
        "/{member:str}/approvals/{other:str}",
        summary="Approve somebody for a member",
        errors=("signed_out", "not_yours", "confirm", "no_table"),
        status_code=HTTP_204_NO_CONTENT,
    )
    async def approve(self, request: Asked, member: FromPath[str], other: FromPath[str]) -> None:
        """Let a member play with another one. Needs a confirmed session."""
        now = now_ms()

        def approve(connection: Connection, found: Member) -> None:
            rules.approve(connection, found, _other(connection, other), now)

        await write_as(request, _of_member(member, approve), confirmed=True)

    @delete(
        "/{member:str}/approvals/{other:str}",
        summary="Take an approval back",
        errors=("signed_out", "not_yours", "confirm", "forbidden", "no_table"),
    )
    async def disapprove(self, request: Asked, member: FromPath[str], other: FromPath[str]) -> None:
        """Let a member no longer play with another one. Needs a confirmed session."""

        def disapprove(connection: Connection, found: Member) -> None:
            rules.disapprove(connection, found, _other(connection, other))

        await write_as(request, _of_member(member, disapprove), confirmed=True)


def _of_member(
    public: str, work: Callable[[Connection, Member], Found]
) -> Callable[[Connection, Session], Found]:
    """Return work for a session that is done for one of its members."""
    return lambda connection, session: work(
        connection, members.own(connection, session.account, public)
    )


def _other(connection: Connection, public: str) -> Member:
    found = members.find(connection, public)
    if found is None:
        raise CommandError("no_table", "there is no such member")
    return found


async def _count(request: Asked) -> None:
    """Count a name that may be taken: answers reveal which names exist."""
    session = await session_of(request)
    await count_attempts(request, [limits.of_account("members_of_account", session.account)])
