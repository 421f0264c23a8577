"""Routes of notices: the list, its stream, settings, and devices."""

from __future__ import annotations

from typing import Final

from litestar import Controller, MediaType, delete, get, post, put
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from sqlalchemy import Connection

from empile.community import members
from empile.community.clock import now_ms
from empile.community.members import Member
from empile.community.notices import devices, outbox, settings, unsubscribe
from empile.community.routes.shared import (
    agent_of,
    community_of,
    feed_of,
    read_as,
    token_of_cookie,
    write_as,
)
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.http.play.line_stream import LineStream
from empile.server.http.rest import limit
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import (
    NewPushDevice,
    NoticeChoices,
    Notices,
    NoticeSettings,
    NoticesSeen,
    PushKey,
    PushShown,
)

_ERRORS: Final = ("signed_out", "not_yours")


class NoticeController(Controller):
    path = "/api/members/{member:str}/notices"
    tags = ("notices",)

    @get("/", summary="Notices", errors=_ERRORS)
    async def notices(self, request: Asked, member: FromPath[str]) -> Notices:
        """Return the notices of a member of the account that still apply."""
        now = now_ms()
        return await read_as(
            request,
            lambda connection, session: outbox.listed(
                connection, members.own(connection, session.account, member).id, now
            ),
        )

    @get("/stream", summary="Notices as they come", errors=(*_ERRORS, "rate_limited"))
    async def stream(self, request: Asked, member: FromPath[str]) -> LineStream:
        """Return the list of notices whenever it changes, one JSON object a line.

        The stream goes on until the client leaves, or the session ends. Ignore empty lines.
        """
        service = community_of(request).notices
        token = token_of_cookie(request)
        number = await read_as(
            request,
            lambda connection, session: members.own(connection, session.account, member).id,
        )
        service.slots.require(number)

        return feed_of(request, lambda connection: service.follow(number, token, connection))

    @post(
        "/seen",
        summary="Confirm notices",
        errors=_ERRORS,
        status_code=HTTP_200_OK,
    )
    async def seen(
        self, request: Asked, member: FromPath[str], data: JSONBody[NoticesSeen]
    ) -> Notices:
        """Note that a page in sight shows notices: they are neither pushed nor mailed any more."""
        now = now_ms()

        def write(connection: Connection, session: Session) -> tuple[int, int, Notices]:
            found = members.own(connection, session.account, member).id
            confirmed = outbox.seen(connection, found, data.ids, now, read=data.read)
            return found, confirmed, outbox.listed(connection, found, now)

        number, confirmed, shown = await write_as(request, write)
        community_of(request).notices.metrics.sent("page", confirmed)
        community_of(request).contacts.hub.tell([number])
        return shown

    @get("/settings", summary="What a member wants to be told", errors=_ERRORS)
    async def choices(self, request: Asked, member: FromPath[str]) -> NoticeChoices:
        """Return the kinds of notices of each channel, and the devices for pushed notices."""
        service, now = community_of(request).notices, now_ms()
        return await read_as(
            request,
            lambda connection, session: service.choices(
                connection, members.own(connection, session.account, member).id, session, now
            ),
        )

    @put(
        "/settings",
        summary="Change what a member wants to be told",
        errors=(*_ERRORS, "not_allowed", "confirm"),
    )
    async def change(
        self, request: Asked, member: FromPath[str], data: JSONBody[NoticeSettings]
    ) -> NoticeChoices:
        """Change the kinds of notices of each channel; for a child in a confirmed session only."""
        service, now = community_of(request).notices, now_ms()

        def write(connection: Connection, session: Session) -> NoticeChoices:
            found = _own(connection, session, member, now)
            settings.set_settings(connection, found, data)
            return service.choices(connection, found.id, session, now)

        return await write_as(request, write)

    @post(
        "/devices",
        summary="Push notices to this browser",
        errors=(*_ERRORS, "not_allowed", "confirm"),
        status_code=HTTP_200_OK,
    )
    async def add_device(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewPushDevice]
    ) -> NoticeChoices:
        """Push notices to the browser of the session, as long as it lasts.

        For a child this needs a confirmed session.
        """
        service, now = community_of(request).notices, now_ms()
        key, agent = service.require_push(), agent_of(request)

        def write(connection: Connection, session: Session) -> NoticeChoices:
            found = _own(connection, session, member, now)
            devices.add(connection, found.id, session, agent, data, now, key, local=service.local)
            return service.choices(connection, found.id, session, now)

        return await write_as(request, write)

    @delete(
        "/devices/{device:int}",
        summary="Push no more notices to a browser",
        errors=(*_ERRORS, "no_table"),
        status_code=HTTP_200_OK,
    )
    async def remove_device(
        self, request: Asked, member: FromPath[str], device: FromPath[int]
    ) -> NoticeChoices:
        """Push no more notices of a member to a browser."""
        service, now = community_of(request).notices, now_ms()

        def write(connection: Connection, session: Session) -> NoticeChoices:
            found = members.own(connection, session.account, member).id
            if not devices.remove_own(connection, found, device):
                raise CommandError("no_table", "there is no such device")
            return service.choices(connection, found, session, now)

        return await write_as(request, write)


@post(
    "/api/notices/shown",
    summary="Confirm a pushed notice",
    tags=["notices"],
    status_code=HTTP_204_NO_CONTENT,
)
async def confirm_shown(request: Asked, data: JSONBody[PushShown]) -> None:
    """Note that a device shows a pushed notice, which is not mailed then. Needs no session.

    An unknown secret changes nothing.
    """
    limit(request)
    now = now_ms()
    await community_of(request).database.write(
        lambda connection: outbox.shown(connection, key_of(data.ack), now)
    )


@get("/api/notices/push-key", summary="The key for pushed notices", tags=["notices"])
async def push_key(request: Asked) -> PushKey:
    """Return with what browsers subscribe. Needs no session."""
    limit(request)
    return PushKey(community_of(request).notices.push_key)


@put(
    "/api/notices/device",
    summary="Renew the browser that notices are pushed to",
    tags=["notices"],
    errors=("signed_out",),
    status_code=HTTP_204_NO_CONTENT,
)
async def renew_device(request: Asked, data: JSONBody[NewPushDevice]) -> None:
    """Replace the subscription of the session's browser, for all members whose notices it gets.

    It changes nothing if the browser gets none.
    """
    service, now, agent = community_of(request).notices, now_ms(), agent_of(request)
    key = service.require_push()
    await write_as(
        request,
        lambda connection, session: devices.renew(
            connection, session, agent, data, now, key, local=service.local
        ),
    )


class UnsubscribeController(Controller):
    path = "/api/notices/unsubscribe/{token:str}"
    tags = ("notices",)

    @get(
        "/", summary="The page of a link in a mail", errors=("expired",), media_type=MediaType.HTML
    )
    async def show(self, request: Asked, token: FromPath[str]) -> str:
        """Return a page with a button that ends the mails. Changes nothing."""
        limit(request)

        def read(connection: Connection) -> str:
            return unsubscribe.page(connection, _account_of(connection, token), done=False)

        return await community_of(request).database.read(read)

    @post(
        "/",
        summary="End the mails with notices",
        errors=("expired",),
        status_code=HTTP_200_OK,
        media_type=MediaType.HTML,
    )
    async def end(self, request: Asked, token: FromPath[str]) -> str:
        """Send no more notices to an account by mail (RFC 8058).

        The link is enough: the body, its type, and the page that sends it are not looked at.
        """
        limit(request)

        def write(connection: Connection) -> str:
            account = _account_of(connection, token)
            unsubscribe.end_mails(connection, account)
            return unsubscribe.page(connection, account, done=True)

        return await community_of(request).database.write(write)


def _account_of(connection: Connection, token: str) -> int:
    found = unsubscribe.account_of(connection, token)
    if found is None:
        raise CommandError("expired", "this link is of no account")
    return found


def _own(connection: Connection, session: Session, public: str, now: int) -> Member:
    """Return a member of the account; a guardian decides for a child. Raises ``CommandError``."""
    found = members.own(connection, session.account, public)
    if found.kind == "child":
        session.require_confirmed(now)
    return found
