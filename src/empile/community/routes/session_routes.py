"""Routes of sessions: sign in, list, end, and recover an account."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED
from sqlalchemy import Connection

from empile.community import accounts, limits, recovery, sessions
from empile.community.accounts import SigningIn
from empile.community.clock import now_ms
from empile.community.mail import notices
from empile.community.moderation import guests
from empile.community.passwords import known_addresses
from empile.community.passwords.checks import check_password
from empile.community.passwords.hasher import busy
from empile.community.routes.shared import (
    agent_of,
    check_other_sites,
    community_of,
    count_attempts,
    hashing,
    read_as,
    signed_in,
    signed_out,
    token_of_cookie,
    write_as,
)
from empile.community.sessions import COOKIE, Session
from empile.server.http.errors import Asked, host_of
from empile.server.http.rest import limit
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import (
    Me,
    NewPassword,
    RecoverByCode,
    RecoverByMail,
    SessionInfo,
    SignIn,
)


class SessionController(Controller):
    path = "/api/sessions"
    tags = ("accounts",)

    @post(
        "/",
        summary="Sign in with a password",
        cost=4,
        errors=("wrong_login", "not_allowed"),
        status_code=HTTP_200_OK,
    )
    async def sign_in(self, request: Asked, data: JSONBody[SignIn]) -> Response[Me]:
        """Sign in: the session's cookie is set. Wrong passwords are limited.

        The answer is the same for wrong names and wrong passwords.
        """
        limit(request)
        check_other_sites(request)
        community = community_of(request)
        found, known = await _signing_in(request, data.login)
        key = accounts.key_of_login(data.login)
        counted = limits.of_sign_in(key, host_of(request), known)
        stored = None if found is None else found.password
        async with hashing(request, key, known=known is not None, counted=counted) as place:
            kept = await place.verify(stored, data.password)
        if kept is None or found is None:
            raise CommandError("wrong_login", "the name or the password is wrong")
        now = now_ms()
        account = found.account

        def begin(connection: Connection) -> tuple[str, Me]:
            if accounts.password_of(connection, account) != stored:
                raise busy(0)  # it was changed, or hashed anew, while this request waited
            limits.give_back(connection, counted)
            accounts.require_allowed(connection, account, now)
            if kept != stored:
                accounts.set_password(connection, account, kept)
            return begin_session(connection, account, request, now)

        token, me = await community.write(begin)
        return signed_in(request, me, token)

    @get("/", summary="The sessions of the account", errors=("signed_out",))
    async def list_sessions(self, request: Asked) -> list[SessionInfo]:
        """Return all sessions, the last used first."""
        now = now_ms()
        return await read_as(
            request, lambda connection, session: sessions.listed(connection, session, now)
        )

    @delete("/", summary="End all other sessions", errors=("signed_out", "forbidden"))
    async def end_others(self, request: Asked) -> None:
        """End all sessions of the account but this one."""
        await write_as(
            request,
            lambda connection, session: sessions.end_all(
                connection, session.account, but=session.id
            ),
        )

    @delete("/current", summary="Sign out", errors=("signed_out", "forbidden"))
    async def sign_out(self, request: Asked) -> Response[None]:
        """End this session. Another cookie tells which account the browser was of."""
        token, now = token_of_cookie(request) or "", now_ms()

        def end(connection: Connection, session: Session) -> None:
            guests.note(connection, token, session.account, now)
            sessions.end(connection, session.account, session.id)

        await write_as(request, end)
        return signed_out(request, token)

    @delete(
        "/{session:int}", summary="End a session", errors=("signed_out", "forbidden", "no_table")
    )
    async def end(self, request: Asked, session: FromPath[int]) -> None:
        """End a session of the account."""

        def end(connection: Connection, asking: Session) -> None:
            if not sessions.end(connection, asking.account, session):
                raise CommandError("no_table", "there is no such session")

        await write_as(request, end)


class RecoveryController(Controller):
    path = "/api/recovery"
    tags = ("accounts",)

    @post(
        "/",
        summary="Recover an account with a code",
        cost=4,
        errors=("wrong_login", "weak_password", "not_allowed"),
        status_code=HTTP_200_OK,
    )
    async def by_code(self, request: Asked, data: JSONBody[RecoverByCode]) -> Response[Me]:
        """Set a new password with a recovery code, and sign in. All other sessions end."""
        limit(request)
        check_other_sites(request)
        check_password(data.password, data.login)
        community = community_of(request)
        key = accounts.key_of_login(data.login)
        _, known = await _signing_in(request, data.login)
        counted = limits.of_sign_in(key, host_of(request), known)
        async with hashing(request, key, known=known is not None, counted=counted) as place:
            password = await place.hash(data.password)
        now = now_ms()

        def recover(connection: Connection) -> tuple[str, Me, list[notices.Notice]]:
            account = recovery.use_code(connection, key, data.code, now)
            if account is None:
                raise CommandError("wrong_login", "the name or the code is wrong")
            limits.give_back(connection, counted)
            token, me = _renew(connection, account, password, request, now)
            return token, me, notices.of_change(connection, account)

        token, me, sent = await community.write(recover)
        notices.send(community.mailer, community.settings.origins, sent)
        return signed_in(request, me, token)

    @post(
        "/mail",
        summary="Send a link that recovers an account",
        errors=("not_found",),
        status_code=HTTP_202_ACCEPTED,
    )
    async def send_mail(self, request: Asked, data: JSONBody[RecoverByMail]) -> None:
        """Send a link to the confirmed address of an account. Always answers the same."""
        limit(request)
        community = community_of(request)
        if community.mailer is None:
            raise CommandError("not_found", "this server sends no mail")
        name = data.login_or_email.strip()
        key = name.lower() if "@" in name else accounts.key_of_login(name)
        await count_attempts(
            request,
            [
                limits.of_account("mails_of_account", key),
                limits.of_address("mails_of_address", host_of(request)),
            ],
        )
        # The answer does not wait for what differs between accounts.
        community.run_soon(_send_recovery(request, name))

    @post(
        "/mail/{token:str}",
        summary="Recover an account with a link",
        cost=4,
        errors=("expired", "weak_password", "not_allowed"),
        status_code=HTTP_200_OK,
    )
    async def by_mail(
        self, request: Asked, token: FromPath[str], data: JSONBody[NewPassword]
    ) -> Response[Me]:
        """Set a new password with the token of a mail, and sign in. All other sessions end."""
        limit(request)
        check_other_sites(request)
        check_password(data.password, "")
        community = community_of(request)
        counted = [limits.of_address("links_of_address", host_of(request))]
        async with hashing(request, key_of(token), known=False, counted=counted) as place:
            password = await place.hash(data.password)
        now = now_ms()

        def recover(connection: Connection) -> tuple[str, Me, list[notices.Notice]]:
            link = recovery.use_link(connection, token, "recovery", now)
            if link is None:
                raise CommandError("expired", "this link expired, or was used")
            limits.give_back(connection, counted)
            account, _ = link
            session, me = _renew(connection, account, password, request, now)
            return session, me, notices.of_change(connection, account)

        session, me, sent = await community.write(recover)
        notices.send(community.mailer, community.settings.origins, sent)
        return signed_in(request, me, session)


async def _send_recovery(request: Asked, name: str) -> None:
    community, now = community_of(request), now_ms()

    def make(connection: Connection) -> list[notices.Notice]:
        found = accounts.recoverable(connection, name)
        return [] if found is None else [notices.of_recovery(connection, found, now)]

    sent = await community.database.write(make)
    notices.send(community.mailer, community.settings.origins, sent)


async def _signing_in(request: Asked, login: str) -> tuple[SigningIn | None, str | None]:
    """Return the account of a name, and the hash of the browser or address if it is known there."""
    host, now = host_of(request), now_ms()
    tokens = [request.cookies[name] for name in (COOKIE, guests.COOKIE) if name in request.cookies]

    def read(connection: Connection) -> tuple[SigningIn | None, str | None]:
        found = accounts.signing_in(connection, login)
        if found is None:
            return None, None
        return found, known_addresses.find(connection, found.account, tokens, host, now)

    return await community_of(request).database.read(read)


def begin_session(connection: Connection, account: int, request: Asked, now: int) -> tuple[str, Me]:
    """Begin a session; return its token, and the account."""
    _, token = sessions.begin(connection, account, agent_of(request), now)
    guests.note(connection, token, account, now)
    known_addresses.note(connection, account, host_of(request), now)
    return token, accounts.me(connection, sessions.find(connection, token, now), now)


def _renew(
    connection: Connection, account: int, password: str, request: Asked, now: int
) -> tuple[str, Me]:
    """Set a password, end all sessions, and begin one."""
    accounts.require_allowed(connection, account, now)
    accounts.set_password(connection, account, password)
    sessions.end_all(connection, account)
    return begin_session(connection, account, request, now)
