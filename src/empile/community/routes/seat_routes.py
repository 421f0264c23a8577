"""Routes of the tables and tokens of an account."""

from __future__ import annotations

import asyncio

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec.structs import asdict
from sqlalchemy import Connection

from empile.community import claims, members
from empile.community.claims import SeatOfToken
from empile.community.clock import now_ms
from empile.community.programs import tokens
from empile.community.routes.profile_routes import PageCursor
from empile.community.routes.shared import community_of, read_as, write_as
from empile.community.sessions import Session
from empile.server.http.errors import Asked
from empile.server.http.rest import caller_of, limit
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import GamesKept, KeepGames, TablesOfMine
from empile.server.wire.people.programs import ApiToken, ApiTokenMade, NewApiToken


@get("/api/me/tables", summary="Running tables", errors=("signed_out", "bad_token", "bad_request"))
async def own_tables(request: Asked, cursor: PageCursor = None) -> TablesOfMine:
    """Return the tables at which members of the account play, the newest first."""
    limit(request)
    caller = await caller_of(request)
    if caller is None:
        raise CommandError("signed_out", "you are not signed in")
    return await community_of(request).own_tables.page(caller, cursor)


@post(
    "/api/claims",
    summary="Keep games",
    errors=("signed_out", "not_yours", "not_allowed"),
    status_code=HTTP_200_OK,
)
async def keep_games(request: Asked, data: JSONBody[KeepGames]) -> GamesKept:
    """Let a member of the account own places that a guest holds, with all games played there.

    Places of tables that were deleted, and of other members, are left out.
    """
    now = now_ms()

    def find(connection: Connection, session: Session) -> tuple[int, list[SeatOfToken]]:
        member = members.own(connection, session.account, data.member)
        if member.kind == "bot":
            raise CommandError("not_allowed", "a program cannot own what a person played")
        found = (
            claims.find_seat(connection, seat.table, seat.token, seat.place, member.name)
            for seat in data.seats
        )
        return member.id, [seat for seat in found if seat is not None]

    member, seats = await read_as(request, find)

    def keep(connection: Connection, _: Session) -> int:
        return claims.keep(connection, member, seats, now)

    kept = await write_as(request, keep)
    numbers = {seat.derived.number for seat in seats}
    await asyncio.gather(*(community_of(request).seats.refresh(number) for number in numbers))
    return GamesKept(kept)


class TokenController(Controller):
    path = "/api"
    tags = ("tokens",)

    @get(
        "/members/{member:str}/tokens",
        summary="The tokens of a program",
        errors=("signed_out", "not_yours"),
    )
    async def list_tokens(self, request: Asked, member: FromPath[str]) -> list[ApiToken]:
        """Return the tokens of a member of the account, without their secrets."""
        return await read_as(
            request,
            lambda connection, session: tokens.all_of(
                connection, members.own(connection, session.account, member)
            ),
        )

    @post(
        "/members/{member:str}/tokens",
        summary="Make a token for a program",
        errors=("signed_out", "not_yours", "confirm", "not_allowed"),
        status_code=HTTP_201_CREATED,
    )
    async def make_token(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewApiToken]
    ) -> ApiTokenMade:
        """Make a token. Its secret is in this answer only. Needs a confirmed session."""
        now = now_ms()

        def make(connection: Connection, session: Session) -> ApiTokenMade:
            found = members.own(connection, session.account, member)
            made, secret = tokens.make(connection, found, data, now)
            return ApiTokenMade(**asdict(made), token=secret)

        return await write_as(request, make, confirmed=True)

    @delete(
        "/tokens/{number:int}",
        summary="Revoke a token",
        errors=("signed_out", "not_yours", "forbidden"),
    )
    async def revoke(self, request: Asked, number: FromPath[int]) -> None:
        """Revoke a token; its streams end."""

        def revoke(connection: Connection, session: Session) -> None:
            if not tokens.revoke(connection, session.account, number):
                raise CommandError("not_yours", "your account has no such token")

        await write_as(request, revoke)
        community_of(request).streams.revoked_here(number)
