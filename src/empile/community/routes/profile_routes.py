"""Routes of profiles: what members and visitors see of finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Annotated, Final, TypeVar

from litestar import Controller, Response, get, put
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_204_NO_CONTENT
from sqlalchemy import Connection, select

from empile.community.clock import now_ms
from empile.community.members import Member, find
from empile.community.records import feed, history, progress, public_results, statistics
from empile.community.records.history import Filter
from empile.community.routes.shared import community_of
from empile.engine.discovery import game_class, game_names
from empile.engine.errors import Reason
from empile.engine.i18n import Catalog
from empile.server.http.errors import Asked
from empile.server.http.rest import MOST_NUMBER, caller_of, limit
from empile.server.store.schema import members
from empile.server.tables.owners import Caller
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import (
    HistoryPage,
    Opponents,
    Outcome,
    Profile,
    Progress,
    Statistics,
)

Found = TypeVar("Found")

_FEED_CACHE: Final = "public, max-age=300"

GameName = Annotated[
    str | None,
    QueryParameter(name="game", max_length=40, description="The name of a game; default: all."),
]
OpponentId = Annotated[
    str | None, QueryParameter(max_length=40, description="The id of a member who played, too.")
]
Result = Annotated[Outcome | None, QueryParameter(description="The member's outcome.")]
Since = Annotated[
    int | None,
    QueryParameter(
        ge=0, le=MOST_NUMBER, description="Games that ended then or later, in milliseconds."
    ),
]
Until = Annotated[
    int | None, QueryParameter(ge=0, le=MOST_NUMBER, description="Games that ended before.")
]
Search = Annotated[
    str | None, QueryParameter(max_length=60, description="A part of another player's name.")
]
PageCursor = Annotated[
    str | None,
    QueryParameter(
        max_length=64, description="The `cursor` of the page before; default: the first page."
    ),
]


class ProfileController(Controller):
    path = "/api/members/{member:str}"
    tags = ("profiles",)

    @get("/profile", summary="A member", errors=("no_table", "bad_token", "not_allowed"))
    async def profile(self, request: Asked, member: FromPath[str]) -> Profile:
        """Return a member with a public profile, or of the caller's account."""

        def read(connection: Connection, found: Member, mine: bool) -> Profile:
            made = connection.scalar(select(members.c.made).where(members.c.id == found.id))
            return Profile(
                id=found.public,
                name=found.name,
                kind=found.kind,
                made=int(made or 0),
                games=statistics.games_of(connection, found.id),
                listed=found.listed,
                mine=mine,
            )

        return await of_visible(request, member, read)

    @get("/statistics", summary="Results", errors=("no_table", "bad_token", "not_allowed"))
    async def statistics(self, request: Asked, member: FromPath[str]) -> Statistics:
        """Return the results by game and seat, and against the most frequent opponents."""
        compared = await community_of(request).comparison.bands()
        return await of_visible(
            request,
            member,
            lambda connection, found, mine: statistics.statistics(
                connection, found.id, compared, public=not mine
            ),
        )

    @get(
        "/opponents",
        summary="Results against opponents",
        errors=("no_table", "bad_token", "not_allowed", "bad_request"),
    )
    async def opponents(
        self, request: Asked, member: FromPath[str], cursor: PageCursor = None
    ) -> Opponents:
        """Return the results against opponents with an account, the most frequent first."""
        return await of_visible(
            request,
            member,
            lambda connection, found, mine: statistics.opponents(
                connection, found.id, cursor, public=not mine
            ),
        )

    @get(
        "/games",
        summary="Finished games",
        errors=("no_table", "bad_token", "not_allowed", "bad_request"),
    )
    async def games(
        self,
        request: Asked,
        member: FromPath[str],
        of_game: GameName = None,
        opponent: OpponentId = None,
        result: Result = None,
        since: Since = None,
        until: Until = None,
        q: Search = None,
        cursor: PageCursor = None,
    ) -> HistoryPage:
        """Return the finished games that match all filters, the last first.

        Go on while there is a `cursor`: a page is short, or empty, if few games match. Strangers
        see the games of tables with spectators only.
        """

        def read(connection: Connection, found: Member, mine: bool) -> HistoryPage:
            other = None
            if opponent is not None:
                one = find(connection, opponent)
                if one is None or not (one.listed or (mine and _have_met(connection, found, one))):
                    raise CommandError("no_table", "there is no such member")
                other = one.id
            wanted = Filter(of_game, result, other, q, since, until, public=not mine)
            return history.page(connection, found.id, wanted, cursor)

        return await of_visible(request, member, read)

    @get(
        "/games.atom",
        summary="Finished games as a feed",
        cost=2,
        errors=("no_table", "not_allowed"),
        media_type=feed.KIND,
    )
    async def feed(self, request: Asked, member: FromPath[str]) -> Response[bytes]:
        """Return the last finished games as an Atom feed.

        It is for everybody: for members with a public profile, games of tables with spectators only.
        """
        limit(request)
        # Public games only, whatever the session: a feed reader shows them to others.
        found, page = await community_of(request).database.read(lambda c: _public_games(c, member))
        titles = await asyncio.to_thread(_titles, page.games)
        body = feed.atom(found.name, found.public, page.games, titles, _origin(request))
        return Response(body, media_type=feed.KIND)

    @get("/progress", summary="Progress", errors=("no_table", "signed_out", "bad_token"))
    async def progress(self, request: Asked, member: FromPath[str]) -> Progress:
        """Return what a member of the account has reached in lessons and solo levels."""
        return Progress(
            await of_own(request, member, lambda c, found: progress.all_of(c, found.id))
        )

    @put(
        "/progress",
        summary="Store progress",
        errors=("no_table", "signed_out", "bad_token"),
        status_code=HTTP_204_NO_CONTENT,
    )
    async def store_progress(
        self, request: Asked, member: FromPath[str], data: JSONBody[Progress]
    ) -> None:
        """Store what a member of the account has reached; lower values change nothing."""
        now = now_ms()
        found = await of_own(request, member, lambda _, found: found)
        await community_of(request).database.write(
            lambda connection: progress.store(connection, found.id, data.entries, now)
        )


@get(
    "/api/games.atom",
    summary="Public results as a feed",
    cost=2,
    tags=["profiles"],
    media_type=feed.KIND,
)
async def results_feed(request: Asked) -> Response[bytes]:
    """Return the last public results of this server as an Atom feed.

    Those are games at tables with spectators, between members with public profiles and bots.
    """
    limit(request)
    found = await community_of(request).database.read(public_results.latest)
    titles = await asyncio.to_thread(_titles, found)
    body = feed.atom_of_server(found, titles, _origin(request))
    return Response(body, media_type=feed.KIND, headers={"cache-control": _FEED_CACHE})


def _origin(request: Asked) -> str:
    return str(request.base_url).rstrip("/")


def _public_games(connection: Connection, public: str) -> tuple[Member, HistoryPage]:
    found = find(connection, public)
    if found is None or not found.listed:
        raise CommandError("no_table", "there is no such member, or the profile is hidden")
    return found, history.page(connection, found.id, Filter(public=True))


def _titles(games: Iterable[feed.FeedGame]) -> dict[str, feed.GameTitle]:
    """Return how a feed speaks of the games that are installed."""
    known = {game.game: game_class(game.game) for game in games if game.game in game_names()}
    return {
        name: feed.GameTitle(
            Catalog(found.folder / "locales").format("en", Reason("name")), found.has_points
        )
        for name, found in known.items()
    }


def _have_met(connection: Connection, one: Member, other: Member) -> bool:
    """Return whether a member may look for games with another whose profile is hidden."""
    return other.account == one.account or statistics.have_met(connection, one.id, other.id)


def is_mine(caller: Caller | None, found: Member) -> bool:
    if caller is None or caller.account != found.account:
        return False
    return caller.member in (None, found.id)


async def of_visible(
    request: Asked, public: str, work: Callable[[Connection, Member, bool], Found]
) -> Found:
    """Return what ``work`` reads of a member that the caller may see.

    Raises ``no_table`` for hidden profiles, as for unknown members.
    """
    limit(request)
    caller = await caller_of(request)

    def read(connection: Connection) -> Found:
        found = find(connection, public)
        mine = found is not None and is_mine(caller, found)
        if found is None or not (found.listed or mine):
            raise CommandError("no_table", "there is no such member, or the profile is hidden")
        return work(connection, found, mine)

    return await community_of(request).database.read(read)


async def of_own(request: Asked, public: str, work: Callable[[Connection, Member], Found]) -> Found:
    """Return what ``work`` reads of a member of the caller's account.

    Raises ``CommandError`` for others.
    """
    limit(request)
    caller = await caller_of(request)
    if caller is None:
        raise CommandError("signed_out", "you are not signed in")

    def read(connection: Connection) -> Found:
        found = find(connection, public)
        if found is None or not is_mine(caller, found):
            raise CommandError("no_table", "there is no such member of your account")
        return work(connection, found)

    return await community_of(request).database.read(read)
