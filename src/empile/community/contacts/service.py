"""What members see of each other, and challenges between them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, select

from empile.community.clock import DAY_MS, now_ms
from empile.community.contacts import invited, relations
from empile.community.contacts.hub import ContactsHub
from empile.community.contacts.notes import Shown
from empile.community.database import Database
from empile.community.members import Member, find
from empile.server.registry import TableRegistry
from empile.server.store.schema import contact_settings, members
from empile.server.tables.clocks.checks import check_clock, check_rated
from empile.server.tables.owners import Caller, Taker
from empile.server.wire import schemas
from empile.server.wire.clocks.settings import DaysClock
from empile.server.wire.errors import CommandError
from empile.server.wire.people.challenges import ChallengePlace, Inbox, NewChallenge
from empile.server.wire.people.contacts import Contacts, Friend, PeopleHere, Person

_LOOK_SECONDS: Final = 10.0
"""Interval of polling the store for changes that the bus lost, and for expired challenges."""
_OVERLAP_MS: Final = 2_000
MOST_HERE: Final = 200
_LOOKED_AT: Final = 1000

log = logging.getLogger("empile.community")


class ContactsService:
    """Friends, presence and challenges; created on the event loop."""

    def __init__(self, database: Database, registry: TableRegistry, hub: ContactsHub) -> None:
        self.hub = hub
        self._database = database
        self._registry = registry
        self._opening = asyncio.create_task(hub.open())
        self._looking = asyncio.create_task(self._look_on())

    # -- Friends and presence ----------------------------------------------------------------------

    def contacts(self, connection: Connection, member: Member) -> Contacts:
        """Return the friends, requests, blocks and settings of a member."""
        friends = relations.friends(connection, member.id)
        showing = _shows(connection, [number for number, _ in friends])
        return Contacts(
            [
                _present(friend, self.hub.of(number) if number in showing else None)
                for number, friend in friends
            ],
            relations.received(connection, member.id),
            relations.sent(connection, member.id),
            relations.blocked(connection, member.id),
            relations.settings_of(connection, member.id),
        )

    def here(self, connection: Connection, caller: Caller | None) -> PeopleHere:
        """Return the connected members that are visible to everyone."""
        numbers = sorted(self.hub.present())[:_LOOKED_AT]
        hidden: set[int] = set()
        if caller is not None:
            hidden = relations.blockers(connection, caller.account, numbers)
        rows = connection.execute(
            select(members.c.public, members.c.name, members.c.kind)
            .outerjoin(contact_settings, contact_settings.c.member == members.c.id)
            .where(
                members.c.id.in_([number for number in numbers if number not in hidden]),
                members.c.listed == 1,
                members.c.kind != "child",
                members.c.deleted.is_(None),
                contact_settings.c.presence.is_(None) | (contact_settings.c.presence == "everyone"),
            )
        ).all()
        shown = sorted(
            (Person(*row) for row in rows), key=lambda one: (one.name.casefold(), one.id)
        )
        return PeopleHere(shown[:MOST_HERE], len(shown) > MOST_HERE, self.hub.guests)

    async def inbox(self, public: str) -> Inbox:
        """Return what waits for a member."""
        now = now_ms()

        def read(connection: Connection) -> Inbox:
            member = find(connection, public)
            return Inbox(0, []) if member is None else self.inbox_of(connection, member, now)

        return await self._database.read(read)

    def inbox_of(self, connection: Connection, member: Member, now: int) -> Inbox:
        """Return what waits for a member."""
        requests = len(relations.received(connection, member.id))
        challenges = invited.challenges(connection, member, now)
        return Inbox(requests, challenges, self.hub.seeks(member.id))

    # -- Challenges --------------------------------------------------------------------------------

    async def challenge(self, caller: Caller, public: str, wanted: NewChallenge) -> ChallengePlace:
        """Make a table and invite its players. Raises ``CommandError``."""
        count = 1 + len(wanted.members)
        game = await self._registry.game_with(wanted.game, {**wanted.options, "players": count})
        check_clock(wanted.clock, count)
        now = now_ms()
        seconds = wanted.seconds
        if seconds is None:
            seconds = (7 if isinstance(wanted.clock, DaysClock) else 1) * DAY_MS // 1000

        def read(connection: Connection) -> tuple[Member, list[Member]]:
            member, others = _everybody(connection, public, wanted)
            _check_rating(wanted, [member, *others])
            invited.check(connection, member, others, now)
            return member, others

        member, others = await self._database.read(read)
        first = schemas.PlaceRequest("person", member=public)
        made = await self._registry.make(
            schemas.CreateTable(
                wanted.game,
                [first, *[schemas.PlaceRequest("open")] * len(others)],
                wanted.options,
                allow_spectators=wanted.allow_spectators,
                hints=False,
                clock=wanted.clock,
                rated=wanted.rated,
                friendly=wanted.friendly,
            ),
            caller,
            calls=True,
        )
        number = (await self._registry.current_room(made.table)).table.number
        options: dict[str, Any] = dict(game.options)
        sent = invited.Sent(
            number,
            made.table,
            wanted.game,
            options,
            wanted.clock,
            wanted.rated,
            wanted.friendly,
            now,
            now + seconds * 1000,
        )

        def write(connection: Connection) -> None:
            invited.store(connection, sent, member, others)

        try:
            await self._database.write(write)
        except CommandError:
            await self._database.write(lambda connection: invited.hide_table(connection, number))
            raise
        return await self._place(member, number, made.token, made.places)

    async def accept(self, caller: Caller, member: Member, table: str) -> ChallengePlace:
        """Take the place that a challenge keeps for a member. Raises ``CommandError``."""
        number = await self._database.write(
            lambda connection: invited.accept(connection, member, table, now_ms())
        )
        try:
            joined = await self._join(caller, member, table)
        except CommandError as error:
            # The challenger filled the place with a bot: the game runs without the member.
            lost = error.code == "no_place"

            def undo(connection: Connection) -> None:
                invited.take_back(connection, member, number, now_ms())
                if lost:
                    invited.give_up(connection, number, now_ms())

            await self._database.write(undo)
            await self._tell([number])
            raise
        token, places = (None, []) if joined is None else (joined.token, joined.places)
        return await self._place(member, number, token, places)

    async def _join(
        self, caller: Caller, member: Member, table: str
    ) -> schemas.JoinResponse | None:
        wanted = schemas.JoinRequest("", member=member.public)
        while True:
            room = await self._registry.current_room(table)
            if any(one.number == member.id for one in room.table.members.values()):
                return None  # another request took the place
            try:
                return await self._registry.join(room, wanted, None, caller)
            except CommandError as error:
                # A player joined in another process at the same moment.
                if error.code != "stale":
                    raise
            await asyncio.sleep(0)

    async def decline(self, member: Member, table: str) -> None:
        """End a challenge to a member. Raises ``CommandError``."""
        number = await self._database.write(
            lambda connection: invited.decline(connection, member, table, now_ms())
        )
        await self._tell([number])

    async def withdraw(self, member: Member, table: str) -> None:
        """End a challenge by a member. Raises ``CommandError``."""
        number = await self._database.write(
            lambda connection: invited.withdraw(connection, member, table, now_ms())
        )
        await self._tell([number])

    async def _place(
        self, member: Member, number: int, token: str | None, places: Sequence[int]
    ) -> ChallengePlace:
        now = now_ms()
        found = await self._database.read(
            lambda connection: invited.challenge(connection, number, member, now)
        )
        await self._tell([number])
        return ChallengePlace(found, token, list(places) or [found.place])

    async def _tell(self, numbers: Sequence[int]) -> None:
        self.hub.tell(
            await self._database.read(lambda connection: invited.involved(connection, numbers))
        )

    # -- Polling ------------------------------------------------------------------------------------

    async def _look_on(self) -> None:
        since = now_ms()
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                now = now_ms()
                await self.look(since - _OVERLAP_MS)
                since = now
            except CommandError:
                pass  # the gateway logs it
            except Exception:
                log.exception("challenges cannot be kept up to date")

    async def look(self, since: int) -> None:
        """Expire challenges, and notify members of changes since a time in any process."""
        now = now_ms()
        overdue = await self._database.read(lambda connection: invited.overdue(connection, now))
        if overdue:
            self.hub.tell(
                await self._database.write(
                    lambda connection: invited.expire(connection, overdue, now)
                )
            )
        if self.hub.watched:
            self.hub.tell_here(
                await self._database.read(lambda connection: _changed_members(connection, since))
            )

    async def close(self) -> None:
        for task in (self._opening, self._looking):
            task.cancel()
        await asyncio.gather(self._opening, self._looking, return_exceptions=True)
        await self.hub.close()


def _changed_members(connection: Connection, since: int) -> set[int]:
    numbers = invited.changed_since(connection, since)
    return invited.involved(connection, numbers) if numbers else set()


def _everybody(
    connection: Connection, public: str, wanted: NewChallenge
) -> tuple[Member, list[Member]]:
    member = find(connection, public)
    if member is None:
        raise CommandError("no_table", "there is no such member of your account")
    others = [relations.other_of(connection, member, one) for one in wanted.members]
    if len({other.id for other in others}) < len(others):
        raise CommandError("bad_request", "a member is named twice")
    return member, others


def _check_rating(wanted: NewChallenge, players: Sequence[Member]) -> None:
    """Raise ``CommandError`` if the game of these players cannot be rated."""
    if not wanted.rated:
        return
    people = [schemas.PlaceRequest("person")] * len(players)
    table = schemas.CreateTable(
        wanted.game,
        people,
        hints=False,
        clock=wanted.clock,
        rated=True,
        friendly=wanted.friendly,
    )
    takers = {
        place: Taker(one.id, None, one.name, one.kind == "bot", one.account)
        for place, one in enumerate(players)
    }
    check_rated(table, takers)


def _shows(connection: Connection, numbers: Sequence[int]) -> set[int]:
    """Return those of the given members that show their presence to friends."""
    hidden = connection.scalars(
        select(contact_settings.c.member).where(
            contact_settings.c.member.in_(numbers), contact_settings.c.presence == "nobody"
        )
    )
    return set(numbers).difference(hidden)


def _present(friend: Friend, shown: Shown | None) -> Friend:
    if shown is None:
        return friend
    return Friend(
        friend.id,
        friend.name,
        friend.kind,
        friend.since,
        "playing" if shown.playing else "here",
        shown.table,
    )
