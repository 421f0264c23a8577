"""Routes of challenges by name."""

from __future__ import annotations

from litestar import Controller, delete, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from empile.community import limits
from empile.community.routes.contact_routes import caller_as
from empile.community.routes.shared import community_of, count_attempts
from empile.server.http.errors import Asked
from empile.server.wire.people.challenges import ChallengePlace, NewChallenge


class ChallengeController(Controller):
    path = "/api/members/{member:str}/challenges"
    tags = ("contacts",)

    @post(
        "/",
        summary="Challenge others",
        errors=(
            "signed_out",
            "not_yours",
            "not_allowed",
            "no_table",
            "bad_token",
            "bad_options",
            "bad_request",
            "rate_limited",
        ),
        status_code=HTTP_201_CREATED,
    )
    async def challenge(
        self, request: Asked, member: FromPath[str], data: JSONBody[NewChallenge]
    ) -> ChallengePlace:
        """Make a table whose other places are kept for the invited players.

        The game begins when all have accepted. `GET /api/ratings/expected` says what to expect
        before. Members of an account need not know each other; others have a public profile, or are
        friends. Needs the scope `challenge`.
        """
        caller, found = await caller_as(request, member, "challenge")
        await count_attempts(request, [limits.of_account("requests_of_account", caller.account)])
        return await community_of(request).contacts.challenge(caller, found.public, data)

    @post(
        "/{table:str}/accept",
        summary="Accept a challenge",
        errors=("signed_out", "not_allowed", "no_table", "bad_token", "no_place", "stale"),
        status_code=HTTP_200_OK,
    )
    async def accept(
        self, request: Asked, member: FromPath[str], table: FromPath[str]
    ) -> ChallengePlace:
        """Take the place that is kept for a member. Needs the scope `play`."""
        caller, found = await caller_as(request, member, "play")
        return await community_of(request).contacts.accept(caller, found, table)

    @post(
        "/{table:str}/decline",
        summary="Decline a challenge",
        errors=("signed_out", "not_allowed", "no_table", "bad_token", "stale"),
        status_code=HTTP_204_NO_CONTENT,
    )
    async def decline(self, request: Asked, member: FromPath[str], table: FromPath[str]) -> None:
        """End a challenge to a member, for all invited players. Needs the scope `play`."""
        _, found = await caller_as(request, member, "play")
        await community_of(request).contacts.decline(found, table)

    @delete(
        "/{table:str}",
        summary="Withdraw a challenge",
        errors=("signed_out", "not_allowed", "no_table", "bad_token", "stale"),
    )
    async def withdraw(self, request: Asked, member: FromPath[str], table: FromPath[str]) -> None:
        """End a challenge by a member. Needs the scope `challenge`."""
        _, found = await caller_as(request, member, "challenge")
        await community_of(request).contacts.withdraw(found, table)
