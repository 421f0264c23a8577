"""Accounts at tables: taking places, owning them, and recording their games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, select

from empile.community import claims, rules, sessions
from empile.community.clock import MINUTE_MS, now_ms
from empile.community.contacts.hub import ContactsHub
from empile.community.contacts.invited import kept_places
from empile.community.database import Database
from empile.community.fairplay import addresses
from empile.community.fairplay.addresses import PlaceTaken
from empile.community.members import Member, find
from empile.community.moderation import acts, company, guests
from empile.community.moderation.company import Person
from empile.community.programs import tokens
from empile.community.programs.streams import Streams
from empile.community.projections.projector import Projector
from empile.community.sessions import COOKIE
from empile.server.bus.interface import Bus
from empile.server.http.origin import headers_of, is_allowed
from empile.server.store.schema import claims as claims_table
from empile.server.store.schema import member_rules, members
from empile.server.tables.owners import Caller, Holder, Scope, Taker, people_at
from empile.server.tables.room import Room
from empile.server.tables.table import SeatedMember, Table
from empile.server.wire import events
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.errors import CommandError
from empile.server.wire.events import LogEntry
from empile.server.wire.rate_limits import address_group

_COOKIES: Final = (COOKIE, guests.COOKIE)
_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_EACH_SECONDS: Final = 30.0
"""Interval of storing times of play, and of looking whether members changed."""
_LONGEST_GAP_MS: Final = 5 * MINUTE_MS
_TABLES_AT_ONCE: Final = 500

log = logging.getLogger("empile.community")


class Seats:
    """The owners of places, for :class:`empile.server.tables.owners.Owners`.

    ``rooms`` returns the tables in memory; ``origins`` are further ones of this server's pages;
    ``run_soon`` runs what no answer waits for.
    """

    def __init__(
        self,
        database: Database,
        projector: Projector,
        origins: frozenset[str],
        rooms: Callable[[], Iterable[Room]],
        streams: Streams,
        bus: Bus,
        run_soon: Callable[[Coroutine[Any, Any, None]], None],
        hub: ContactsHub,
    ) -> None:
        self._database = database
        self._projector = projector
        self._origins = origins
        self._rooms = rooms
        self._streams = streams
        self._bus = bus
        self._hub = hub
        self._last_at: WeakKeyDictionary[Room, int] = WeakKeyDictionary()
        self._played: Counter[int] = Counter()
        """Milliseconds of play by member, not stored yet."""
        self._run_soon = run_soon
        self.on_seated: Callable[[], None] = lambda: None
        """Called after members took places."""
        self.on_stored: Callable[[Room], None] = lambda _: None
        """Called after this process stored events of a table."""
        self._chore = asyncio.create_task(self._keep_up())

    # -- Callers -----------------------------------------------------------------------------------

    async def caller(self, scope: Mapping[str, Any], token: str | None) -> Caller | None:
        now = now_ms()
        if token is not None:
            use = await self._database.read(lambda connection: tokens.find(connection, token, now))
            if use is None:
                raise CommandError("bad_token", "this token is unknown, revoked or too old")
            number = use.caller.token
            if use.is_due(now) and number is not None:
                await self._database.write(lambda connection: tokens.touch(connection, number, now))
            return use.caller._replace(address_group=_group_of(scope))
        cookie = self._cookies(scope).get(COOKIE)
        if cookie is None:
            return None
        try:
            session = await self._database.read(
                lambda connection: sessions.find(connection, cookie, now)
            )
        except CommandError as error:
            if error.code != "signed_out":
                raise
            return None  # what guests may do needs no session
        is_confirmed = session.confirmed_until(now) is not None
        return Caller(session.account, address_group=_group_of(scope), is_confirmed=is_confirmed)

    async def visitor(self, scope: Mapping[str, Any], token: str | None) -> Caller | None:
        caller, cookies, now = await self.caller(scope, token), self._cookies(scope), now_ms()
        if caller is not None or not cookies:
            return caller
        account = await self._database.read(
            lambda connection: guests.account_of(connection, cookies.values(), now)
        )
        return None if account is None else Caller(account, is_guest=True)

    def _cookies(self, scope: Mapping[str, Any]) -> dict[str, str]:
        """Return the tokens of the browser, unless a page of another site may have sent them."""
        headers = headers_of(scope)
        text = headers.get("cookie")
        if text is None or not any(name in text for name in _COOKIES):
            return {}
        if scope.get("method") not in _SAFE and not (
            "origin" in headers and is_allowed(scope, self._origins)
        ):
            return {}
        try:
            found = SimpleCookie(text)
        except CookieError:
            return {}
        return {name: found[name].value for name in _COOKIES if name in found}

    # -- Taking places -----------------------------------------------------------------------------

    async def takers(
        self,
        caller: Caller | None,
        scope: Scope,
        wanted: Sequence[str | None],
        seated: Iterable[Holder | None],
        key: str | None,
    ) -> list[Taker | None]:
        there = list(seated)
        named = list(wanted)
        if caller is None:
            if any(named):
                raise CommandError("signed_out", "sign in to play as a member")
        else:
            if not caller.allows(scope):
                raise CommandError("not_allowed", f"this token is not for '{scope}'")
            if caller.public is not None and not any(named) and named:
                named[0] = caller.public
        if caller is None and not any(named) and not any(there):
            return [None] * len(named)
        now = now_ms()
        takers = await self._database.read(
            lambda connection: _takers(connection, caller, named, there, now)
        )
        if caller is not None and key is not None and None in takers:
            # Before they sit there, so that whoever comes next is checked against them.
            account = caller.account
            await self._database.write(
                lambda connection: guests.note_place(connection, key, account, now)
            )
        return takers

    async def own(self, number: int, takers: Mapping[int, Taker], key: str) -> None:
        owners, now = {place: taker.member for place, taker in takers.items()}, now_ms()
        taken = {
            place: PlaceTaken(taker.member, taker.address_group) for place, taker in takers.items()
        }

        def take(connection: Connection) -> None:
            claims.take(connection, number, owners, key, now)
            addresses.note(connection, number, taken, now)

        await self._database.write(take)
        self.on_seated()

    async def check_listing(self, caller: Caller | None) -> None:
        if caller is not None:
            now = now_ms()
            await self._database.read(
                lambda connection: acts.check_not_banned(connection, caller.account, now)
            )

    async def check_rename(self, table: Table, key: str | None) -> None:
        held, now = table.places_of(key), now_ms()
        own = {one.account for place in held if (one := table.members.get(place)) is not None}

        def check(connection: Connection) -> None:
            for account in sorted(own):
                acts.check_not_muted(connection, account, now)

        if own:
            await self._database.read(check)

    async def check_rematch(self, table: Table, key: str | None) -> None:
        held, holders, now = table.places_of(key), people_at(table), now_ms()
        mine = [holder for place, holder in holders.items() if place in held]
        theirs = [holder for place, holder in holders.items() if place not in held]

        def check(connection: Connection) -> None:
            own = company.people(connection, mine, now)
            company.check_again(connection, own, company.people(connection, theirs, now), now)

        if held:
            await self._database.read(check)

    async def place_for(self, number: int, taker: Taker | None, wanted: int | None) -> int | None:
        kept = await self._database.read(lambda connection: kept_places(connection, number))
        if not kept:
            return wanted
        place = None if taker is None else kept.get(taker.member)
        if place is None or wanted not in (None, place):
            raise CommandError("not_allowed", "the places of this table are kept for others")
        return place

    async def key_at(self, caller: Caller, number: int, member: str | None = None) -> str | None:
        def read(connection: Connection) -> str | None:
            chosen = caller.member
            if member is not None:
                found = find(connection, member)
                if found is None or found.account != caller.account:
                    raise CommandError("not_yours", "this is no member of your account")
                if caller.member not in (None, found.id):
                    raise CommandError("not_yours", "this token is of another member")
                chosen = found.id
            return claims.key_of_account(connection, number, caller.account, chosen)

        return await self._database.read(read)

    async def members_of(self, numbers: Sequence[int]) -> dict[int, dict[int, SeatedMember]]:
        return await self._database.read(lambda connection: seated_members(connection, numbers))

    def on_presence(self, room: Room) -> None:
        if room.table.members:
            self._hub.look_at(room)

    def watch_token(self, caller: Caller, connection: WebConnection) -> Callable[[], None]:
        return self._streams.watch_token(caller, connection)

    # -- What happens at tables --------------------------------------------------------------------

    def on_events(self, room: Room, entries: Sequence[LogEntry], *, here: bool) -> None:
        table = room.table
        for entry in entries:
            if isinstance(entry, events.Joined) and entry.member is not None:
                seated = table.members.get(entry.place)
                if seated is None or seated.number != entry.member:
                    self._run_soon(self._refresh([room]))
            elif (here and isinstance(entry, events.Over)) or (
                here and isinstance(entry, events.Started) and table.members
            ):
                self._projector.submit(table.number)
            if here and isinstance(entry, events.Started) and entry.game_number == 1:
                self._call(table)
        if here and table.members:
            self._count_play(room, entries[-1].at)
            self.on_stored(room)
        if any(isinstance(entry, events.Started | events.Over) for entry in entries):
            self.on_presence(room)

    def _call(self, table: Table) -> None:
        """Call the players of a challenge that all have accepted. The lobby calls those it has matched."""
        if table.created.calls and not table.created.matched:
            names = [place.name for place in table.places]
            players = {
                place.member: [*names[:number], *names[number + 1 :]]
                for number, place in enumerate(table.places)
                if place.member is not None and not place.program
            }
            self._hub.call(table.id, table.game.name, players)

    def _count_play(self, room: Room, at: int) -> None:
        last = self._last_at.get(room)
        self._last_at[room] = at
        if last is not None and room.table.status == "playing":
            for seated in room.table.members.values():
                self._played[seated.number] += min(at - last, _LONGEST_GAP_MS)

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(_EACH_SECONDS)
            rooms = [room for room in self._rooms() if room.table.members]
            with contextlib.suppress(CommandError):  # the gateway logs it
                for first in range(0, len(rooms), _TABLES_AT_ONCE):
                    await self._refresh(rooms[first : first + _TABLES_AT_ONCE])
                await self._store_play()

    async def members_changed(self, account: int) -> None:
        """Show at all tables, also those of other processes, what changed of an account's members.

        If the bus is away, other processes find it within half a minute.
        """
        numbers = set(
            await self._database.read(lambda connection: claims.newest(connection, account))
        )
        for number in numbers:
            self._bus.relay(number, "members", b"")
        await self._refresh([room for room in self._rooms() if room.table.number in numbers])

    def on_members_changed(self, room: Room) -> None:
        self._run_soon(self._refresh([room]))

    async def refresh(self, number: int) -> None:
        """Read the members of a table in memory, after they changed."""
        await self._refresh([room for room in self._rooms() if room.table.number == number])

    async def _refresh(self, rooms: Sequence[Room]) -> None:
        if not rooms:
            return
        found = await self.members_of([room.table.number for room in rooms])
        for room in rooms:
            room.table.members = found.get(room.table.number, {})
            self.on_presence(room)

    async def _store_play(self) -> None:
        played, self._played = self._played, Counter()
        if played:
            now = now_ms()
            await self._database.write(lambda connection: _add_play(connection, played, now))

    async def close(self) -> None:
        """Store what was counted, and stop."""
        self._chore.cancel()
        await asyncio.gather(self._chore, return_exceptions=True)
        with contextlib.suppress(CommandError):
            await self._store_play()


def _takers(
    connection: Connection,
    caller: Caller | None,
    named: Sequence[str | None],
    there: Sequence[Holder | None],
    now: int,
) -> list[Taker | None]:
    takers = [
        None if public is None else _taker(connection, caller, public, now) for public in named
    ]
    seated = {holder.number for holder in there if isinstance(holder, SeatedMember)}
    for taker in takers:
        if taker is None:
            continue
        if taker.member in seated:
            raise CommandError("not_now", "this member has a place at this table")
        seated.add(taker.member)
    if takers and caller is not None and caller.scopes is None and not any(takers):
        guests.check_alone(connection, caller)
    others = company.people(connection, there, now)
    guest = Person(None if caller is None else caller.account)
    for person in dict.fromkeys(
        guest if taker is None else Person(taker.account, taker.member) for taker in takers
    ):
        company.check(connection, person, others, now)
    return takers


def _taker(connection: Connection, caller: Caller | None, public: str, now: int) -> Taker:
    found = find(connection, public)
    if caller is None or caller.is_guest:
        raise CommandError("signed_out", "sign in to play as a member")
    if found is None or found.account != caller.account:
        raise CommandError("not_yours", "this is no member of your account")
    if caller.member not in (None, found.id):
        raise CommandError("not_yours", "this token is of another member")
    if found.kind == "bot" and caller.scopes is None:
        raise CommandError("not_allowed", "a program takes places with its token")
    is_bot = found.kind == "bot"
    group = caller.address_group
    muted = acts.is_muted(connection, found.account, now)
    return Taker(found.id, _public(found), found.name, is_bot, found.account, group, muted)


def _group_of(scope: Mapping[str, Any]) -> str:
    """Return the group of addresses of a client, empty for a Unix socket."""
    client = scope.get("client")
    return address_group(client[0]) if client else ""


def _public(member: Member) -> str | None:
    return member.public if member.listed else None


def seated_members(
    connection: Connection, numbers: Sequence[int]
) -> dict[int, dict[int, SeatedMember]]:
    """Return the owners of places, by the numbers of the tables and by place."""
    rows = connection.execute(
        select(
            claims_table.c.number,
            claims_table.c.place,
            members.c.id,
            members.c.public,
            members.c.listed,
            members.c.deleted,
            members.c.account,
        )
        .join(members, members.c.id == claims_table.c.member)
        .where(claims_table.c.number.in_(numbers))
    )
    found: defaultdict[int, dict[int, SeatedMember]] = defaultdict(dict)
    for number, place, member, public, listed, deleted, account in rows:
        found[number][place] = SeatedMember(
            public if listed and deleted is None else None, deleted is not None, member, account
        )
    return dict(found)


def _add_play(connection: Connection, played: Mapping[int, int], now: int) -> None:
    limited = connection.scalars(
        select(member_rules.c.member)
        .where(member_rules.c.member.in_(sorted(played)), member_rules.c.minutes_a_day.is_not(None))
        .order_by(member_rules.c.member)
    ).all()
    for member in limited:
        rules.add_play_time(connection, member, now - played[member], now)
