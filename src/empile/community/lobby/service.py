"""The lobby of a server, and what it needs to know of accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from empile.community import members
from empile.community.clock import now_ms
from empile.community.contacts import relations
from empile.community.contacts.service import ContactsService
from empile.community.database import Database
from empile.community.moderation import company, guests
from empile.community.moderation.company import Person
from empile.community.ratings.apply import Pool
from empile.community.ratings.listing import current
from empile.community.ratings.rated import PEOPLE, PROGRAMS, size_of
from empile.community.watching.games import Asked
from empile.server.tables.owners import Caller, Owners
from empile.server.wire.clocks.settings import speed
from empile.server.wire.errors import CommandError
from empile.server.wire.lobby.messages import Seek, Wish


class Playing(NamedTuple):
    """A member of an account that is in the lobby."""

    caller: Caller
    number: int
    public: str
    name: str
    listed: bool
    """Whether others may see the profile."""
    program: bool
    child: bool


class Checked(NamedTuple):
    """What a seek of a member is posted with."""

    ratings: list[int]
    """By wish."""
    avoids: list[int]
    """Accounts that this one does not meet."""


class LobbyMembers:
    """The visitor of a connection, by its session."""

    def __init__(self, database: Database, owners: Owners, contacts: ContactsService) -> None:
        self.contacts = contacts
        self._database = database
        self._owners = owners

    async def enter(self, scope: Mapping[str, Any], public: str | None) -> Playing | None:
        """Return the member that plays, or None for a guest. Raises :class:`CommandError`."""
        caller = await self._owners.caller(scope, None)
        if public is None:
            return None
        if caller is None:
            raise CommandError("signed_out", "sign in to play as a member")
        account = caller.account
        found = await self._database.read(
            lambda connection: members.own(connection, account, public)
        )
        return Playing(
            caller,
            found.id,
            found.public,
            found.name,
            found.listed,
            found.kind == "bot",
            found.kind == "child",
        )

    async def guest(self, scope: Mapping[str, Any]) -> tuple[Caller | None, list[int]]:
        """Return the account of a guest's browser, and accounts that it does not meet.

        Raises ``CommandError`` if nobody may play as a guest there.
        """
        caller = await self._owners.visitor(scope, None)
        if caller is None:
            return None, []

        def read(connection: Connection) -> list[int]:
            guests.check_alone(connection, caller)
            company.check(connection, Person(caller.account), [Person()], now_ms())
            own = members.ids(connection, caller.account)
            return sorted({one for member in own for one in relations.avoided(connection, member)})

        return caller, await self._database.read(read)

    async def ratings(self, asked: list[Asked]) -> list[dict[int, int]]:
        """Return the ratings of members by their numbers, for each that was asked."""

        def read(connection: Connection) -> list[dict[int, int]]:
            return [
                {
                    number: rating.points
                    for number, rating in current(connection, one.pool, one.members).items()
                }
                for one in asked
            ]

        return await self._database.read(read)

    async def check(self, playing: Playing, seek: Seek) -> Checked:
        """Return what the seek is posted with. Raises ``not_allowed`` if a guardian forbids it."""

        def read(connection: Connection) -> Checked:
            # The opponents are unknown, and may be guests.
            person = Person(playing.caller.account, playing.number)
            company.check(connection, person, [Person()], now_ms())
            ratings = [_rating(connection, playing, wish) for wish in seek.wishes]
            return Checked(ratings, relations.avoided(connection, playing.number))

        return await self._database.read(read)


def _rating(connection: Connection, playing: Playing, wish: Wish) -> int:
    """Return the rating for a kind of game; without a clock, the one for fast games."""
    of = "fast" if wish.clock is None else speed(wish.clock)
    against = PROGRAMS if playing.program else PEOPLE
    pool = Pool(against, wish.game, size_of(wish.players), of)
    return current(connection, pool, [playing.number])[playing.number].points
