"""Creates the tables of matches, and seats each player in the process of its connection.

So tokens of places never leave the process of the client, and guardians' rules and names are checked
as for any table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

from empile.community.lobby.deals import Client, Deal
from empile.community.lobby.hub import Lobby
from empile.server.registry import TableRegistry
from empile.server.tables.owners import Caller
from empile.server.wire import schemas
from empile.server.wire.errors import CommandError
from empile.server.wire.lobby.messages import Matched

log = logging.getLogger("empile.lobby")


class Person(Client, Protocol):
    """A client with the identity under which it plays."""

    name: str
    member: str | None
    caller: Caller | None

    def tell_match(self, matched: Matched) -> None:
        """Send the client its table."""

    def refused(self, error: CommandError) -> None:
        """Send the client the reason why it cannot play."""


class LobbySeating:
    """Implements :class:`empile.community.lobby.deals.Seating`."""

    def __init__(self, lobby: Lobby, registry: TableRegistry) -> None:
        self._lobby = lobby
        self._registry = registry
        self._places: dict[tuple[str, str], schemas.JoinResponse] = {}
        """By offer and seek, until all are seated."""
        self._tasks: set[asyncio.Task[None]] = set()

    def make(self, deal: Deal, client: Client) -> None:
        self._run(deal.offer.seeks[0], client, self._make(deal, _person(client)))

    def join(self, deal: Deal, seek: str, client: Client) -> None:
        self._run(seek, client, self._join(deal, seek, _person(client)))

    def complete(self, deal: Deal, seek: str, client: Client) -> None:
        held = self._places.pop((deal.offer.id, seek))
        assert deal.table is not None
        names = [entry.seek.name for entry in deal.entries if entry.seek.id != seek]
        _person(client).tell_match(
            Matched(deal.table, held.token, list(held.places), deal.kind.game, names)
        )

    def give_up(self, deal: Deal, seek: str) -> None:
        self._places.pop((deal.offer.id, seek), None)

    async def _make(self, deal: Deal, person: Person) -> None:
        wish = deal.entries[0].seek.wishes[deal.offer.wishes[0]]
        first = schemas.PlaceRequest("person", name=person.name, member=person.member)
        places = [first] + [schemas.PlaceRequest("open")] * (len(deal.entries) - 1)
        places += [schemas.PlaceRequest("bot", level=level) for level in deal.offer.levels]
        made = await self._registry.make(
            schemas.CreateTable(
                wish.game,
                places,
                wish.options,
                hints=False,
                clock=wish.clock,
                rated=deal.rated,
                listed=deal.public,
            ),
            person.caller,
            matched=True,
            calls=True,
        )
        if self._lobby.is_open(deal):
            held = schemas.JoinResponse(made.token, made.places)
            self._places[deal.offer.id, deal.offer.seeks[0]] = held
            self._lobby.made(deal, made.table)

    async def _join(self, deal: Deal, seek: str, person: Person) -> None:
        assert deal.table is not None
        room = await self._registry.current_room(deal.table)
        wanted = schemas.JoinRequest(
            person.name, deal.offer.seeks.index(seek), member=person.member
        )
        joined = None
        while joined is None:
            try:
                joined = await self._registry.join(room, wanted, None, person.caller)
            except CommandError as error:
                # A player joined in another process at the same moment.
                if error.code != "stale" or not self._lobby.is_open(deal):
                    raise
                await asyncio.sleep(0)
        if self._lobby.is_open(deal):
            self._places[deal.offer.id, seek] = joined
            self._lobby.seated(deal, seek)

    def _run(self, seek: str, client: Client, work: Coroutine[Any, Any, None]) -> None:
        async def run() -> None:
            try:
                await work
            except CommandError as error:
                self._lobby.withdraw(seek)
                _person(client).refused(error)
            except Exception:
                log.exception("a match has no table")
                self._lobby.withdraw(seek)
                _person(client).refused(CommandError("failed", "no table could be made"))

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _person(client: Client) -> Person:
    return client  # type: ignore[return-value]
