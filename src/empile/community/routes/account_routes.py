"""Routes of accounts: registration, the account of a session, its change, export and end."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT
from sqlalchemy import Connection

from empile.community import accounts, invitations, limits, recovery, sessions
from empile.community.clock import now_ms
from empile.community.export.contents import export_of
from empile.community.export.places import Place
from empile.community.export.stream import streamed
from empile.community.mail import notices
from empile.community.names import clean_email, clean_name
from empile.community.passwords.checks import check_password
from empile.community.routes.passkey_routes import confirm_by_passkey
from empile.community.routes.session_routes import begin_session
from empile.community.routes.shared import (
    check_other_sites,
    community_of,
    count_attempts,
    forget_attempts,
    hashing,
    read_as,
    session_of,
    signed_in,
    signed_out,
    write_as,
)
from empile.community.sessions import Session
from empile.server.http.errors import Asked, host_of
from empile.server.http.rest import limit
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import (
    AccountMade,
    Confirm,
    InvitationMade,
    Me,
    MeChange,
    NewAccount,
    PasswordChange,
    RecoveryCodes,
)


@post(
    "/api/accounts",
    summary="Make an account",
    cost=4,
    errors=("bad_name", "weak_password", "name_taken", "not_allowed", "expired"),
    tags=["accounts"],
    status_code=HTTP_201_CREATED,
)
async def register(request: Asked, data: JSONBody[NewAccount]) -> Response[AccountMade]:
    """Make an account with its first member, and sign in: the session's cookie is set.

    Without a password, add a passkey next.
    """
    limit(request)
    check_other_sites(request)
    community = community_of(request)
    login = clean_name(data.login)
    name = clean_name(data.name or data.login)
    language = accounts.clean_language(data.language)
    if data.password is not None:
        check_password(data.password, login)
    counted = [limits.of_address("accounts_of_address", host_of(request))]
    now = now_ms()
    code = await _invitation(request, data.invitation, now)
    password = None
    if data.password is None:
        await count_attempts(request, counted)
    else:
        key = accounts.key_of_login(login)
        async with hashing(request, key, known=False, counted=counted) as place:
            password = await place.hash(data.password)

    def make(connection: Connection) -> tuple[str, AccountMade]:
        new = accounts.NewOne(login, name, data.kind, language, password)
        account = accounts.make(connection, new, now)
        if code is not None:
            invitations.use(connection, code, account, now)
        codes = recovery.new_codes(connection, account)
        token, me = begin_session(connection, account, request, now)
        return token, AccountMade(me, codes)

    token, made = await community.write(make)
    return signed_in(request, made, token, HTTP_201_CREATED)


async def _invitation(request: Asked, code: str | None, now: int) -> str | None:
    """Return the code of an invitation, if one is needed. Raises ``CommandError``."""
    community = community_of(request)
    match community.settings.accounts:
        case "open":
            return None
        case "invitation":
            await count_attempts(request, [limits.of_address("links_of_address", host_of(request))])
            given = code or ""
            if not await community.database.read(
                lambda connection: invitations.is_valid(connection, given, now)
            ):
                raise CommandError("expired", "an invitation is needed that was not used")
            return given
        case _:
            raise CommandError("not_allowed", "this server takes no new accounts")


class MeController(Controller):
    path = "/api/me"
    tags = ("accounts",)

    @get("/", summary="The account of the session", errors=("signed_out",))
    async def me(self, request: Asked) -> Me:
        """Return the account with its members and passkeys."""
        now = now_ms()
        return await read_as(
            request, lambda connection, session: accounts.me(connection, session, now)
        )

    @patch(
        "/",
        summary="Change the account",
        cost=4,
        errors=(
            "signed_out",
            "confirm",
            "bad_name",
            "name_taken",
            "weak_password",
            "wrong_login",
        ),
    )
    async def change(self, request: Asked, data: JSONBody[MeChange]) -> Me:
        """Change the account. A new name or address needs a confirmed session.

        A new password ends all other sessions. A new address is confirmed by a mail.
        """
        community, now = community_of(request), now_ms()
        address = None if not data.email else clean_email(data.email)
        if address is not None and community.mailer is None:
            raise CommandError("bad_request", "this server sends no mail")
        is_guarded = data.login is not None or data.email is not None
        if data.password is not None:
            # All or nothing, as far as can be checked first.
            session = await session_of(request)
            if is_guarded:
                session.require_confirmed(now)
            await _change_password(request, data.password)

        def write(connection: Connection, session: Session) -> tuple[Me, list[notices.Notice]]:
            sent: list[notices.Notice] = []
            if data.login is not None:
                accounts.change_login(connection, session.account, data.login)
            if data.language is not None:
                accounts.change_language(connection, session.account, data.language)
            if data.email is not None:
                sent += notices.of_new_address(connection, session.account, address, now)
            return accounts.me(connection, session, now), sent

        found, sent = await write_as(request, write, confirmed=is_guarded)
        notices.send(community.mailer, community.settings.origins, sent)
        return found

    @post(
        "/confirm",
        summary="Confirm the password or a passkey",
        cost=4,
        errors=("signed_out", "wrong_login"),
        status_code=HTTP_200_OK,
    )
    async def confirm(self, request: Asked, data: JSONBody[Confirm]) -> Me:
        """Let the session do for 15 minutes what only a guardian may.

        A passkey answers options of `/api/sessions/passkey/options`.
        """
        session = await session_of(request)
        if data.passkey is not None:
            await confirm_by_passkey(request, session, data.passkey)
        else:
            await _check_old_password(request, session, data.password or "")
        now = now_ms()

        def write(connection: Connection, session: Session) -> Me:
            sessions.confirm(connection, session, now)
            return accounts.me(connection, session._replace(confirmed=now), now)

        return await write_as(request, write)

    @post(
        "/recovery-codes",
        summary="New recovery codes",
        errors=("signed_out", "confirm"),
        status_code=HTTP_200_OK,
    )
    async def recovery_codes(self, request: Asked) -> RecoveryCodes:
        """Replace the recovery codes. Needs a confirmed session."""
        return await write_as(
            request,
            lambda connection, session: RecoveryCodes(
                recovery.new_codes(connection, session.account)
            ),
            confirmed=True,
        )

    @post(
        "/email/{token:str}",
        summary="Confirm an address",
        errors=("expired", "name_taken"),
        status_code=HTTP_204_NO_CONTENT,
    )
    async def confirm_email(self, request: Asked, token: FromPath[str]) -> None:
        """Confirm the address of an account with the token of a mail. Needs no session."""
        limit(request)
        counted = [limits.of_address("links_of_address", host_of(request))]
        await count_attempts(request, counted)
        now = now_ms()

        def confirm(connection: Connection) -> bool:
            link = recovery.use_link(connection, token, "address", now)
            return link is not None and accounts.confirm_email(connection, *link)

        if not await community_of(request).write(confirm):
            raise CommandError("expired", "this link expired, or was used")
        await forget_attempts(request, counted)

    @get(
        "/export",
        summary="Everything about the account",
        cost=100,
        errors=("signed_out", "confirm"),
    )
    async def export(self, request: Asked) -> Stream:
        """Return all that is stored about the account and its members. Needs a confirmed session.

        An account is exported once at a time.
        """
        now = now_ms()

        def take(connection: Connection, session: Session) -> tuple[Place, int]:
            place = Place(session.account)
            place.take(connection, now)
            return place, session.account

        place, account = await write_as(request, take, confirmed=True)
        headers = {
            "content-disposition": 'attachment; filename="empile-account.json"',
            "cache-control": "no-store",
        }
        pieces = streamed(community_of(request), export_of(account), place)
        return Stream(pieces, headers=headers, media_type="application/json")

    @delete("/", summary="Delete the account", errors=("signed_out", "confirm", "forbidden"))
    async def remove(self, request: Asked) -> Response[None]:
        """Delete the account and its members for ever. Needs a confirmed session.

        Finished games stay, by deleted players.
        """
        now = now_ms()

        def remove(connection: Connection, session: Session) -> int:
            accounts.remove(connection, session.account, now)
            return session.account

        account = await write_as(request, remove, confirmed=True)
        community_of(request).show_members(account)
        return signed_out(request)


@post(
    "/api/invitations",
    summary="Invite somebody",
    errors=("signed_out", "not_allowed"),
    tags=["accounts"],
    status_code=HTTP_201_CREATED,
)
async def invite(request: Asked) -> InvitationMade:
    """Return a code that lets one person make an account. For moderators and hosts."""
    now = now_ms()

    def make(connection: Connection, session: Session) -> InvitationMade:
        if session.role == "member":
            raise CommandError("not_allowed", "only moderators invite")
        return InvitationMade(*invitations.make(connection, session.account, now))

    return await write_as(request, make)


async def _change_password(request: Asked, wanted: PasswordChange) -> None:
    """Change the password, and end all other sessions. Raises ``CommandError``."""
    community, now = community_of(request), now_ms()
    session = await session_of(request)
    if wanted.old is not None:
        await _check_old_password(request, session, wanted.old)
    else:
        session.require_confirmed(now)
    login = await community.database.read(
        lambda connection: accounts.login_of(connection, session.account)
    )
    check_password(wanted.new, login)
    async with hashing(request, accounts.key_of_login(login), known=True) as place:
        password = await place.hash(wanted.new)

    def write(connection: Connection, session: Session) -> list[notices.Notice]:
        accounts.set_password(connection, session.account, password)
        sessions.end_all(connection, session.account, but=session.id)
        return notices.of_change(connection, session.account)

    sent = await write_as(request, write)
    notices.send(community.mailer, community.settings.origins, sent)


async def _check_old_password(request: Asked, session: Session, password: str) -> None:
    """Raise ``CommandError`` unless a password is that of the session's account."""
    community = community_of(request)
    login, stored = await community.database.read(
        lambda connection: (
            accounts.login_of(connection, session.account),
            accounts.password_of(connection, session.account),
        )
    )
    key = accounts.key_of_login(login)
    counted = limits.of_sign_in(key, host_of(request), f"session {session.id}")
    async with hashing(request, key, known=True, counted=counted) as place:
        if await place.verify(stored, password) is None:
            raise CommandError("wrong_login", "the password is wrong")
    await forget_attempts(request, counted)
