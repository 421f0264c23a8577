"""Routes of friends, blocks and presence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection

from empile.community import limits, members
from empile.community.clock import now_ms
from empile.community.contacts import invited, relations
from empile.community.members import Member
from empile.community.routes.profile_routes import is_mine
from empile.community.routes.shared import (
    community_of,
    count_attempts,
    feed_of,
    read_as,
    session_of,
    token_of_cookie,
    write_as,
)
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.http.play.line_stream import LineStream
from empile.server.http.rest import caller_of, limit
from empile.server.tables.owners import Caller, Scope
from empile.server.wire.errors import CommandError
from empile.server.wire.people.challenges import Inbox
from empile.server.wire.people.contacts import (
    BlockedPlaces,
    Contacts,
    ContactSettings,
    NewContact,
    PeopleHere,
    Person,
)

Found = TypeVar("Found")

ByName = Annotated[
    str, QueryParameter(name="name", max_length=200, description="The name of a public profile.")
]
_NO_SUCH: Final = "there is no such member"


class ContactController(Controller):
    path = "/api/members/{member:str}"
    tags = ("contacts",)

    @get("/contacts", summary="Friends", errors=("signed_out", "not_yours"))
    async def contacts(self, request: Asked, member: FromPath[str]) -> Contacts:
        """Return the friends of a member of the account, requests and blocks."""
        service = community_of(request).contacts
        return await read_as(
            request,
            lambda connection, session: service.contacts(
                connection, members.own(connection, session.account, member)
            ),
        )

    @get(
        "/contacts/stream",
        summary="Friends as they come and go",
        errors=("signed_out", "not_yours", "rate_limited"),
    )
    async def stream(self, request: Asked, member: FromPath[str]) -> LineStream:
        """Return what the page of friends shows whenever it changes, one JSON object a line.

        It counts as being here. The stream goes on until the client leaves, or the session ends.
        Ignore empty lines.
        """
        pages = community_of(request).friend_pages
        token = token_of_cookie(request)
        number = await read_as(
            request,
            lambda connection, session: members.own(connection, session.account, member).id,
        )
        pages.slots.require(number)

        return feed_of(request, lambda connection: pages.follow(number, member, token, connection))

    @put(
        "/contacts/settings",
        summary="Change who notices a member",
        errors=("signed_out", "not_yours"),
    )
    async def set_settings(
        self, request: Asked, member: FromPath[str], data: JSONBody[ContactSettings]
    ) -> ContactSettings:
        """Change which members see that a member is here, and which may challenge it."""

        def write(connection: Connection, found: Member) -> list[int]:
            relations.set_settings(connection, found, data)
            return [number for number, _ in relations.friends(connection, found.id)]

        friends = await _write(request, member, write)
        # Friends with an open page of friends see the change at once.
        community_of(request).contacts.hub.tell(friends)
        return data

    @post(
        "/friends",
        summary="Ask for a friendship",
        errors=("signed_out", "not_yours", "not_allowed", "no_table", "confirm", "rate_limited"),
        status_code=HTTP_200_OK,
    )
    async def ask(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewContact]
    ) -> Contacts:
        """Ask another member to be a friend, or accept what it asked.

        For a child this needs a confirmed session, and approves the friend as company.
        """
        await _count(request)
        return await self._change(
            request,
            member,
            lambda connection, found, guardian: _ask(connection, found, data, guardian=guardian),
        )

    @put(
        "/friends/{other:str}",
        summary="Accept a friendship",
        errors=("signed_out", "not_yours", "not_allowed", "no_table", "confirm", "stale"),
    )
    async def accept(self, request: Asked, member: FromPath[str], other: FromPath[str]) -> Contacts:
        """Accept what another member asked. For a child this needs a confirmed session."""

        def accept(connection: Connection, found: Member, guardian: bool) -> Member:
            friend = _other(connection, other)
            relations.accept(connection, found, friend, now_ms(), guardian=guardian)
            return friend

        return await self._change(request, member, accept)

    @delete(
        "/friends/{other:str}",
        summary="End a friendship",
        errors=("signed_out", "not_yours", "no_table"),
        status_code=HTTP_200_OK,
    )
    async def part(self, request: Asked, member: FromPath[str], other: FromPath[str]) -> Contacts:
        """End a friendship, decline a request, or take the own one back."""

        def part(connection: Connection, found: Member, guardian: bool) -> Member:
            friend = _other(connection, other)
            relations.part(connection, found, friend)
            return friend

        return await self._change(request, member, part)

    @put(
        "/blocks/{other:str}",
        summary="Block an account",
        errors=("signed_out", "not_yours", "no_table"),
    )
    async def block(self, request: Asked, member: FromPath[str], other: FromPath[str]) -> Contacts:
        """Block the account of another member.

        The lobby does not seat members of that account with this member, its challenges and
        requests do not arrive, and it cannot take a place at a table of this member. It is not
        notified.
        """

        def block(connection: Connection, found: Member, guardian: bool) -> Member:
            enemy = _other(connection, other)
            relations.block(connection, found, enemy, now_ms())
            invited.end_between(connection, found, enemy.account, now_ms())
            return enemy

        return await self._change(request, member, block)

    @delete(
        "/blocks/{other:str}",
        summary="Unblock an account",
        errors=("signed_out", "not_yours", "no_table"),
        status_code=HTTP_200_OK,
    )
    async def unblock(
        self, request: Asked, member: FromPath[str], other: FromPath[str]
    ) -> Contacts:
        """Meet the account of another member again."""

        def unblock(connection: Connection, found: Member, guardian: bool) -> Member:
            other_one = _other(connection, other)
            relations.unblock(connection, found, other_one)
            return other_one

        return await self._change(request, member, unblock)

    @get(
        "/blocks/tables/{table:str}",
        summary="Blocked players of a table",
        errors=("signed_out", "not_yours"),
    )
    async def blocked_at_table(
        self, request: Asked, member: FromPath[str], table: FromPath[str]
    ) -> BlockedPlaces:
        """Return the places of blocked accounts, for a member that plays at the table itself."""
        return await read_as(
            request,
            lambda connection, session: BlockedPlaces(
                relations.blocked_places(
                    connection, members.own(connection, session.account, member).id, table
                )
            ),
        )

    @get("/inbox", summary="What waits for a member", errors=("signed_out", "no_table"))
    async def inbox(self, request: Asked, member: FromPath[str]) -> Inbox:
        """Return requests and challenges. For 90 seconds this counts as being here."""
        _, found = await caller_as(request, member, "read")
        now = now_ms()
        community = community_of(request)
        community.contacts.hub.see(found.id)
        return await community.database.read(
            lambda connection: community.contacts.inbox_of(connection, found, now)
        )

    async def _change(
        self,
        request: Asked,
        member: str,
        work: Callable[[Connection, Member, bool], Member],
    ) -> Contacts:
        """Return the contacts after a change, of which the other member hears."""
        contacts = community_of(request).contacts

        def write(connection: Connection, session: Session) -> tuple[Contacts, list[int]]:
            found = members.own(connection, session.account, member)
            guardian = session.confirmed_until(now_ms()) is not None
            other = work(connection, found, guardian)
            return contacts.contacts(connection, found), [found.id, other.id]

        changed, told = await write_as(request, write)
        contacts.hub.tell(told)
        return changed


class PeopleController(Controller):
    path = "/api/people"
    tags = ("contacts",)

    @get("/here", summary="Who is here", errors=("bad_token", "not_allowed"))
    async def here(self, request: Asked) -> PeopleHere:
        """Return connected members that are visible to everyone, and the number of guests."""
        limit(request)
        caller = await caller_of(request)
        community = community_of(request)
        return await community.database.read(
            lambda connection: community.contacts.here(connection, caller)
        )

    @get("/named", summary="Find a member by name", errors=("no_table",))
    async def named(self, request: Asked, name: ByName) -> Person:
        """Return the member with a public name, or the program."""
        limit(request)
        found = await community_of(request).database.read(
            lambda connection: relations.by_name(connection, name)
        )
        if found is None:
            raise CommandError("no_table", f"{_NO_SUCH}, or the profile is hidden")
        return Person(found.public, found.name, found.kind)


async def caller_as(request: Asked, public: str, scope: Scope) -> tuple[Caller, Member]:
    """Return the caller, and the member that it acts for. Raises ``CommandError``."""
    limit(request)
    caller = await caller_of(request, scope)
    if caller is None:
        raise CommandError("signed_out", "you are not signed in")

    def read(connection: Connection) -> Member:
        found = members.find(connection, public)
        if found is None or not is_mine(caller, found):
            raise CommandError("no_table", "there is no such member of your account")
        return found

    return caller, await community_of(request).database.read(read)


def _ask(connection: Connection, member: Member, wanted: NewContact, *, guardian: bool) -> Member:
    other = relations.other_of(connection, member, wanted)
    relations.ask(connection, member, other, now_ms(), guardian=guardian)
    return other


def _other(connection: Connection, public: str) -> Member:
    found = members.find(connection, public)
    if found is None:
        raise CommandError("no_table", _NO_SUCH)
    return found


async def _write(request: Asked, public: str, work: Callable[[Connection, Member], Found]) -> Found:
    return await write_as(
        request,
        lambda connection, session: work(
            connection, members.own(connection, session.account, public)
        ),
    )


async def _count(request: Asked) -> None:
    """Count a request: answers reveal which names exist, and everybody can be asked."""
    session = await session_of(request)
    await count_attempts(request, [limits.of_account("requests_of_account", session.account)])
