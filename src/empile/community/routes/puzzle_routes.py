"""Routes of what members reached in puzzles. Others do not see it."""

from __future__ import annotations

import asyncio

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection

from empile.community.clock import now_ms
from empile.community.puzzles import results
from empile.community.puzzles.attempts import judge
from empile.community.routes.profile_routes import of_own
from empile.community.routes.shared import community_of
from empile.server.http.errors import Asked
from empile.server.wire.people.puzzles import PuzzleAttempts, PuzzleHistory


class MemberPuzzleController(Controller):
    path = "/api/members/{member:str}/puzzles"
    tags = ("puzzles",)

    @get("/", summary="Results of puzzles", errors=("no_table", "signed_out", "bad_token"))
    async def history(self, request: Asked, member: FromPath[str]) -> PuzzleHistory:
        """Return the rating, the streak and the results of a member of the account."""
        return await of_own(request, member, lambda c, found: results.history(c, found.id))

    @post(
        "/",
        summary="Store attempts at puzzles",
        cost=4,
        errors=("no_table", "signed_out", "bad_token"),
        status_code=HTTP_200_OK,
    )
    async def store(
        self, request: Asked, member: FromPath[str], data: JSONBody[PuzzleAttempts]
    ) -> PuzzleHistory:
        """Store attempts of a member of the account, and rate the member and the puzzles.

        Only the first attempt at each puzzle counts, and sending one again changes nothing. Attempts
        at unknown puzzles are left out.
        """
        found = await of_own(request, member, lambda _, found: found)
        attempts = await asyncio.to_thread(judge, data.attempts, now_ms())

        def write(connection: Connection) -> PuzzleHistory:
            results.store(connection, found.id, attempts)
            return results.history(connection, found.id)

        return await community_of(request).database.write(write)
