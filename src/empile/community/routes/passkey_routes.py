"""Routes of passkeys."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Controller, Response, delete, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from sqlalchemy import Connection

from empile.community import accounts, limits, passkeys
from empile.community.clock import now_ms
from empile.community.routes.session_routes import begin_session
from empile.community.routes.shared import (
    community_of,
    count_attempts,
    origin_of,
    signed_in,
    write_as,
)
from empile.community.sessions import Session
from empile.server.http.errors import Asked, host_of
from empile.server.http.rest import limit
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import Me, NewPasskey, PasskeyOptions, PasskeySignIn


class PasskeyController(Controller):
    path = "/api/passkeys"
    tags = ("accounts",)

    @post(
        "/options",
        summary="Begin to add a passkey",
        errors=("signed_out", "confirm"),
        status_code=HTTP_200_OK,
    )
    async def options(self, request: Asked) -> PasskeyOptions:
        """Return what the browser needs to make a passkey. Needs a confirmed session."""
        place, now = passkeys.place_of(origin_of(request)), now_ms()

        def begin(connection: Connection, session: Session) -> dict[str, Any]:
            asked = passkeys.options_to_add(
                session.account,
                accounts.login_of(connection, session.account),
                place,
                passkeys.credentials(connection, session.account),
            )
            passkeys.keep_challenge(connection, asked.challenge, session.account, "add", now)
            return asked.options

        return PasskeyOptions(await write_as(request, begin, confirmed=True))

    @post(
        "/",
        summary="Add a passkey",
        cost=1,
        errors=("signed_out", "confirm"),
        status_code=HTTP_201_CREATED,
    )
    async def add(self, request: Asked, data: JSONBody[NewPasskey]) -> Me:
        """Add the passkey that the browser made. Needs a confirmed session."""
        place, now = passkeys.place_of(origin_of(request)), now_ms()
        challenge = passkeys.challenge_in(data.credential)
        given = await write_as(
            request,
            lambda connection, session: passkeys.use_challenge(
                connection, challenge, session.account, "add", now
            ),
            confirmed=True,
        )
        if not given:
            raise CommandError("bad_request", "these options expired, or were used")
        new = await asyncio.to_thread(passkeys.verify_new, data.credential, challenge, place)

        def add(connection: Connection, session: Session) -> Me:
            passkeys.add(connection, session.account, new, data.name, now)
            return accounts.me(connection, session, now)

        return await write_as(request, add, confirmed=True)

    @delete(
        "/{passkey:int}",
        summary="Delete a passkey",
        errors=("signed_out", "confirm", "forbidden", "no_table", "bad_request"),
    )
    async def remove(self, request: Asked, passkey: FromPath[int]) -> None:
        """Delete a passkey. Needs a confirmed session, and another way to sign in."""

        def remove(connection: Connection, session: Session) -> None:
            if not passkeys.remove(connection, session.account, passkey):
                raise CommandError("no_table", "there is no such passkey")
            left = passkeys.credentials(connection, session.account)
            if not left and accounts.password_of(connection, session.account) is None:
                raise CommandError("bad_request", "set a password first, or add another passkey")

        await write_as(request, remove, confirmed=True)


class PasskeySignInController(Controller):
    path = "/api/sessions/passkey"
    tags = ("accounts",)

    @post(
        "/options",
        summary="Begin to sign in with a passkey",
        status_code=HTTP_200_OK,
    )
    async def options(self, request: Asked) -> PasskeyOptions:
        """Return what the browser needs to find a passkey of this server."""
        limit(request)
        place, now = passkeys.place_of(origin_of(request)), now_ms()
        asked = passkeys.options_to_sign_in(place)
        await community_of(request).database.write(
            lambda connection: passkeys.keep_challenge(
                connection, asked.challenge, None, "sign_in", now
            )
        )
        return PasskeyOptions(asked.options)

    @post(
        "/",
        summary="Sign in with a passkey",
        cost=1,
        errors=("wrong_login", "not_allowed"),
        status_code=HTTP_200_OK,
    )
    async def sign_in(self, request: Asked, data: JSONBody[PasskeySignIn]) -> Response[Me]:
        """Sign in: the session's cookie is set."""
        limit(request)
        stored, counter = await _verified(request, data.credential)
        now = now_ms()

        def begin(connection: Connection) -> tuple[str, Me]:
            passkeys.note_use(connection, stored, counter, now)
            accounts.require_allowed(connection, stored.account, now)
            return begin_session(connection, stored.account, request, now)

        token, me = await community_of(request).write(begin)
        return signed_in(request, me, token)


async def confirm_by_passkey(request: Asked, session: Session, credential: dict[str, Any]) -> None:
    """Raise ``CommandError`` unless a passkey of the session's account signed."""
    stored, counter = await _verified(request, credential)
    if stored.account != session.account:
        raise passkeys.wrong()
    now = now_ms()
    await community_of(request).write(
        lambda connection: passkeys.note_use(connection, stored, counter, now)
    )


async def _verified(request: Asked, credential: dict[str, Any]) -> tuple[passkeys.Passkey, int]:
    """Return the passkey that signed a challenge of this server, and its new counter."""
    place, now = passkeys.place_of(origin_of(request)), now_ms()
    await count_attempts(request, [limits.of_address("passkeys_of_address", host_of(request))])
    challenge = passkeys.challenge_in(credential)

    def find(connection: Connection) -> passkeys.Passkey | None:
        if not passkeys.use_challenge(connection, challenge, None, "sign_in", now):
            return None
        return passkeys.find(connection, credential)

    stored = await community_of(request).database.write(find)
    if stored is None:
        raise passkeys.wrong()
    counter = await asyncio.to_thread(passkeys.verify_sign_in, credential, challenge, place, stored)
    return stored, counter
