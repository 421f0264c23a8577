"""Routes of messages: at tables, and between friends."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_201_CREATED, HTTP_204_NO_CONTENT
from sqlalchemy import Connection

from empile.community import sessions
from empile.community.clock import now_ms
from empile.community.members import Member
from empile.community.messages import conversations
from empile.community.messages.service import MessageService
from empile.community.programs import tokens
from empile.community.routes.contact_routes import caller_as
from empile.community.routes.shared import community_of, feed_of, token_of_cookie
from empile.server.http.errors import Asked
from empile.server.http.play.line_stream import LineStream
from empile.server.http.rest import MOST_NUMBER, token_of
from empile.server.wire.errors import CommandError
from empile.server.wire.people.messages import (
    Conversations,
    MessagePage,
    MessagesRead,
    NewMessage,
    TextMessage,
)

_ERRORS: Final = ("signed_out", "not_allowed", "no_table", "bad_token")
_AT_TABLES: Final = (*_ERRORS, "not_yours")

Before = Annotated[
    int | None,
    QueryParameter(
        name="before", ge=0, le=MOST_NUMBER, description="Only messages with a lower number."
    ),
]


class MessageController(Controller):
    """All need a session, or a token with the scope `messages`."""

    path = "/api/members/{member:str}/messages"
    tags = ("messages",)

    @get("/", summary="Conversations", errors=_ERRORS)
    async def conversations(self, request: Asked, member: FromPath[str]) -> Conversations:
        """Return the conversations of a member with the number of unread messages."""
        _, found = await _asked(request, member)
        return await community_of(request).database.read(
            lambda connection: conversations.conversations(connection, found.id)
        )

    @get("/stream", summary="Conversations as they change", errors=(*_ERRORS, "rate_limited"))
    async def stream(self, request: Asked, member: FromPath[str]) -> LineStream:
        """Return the conversations whenever they change, one JSON object a line.

        The stream goes on until the client leaves, or the session or token ends. Ignore
        empty lines.
        """
        service, found = await _asked(request, member)
        service.slots.require(found.id)
        cookie, token = token_of_cookie(request), token_of(request)

        def check(connection: Connection) -> None:
            if token is None:
                sessions.find(connection, cookie, now_ms())
            elif tokens.find(connection, token, now_ms()) is None:
                raise CommandError("bad_token", "this token was revoked, or is too old")

        return feed_of(request, lambda connection: service.follow(found.id, check, connection))

    @get("/tables/{table:str}", summary="Messages at a table", errors=_AT_TABLES)
    async def at_table(
        self,
        request: Asked,
        member: FromPath[str],
        table: FromPath[str],
        before: Before = None,
    ) -> MessagePage:
        """Return what was written at a table for a member that has a place there, 50 at a time."""
        return await _page(request, member, table, None, before)

    @post(
        "/tables/{table:str}",
        summary="Write at a table",
        errors=(*_AT_TABLES, "bad_request", "rate_limited"),
        status_code=HTTP_201_CREATED,
    )
    async def write_at_table(
        self,
        request: Asked,
        member: FromPath[str],
        table: FromPath[str],
        data: JSONBody[NewMessage],
    ) -> TextMessage:
        """Write to the players of a table, as far as they have accounts and may read it.

        Five messages at once, then one each four seconds.
        """
        service, found = await _asked(request, member)
        return await service.write(found, table, None, data.text)

    @post(
        "/tables/{table:str}/read",
        summary="Note what was read at a table",
        errors=_ERRORS,
        status_code=HTTP_204_NO_CONTENT,
    )
    async def read_at_table(
        self,
        request: Asked,
        member: FromPath[str],
        table: FromPath[str],
        data: JSONBody[MessagesRead],
    ) -> None:
        """Note up to which message a member has read what was written at a table."""
        await _read(request, member, table, None, data.last)

    @get("/friends/{friend:str}", summary="Messages with a friend", errors=_ERRORS)
    async def with_friend(
        self,
        request: Asked,
        member: FromPath[str],
        friend: FromPath[str],
        before: Before = None,
    ) -> MessagePage:
        """Return the messages of a member and a friend, 50 at a time."""
        return await _page(request, member, None, friend, before)

    @post(
        "/friends/{friend:str}",
        summary="Write to a friend",
        errors=(*_ERRORS, "bad_request", "rate_limited"),
        status_code=HTTP_201_CREATED,
    )
    async def write_to_friend(
        self,
        request: Asked,
        member: FromPath[str],
        friend: FromPath[str],
        data: JSONBody[NewMessage],
    ) -> TextMessage:
        """Write to a friend. Five messages at once, then one each four seconds."""
        service, found = await _asked(request, member)
        return await service.write(found, None, friend, data.text)

    @post(
        "/friends/{friend:str}/read",
        summary="Note what was read of a friend",
        errors=_ERRORS,
        status_code=HTTP_204_NO_CONTENT,
    )
    async def read_of_friend(
        self,
        request: Asked,
        member: FromPath[str],
        friend: FromPath[str],
        data: JSONBody[MessagesRead],
    ) -> None:
        """Note up to which message a member has read the messages of a friend."""
        await _read(request, member, None, friend, data.last)

    @delete(
        "/{message:int}",
        summary="Erase an own message",
        errors=_ERRORS,
        status_code=HTTP_204_NO_CONTENT,
    )
    async def erase(self, request: Asked, member: FromPath[str], message: FromPath[int]) -> None:
        """Erase the text of a message for everybody. That there was one stays visible."""
        service, found = await _asked(request, member)
        await service.erase(found, message)


async def _asked(request: Asked, public: str) -> tuple[MessageService, Member]:
    """Return the service and the member for which a request is. Raises ``CommandError``."""
    service = community_of(request).messages
    service.require()
    _, found = await caller_as(request, public, "messages")
    return service, found


async def _page(
    request: Asked, public: str, table: str | None, friend: str | None, before: int | None
) -> MessagePage:
    service, found = await _asked(request, public)
    place = await service.place(found, table, friend)
    return await community_of(request).database.read(
        lambda connection: conversations.page(connection, found, place, before)
    )


async def _read(
    request: Asked, public: str, table: str | None, friend: str | None, last: int
) -> None:
    service, found = await _asked(request, public)
    await service.read(found, await service.place(found, table, friend), last)
