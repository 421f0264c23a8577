"""Streams of events for programs, and the ends of their connections.

A program learns of all its tables by one stream: when one begins, when it is its turn, and when a
game is over. None of this is hidden from the players of the table. The tables themselves may be
served by any process; a stream looks for new ones every second.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection as Database_
from sqlalchemy import select

from empile.community.clock import now_ms
from empile.community.contacts.feed import InboxFeed
from empile.community.contacts.service import ContactsService
from empile.community.database import Database
from empile.community.programs import tokens
from empile.server.registry import TableRegistry
from empile.server.store.schema import claims, tables
from empile.server.tables.owners import Caller
from empile.server.tables.room import Room
from empile.server.tables.updates import Applied
from empile.server.wire import events
from empile.server.wire.connection import Connection
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame
from empile.server.wire.people.challenges import Challenge, Inbox
from empile.server.wire.people.programs import (
    StreamChallenge,
    StreamClosed,
    StreamEvent,
    StreamOver,
    StreamStarted,
    StreamTable,
    StreamTurn,
)

MOST_CONNECTIONS: Final = 64
"""Of a member, in one process."""
MOST_TABLES: Final = 200
"""That a stream follows; the newest."""
_LOOK_SECONDS: Final = 1.0
_CHECK_SECONDS: Final = 5.0

log = logging.getLogger("empile.community")

_encoder = msgspec.json.Encoder()


class Streams:
    """The connections of programs to this process; call it on the event loop."""

    def __init__(self, database: Database, registry: TableRegistry) -> None:
        self._database = database
        self._registry = registry
        self._by_token: dict[int, set[Connection]] = {}
        self._members: Counter[int] = Counter()
        self._events: set[EventStream] = set()
        self.contacts: ContactsService | None = None
        self._tasks = [
            asyncio.create_task(self._each(_LOOK_SECONDS, self._find_tables)),
            asyncio.create_task(self._each(_CHECK_SECONDS, self._check_tokens)),
        ]

    def watch_token(self, caller: Caller, connection: Connection) -> Callable[[], None]:
        """See :meth:`empile.server.tables.owners.Owners.watch_token`."""
        number, member = caller.token, caller.member
        if number is None or member is None:
            return lambda: None
        self.require_room(member)
        self._members[member] += 1
        connections = self._by_token.setdefault(number, set())
        connections.add(connection)

        def release() -> None:
            if connection in connections:
                connections.discard(connection)
                self._members[member] -= 1
                if not connections and self._by_token.get(number) is connections:
                    del self._by_token[number]

        return release

    def require_room(self, member: int) -> None:
        """Raise ``CommandError`` if a member has too many connections."""
        if self._members[member] >= MOST_CONNECTIONS:
            raise CommandError(
                "rate_limited", f"a program has at most {MOST_CONNECTIONS} connections"
            )

    async def open(self, caller: Caller, connection: Connection) -> Callable[[], None]:
        """Begin a stream of events for the member of a token; return what to call at its end."""
        assert caller.member is not None
        release = self.watch_token(caller, connection)
        stream = EventStream(caller.member, connection)
        self._events.add(stream)
        challenges: InboxFeed | None = None

        def close() -> None:
            self._events.discard(stream)
            stream.close()
            if challenges is not None:
                challenges.close()
            release()

        try:
            await self._follow([stream])
            if self.contacts is not None and caller.public is not None:
                challenges = InboxFeed(
                    self.contacts, caller.member, caller.public, stream.tell_challenges
                )
        except BaseException:
            close()
            raise
        return close

    def revoked_here(self, number: int) -> None:
        """End all connections of a token that was just revoked; other processes find it soon."""
        self._end(number)

    def _end(self, number: int) -> None:
        for connection in list(self._by_token.get(number, ())):
            connection.close("revoked", "the token was revoked, or is too old")

    async def _each(self, seconds: float, act: Callable[[], Any]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await act()
            except CommandError:
                pass  # the gateway logs it
            except Exception:
                log.exception("the streams of programs cannot be kept up to date")

    async def _check_tokens(self) -> None:
        numbers = list(self._by_token)
        if numbers:
            now = now_ms()
            valid = await self._database.read(
                lambda connection: tokens.valid_ones(connection, numbers, now)
            )
            for number in set(numbers) - valid:
                self._end(number)

    async def _find_tables(self) -> None:
        if self._events:
            await self._follow(list(self._events))

    async def _follow(self, streams: Sequence[EventStream]) -> None:
        members = sorted({stream.member for stream in streams})
        found = await self._database.read(lambda connection: running_tables(connection, members))
        for stream in streams:
            await stream.follow(self._registry, found.get(stream.member, {}))

    def stop(self) -> None:
        """End all streams, because the server stops."""
        for stream in list(self._events):
            stream.connection.close("stopping", "the server is stopping; connect again in a moment")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


class EventStream:
    """What happens at the tables of a member."""

    def __init__(self, member: int, connection: Connection) -> None:
        self.member = member
        self.connection = connection
        self._rooms: dict[str, tuple[Room, str]] = {}
        """Followed tables and the keys of the member, by id."""
        self._challenges: dict[str, Challenge] = {}
        """The challenges as last sent, by table."""
        self._following = asyncio.Lock()
        self._closed = False

    async def follow(self, registry: TableRegistry, running: dict[str, str]) -> None:
        """Follow the tables ``running``, with the member's key by id, and no others."""
        async with self._following:
            for table in [name for name in self._rooms if name not in running]:
                self._leave(table)
                self._tell(StreamClosed(table))
            for table, key in running.items():
                if table not in self._rooms:
                    with contextlib.suppress(CommandError):  # deleted at this moment
                        self._enter(await registry.current_room(table), key)

    def _enter(self, room: Room, key: str) -> None:
        if self._closed:
            return
        table = room.table
        self._rooms[table.id] = room, key
        room.listeners.add(self._on_events)
        self._tell(
            StreamTable(
                table=table.id,
                game=table.game.name,
                status=table.status,
                places=list(table.places_of(key)),
                game_number=len(table.played),
                seq=table.seq,
            )
        )
        self._tell_turn(room, key)

    def _on_events(self, room: Room, applied: Sequence[Applied]) -> None:
        table = room.table
        _, key = self._rooms[table.id]
        for one in applied:
            entry = one.entry
            if isinstance(entry, events.Started):
                self._tell(StreamStarted(table.id, entry.game_number, entry.seq))
            elif isinstance(entry, events.Over):
                number = len(table.played)
                self._tell(StreamOver(table.id, number, entry.seq, entry.result, entry.reason))
        if not all(isinstance(one.entry, events.Said | events.Arrived) for one in applied):
            self._tell_turn(room, key)

    def _tell_turn(self, room: Room, key: str) -> None:
        table = room.table
        if table.key_to_act == key and table.place_to_act is not None:
            self._tell(StreamTurn(table.id, table.place_to_act, table.seq))

    def tell_challenges(self, inbox: Inbox) -> None:
        """Send open challenges, and those that ended while this stream was open."""
        for challenge in reversed(inbox.challenges):
            known = self._challenges.get(challenge.table)
            is_new = challenge.state == "open" if known is None else known != challenge
            if is_new:
                self._challenges[challenge.table] = challenge
                self._tell(StreamChallenge(challenge))
        shown = {challenge.table for challenge in inbox.challenges}
        for table in self._challenges.keys() - shown:
            del self._challenges[table]

    def _tell(self, event: StreamEvent) -> None:
        self.connection.send(text_frame(_encoder.encode(event)))

    def _leave(self, table: str) -> None:
        room, _ = self._rooms.pop(table)
        room.listeners.discard(self._on_events)

    def close(self) -> None:
        self._closed = True
        for table in list(self._rooms):
            self._leave(table)


def running_tables(connection: Database_, members: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return the running tables of members, with their keys by the ids of the tables."""
    found: dict[int, dict[str, str]] = {}
    for member in members:
        rows = connection.execute(
            select(tables.c.id, claims.c.key)
            .join(tables, tables.c.number == claims.c.number)
            .where(claims.c.member == member, claims.c.running == 1)
            .order_by(claims.c.made.desc(), claims.c.number.desc())
            .limit(MOST_TABLES)
        )
        found[member] = {row.id: row.key for row in rows}
    return found
