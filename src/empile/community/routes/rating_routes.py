"""Routes of ratings: those of members, leaderboards, bots, and what to expect of a game."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Controller, get
from litestar.params import FromPath, QueryParameter
from sqlalchemy import Connection

from empile.community.clock import now_ms
from empile.community.contacts.relations import are_friends
from empile.community.members import Member, find, ids
from empile.community.ratings import at_table, listing
from empile.community.ratings.advantages import bot_ratings
from empile.community.ratings.apply import Pool
from empile.community.ratings.listing import Wanted
from empile.community.ratings.rated import ALL_TIME, season_of
from empile.community.routes.profile_routes import PageCursor, is_mine, of_visible
from empile.community.routes.shared import community_of
from empile.server.http.errors import Asked
from empile.server.http.rest import caller_of, limit
from empile.server.tables.owners import Caller
from empile.server.wire.clocks.settings import Speed
from empile.server.wire.errors import CommandError
from empile.server.wire.people.ratings import (
    BotRatingInfo,
    BotRatings,
    ExpectedScores,
    Leaderboard,
    MemberRatings,
    RatingHistory,
    RatingList,
    TableRatings,
    TableSize,
)

MOST_MEMBERS: Final = 6

OfGame = Annotated[str, QueryParameter(name="game", max_length=40, description="The game's name.")]
OfSize = Annotated[
    TableSize, QueryParameter(name="size", description="Two seats, or three and more.")
]
OfSpeed = Annotated[
    Speed, QueryParameter(name="speed", description="`slow` with days for each move, else `fast`.")
]
Against = Annotated[
    RatingList,
    QueryParameter(
        name="against",
        description="Games between people, with programs, or friendly ones in the caller's account.",
    ),
]
OfSeason = Annotated[
    int,
    QueryParameter(
        name="season",
        ge=0,
        le=100_000,
        description="20264 is the last quarter of 2026; default: all time.",
    ),
]
MemberIds = Annotated[
    str,
    QueryParameter(
        name="members", max_length=200, description="The ids of two to six members, with commas."
    ),
]
Joining = Annotated[
    str | None,
    QueryParameter(
        name="member", max_length=40, description="A member of the account who might join."
    ),
]


class MemberRatingController(Controller):
    path = "/api/members/{member:str}/ratings"
    tags = ("ratings",)

    @get(summary="Ratings of a member", errors=("no_table", "bad_token", "not_allowed"))
    async def ratings(self, request: Asked, member: FromPath[str]) -> MemberRatings:
        """Return the ratings of a member with a public profile, or of the caller's account."""
        return await of_visible(
            request,
            member,
            lambda connection, found, mine: MemberRatings(
                listing.of_member(connection, found, mine=mine)
            ),
        )

    @get(
        "/history",
        summary="History of a rating",
        errors=("no_table", "bad_token", "not_allowed", "bad_request"),
    )
    async def history(
        self,
        request: Asked,
        member: FromPath[str],
        of_game: OfGame,
        of_size: OfSize = "two",
        of_speed: OfSpeed = "fast",
        against: Against = "people",
        cursor: PageCursor = None,
    ) -> RatingHistory:
        """Return the rating after each game, the newest first."""

        def read(connection: Connection, found: Member, mine: bool) -> RatingHistory:
            account = found.account if mine else None
            pool = Pool(listing.stored_list(against, account), of_game, of_size, of_speed)
            return listing.history(connection, found.id, pool, cursor)

        return await of_visible(request, member, read)


class RatingController(Controller):
    path = "/api/ratings"
    tags = ("ratings",)

    @get(
        "/leaderboard",
        summary="Leaderboard",
        errors=("bad_token", "not_allowed", "bad_request", "signed_out"),
    )
    async def leaderboard(
        self,
        request: Asked,
        of_game: OfGame,
        of_size: OfSize = "two",
        of_speed: OfSpeed = "fast",
        against: Against = "people",
        of_season: OfSeason = ALL_TIME,
        cursor: PageCursor = None,
    ) -> Leaderboard:
        """Return the members with the highest ratings.

        Public lists have members with a public profile whose rating is not provisional, and never
        children. The list of a household has its members.
        """
        limit(request)
        caller = await caller_of(request) if against == "household" else None
        account = None if caller is None else caller.account
        pool = Pool(listing.stored_list(against, account), of_game, of_size, of_speed)
        wanted, now = Wanted(pool, of_season, account), season_of(now_ms())
        return await community_of(request).database.read(
            lambda connection: listing.leaderboard(connection, wanted, now, cursor)
        )

    @get("/bots", summary="Ratings of bots")
    async def bots(self, request: Asked, of_game: OfGame, of_size: OfSize = "two") -> BotRatings:
        """Return the levels of a game's bots on the scale of members, from matches between them."""
        limit(request)
        return BotRatings([BotRatingInfo(*bot) for bot in bot_ratings(of_game, of_size)])

    @get(
        "/expected",
        summary="Expected scores",
        errors=("no_table", "bad_token", "not_allowed", "bad_request"),
    )
    async def expected(
        self,
        request: Asked,
        of_game: OfGame,
        member_ids: MemberIds,
        of_speed: OfSpeed = "fast",
        against: Against = "people",
    ) -> ExpectedScores:
        """Return what to expect of a game between members, before their seats are known.

        The others must have a public profile, or be friends of a member of the account.
        """
        limit(request)
        caller = await caller_of(request)
        ids = member_ids.split(",")
        if not 2 <= len(ids) == len(set(ids)) <= MOST_MEMBERS:
            raise CommandError("bad_request", "'members' must have two to six different ids")

        def read(connection: Connection) -> ExpectedScores:
            found = [_visible(connection, caller, public) for public in ids]
            account = None if caller is None else caller.account
            size: TableSize = "two" if len(ids) == 2 else "more"
            pool = Pool(listing.stored_list(against, account), of_game, size, of_speed)
            return ExpectedScores(listing.expected(connection, pool, found))

        return await community_of(request).database.read(read)


@get(
    "/api/tables/{table:str}/ratings",
    summary="Ratings at a table",
    tags=["ratings"],
    errors=("no_table", "bad_token", "not_allowed"),
)
async def ratings_at_table(
    request: Asked, table: FromPath[str], joining: Joining = None
) -> TableRatings:
    """Return the ratings at a table with rated games, and how the last game changed them."""
    limit(request)
    caller = await caller_of(request)

    def read(connection: Connection) -> TableRatings:
        member = None if joining is None else find(connection, joining)
        if joining is not None and (member is None or not is_mine(caller, member)):
            raise CommandError("no_table", "there is no such member of your account")
        return at_table.table_ratings(connection, table, caller, member)

    return await community_of(request).database.read(read)


def _visible(connection: Connection, caller: Caller | None, public: str) -> Member:
    found = find(connection, public)
    if found is None or not (
        found.listed or is_mine(caller, found) or _is_friend(connection, caller, found)
    ):
        raise CommandError("no_table", "there is no such member, or the profile is hidden")
    return found


def _is_friend(connection: Connection, caller: Caller | None, found: Member) -> bool:
    if caller is None:
        return False
    own = [caller.member] if caller.member is not None else ids(connection, caller.account)
    return any(are_friends(connection, member, found.id) for member in own)
