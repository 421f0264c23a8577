"""Notices of the kind ``turn``.

At tables with days for each move, the notice is added at once; at others, only if the player is not
connected some time after the last event. A sweep finds notices of correspondence tables that a crash
prevented.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from sqlalchemy import Connection, func, select

from empile.community.clock import HOUR_MS, MINUTE_MS, now_ms
from empile.community.contacts.hub import ContactsHub
from empile.community.database import Database
from empile.community.notices import outbox
from empile.server.registry import TableRegistry
from empile.server.store.schema import claims, clocks, log, notices, tables
from empile.server.tables.commands.away import has_days
from empile.server.tables.room import Room
from empile.server.tables.table import Table
from empile.server.wire.errors import CommandError

_SOON_SECONDS: Final = 1.0
_ABSENT_SECONDS: Final = 15.0
_SWEEP_SECONDS: Final = 600.0
_OVERLAP_MS: Final = 10 * MINUTE_MS
_TABLES_AT_ONCE: Final = 500
_DAYS_MS: Final = 12 * HOUR_MS
"""Clocks with more time left than this have days for each move, except very slow ones."""

logger = logging.getLogger("empile.notices")


class Turns:
    """Follows the tables of a process; call it on the event loop."""

    def __init__(
        self,
        database: Database,
        registry: TableRegistry,
        hub: ContactsHub,
        run_soon: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._database = database
        self._registry = registry
        self._hub = hub
        self._run_soon = run_soon
        self._timers: dict[Room, asyncio.TimerHandle] = {}
        self._chore = asyncio.create_task(self._sweep_on())

    def on_events(self, room: Room) -> None:
        """Note that this process stored events of a table."""
        if not room.table.members or room in self._timers:
            return
        seconds = _SOON_SECONDS if has_days(room.table) else _ABSENT_SECONDS
        self._timers[room] = asyncio.get_running_loop().call_later(seconds, self._look, room)

    def _look(self, room: Room) -> None:
        del self._timers[room]
        self._run_soon(self.tell(room))

    async def tell(self, room: Room) -> None:
        """Add the notice of the player to act; delete those of others. Raises ``CommandError``."""
        table = room.table
        member = None if room.deleted else member_to_act(table)
        is_told = member is not None and (has_days(table) or table.place_to_act not in room.present)
        mark, subject, game, now = table.turn_at, table.id, table.game.name, now_ms()

        def read(connection: Connection) -> bool:
            found = connection.execute(
                select(notices.c.member, notices.c.mark).where(
                    notices.c.kind == "turn", notices.c.subject == subject
                )
            ).all()
            known = {row.member: row.mark for row in found}
            return any(other != member for other in known) or (
                is_told and known.get(member) != mark
            )

        def write(connection: Connection) -> set[int]:
            told = outbox.drop(connection, "turn", subject, but=member)
            if (
                is_told
                and member is not None
                and outbox.add(connection, member, "turn", subject, now, mark=mark, game=game)
            ):
                told.add(member)
            return told

        if await self._database.read(read):
            self._hub.tell(await self._database.write(write))

    async def is_turn_of(self, table: str, member: int, mark: int) -> bool:
        """Return whether a member is still to act at a table."""
        try:
            room = await self._registry.fresh_room(table)
        except CommandError as error:
            if error.code != "no_table":
                raise
            return False
        return member_to_act(room.table) == member and room.table.turn_at == mark

    async def _sweep_on(self) -> None:
        while True:
            try:
                await self._sweep()
            except CommandError:
                pass  # the gateway logs it
            except Exception:
                logger.exception("tables cannot be looked at")
            await asyncio.sleep(_SWEEP_SECONDS)

    async def _sweep(self) -> None:
        for table in await self._database.read(missed):
            try:
                await self.tell(await self._registry.fresh_room(table))
            except CommandError as error:
                logger.warning("a table cannot be looked at: %s", error)

    async def close(self) -> None:
        """Stop looking."""
        self._chore.cancel()
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(self._chore, return_exceptions=True)


def member_to_act(table: Table) -> int | None:
    """Return the member to act in a game against other people, or None; programs get no notices."""
    number = table.place_to_act
    if table.status != "playing" or table.key_to_act is None or number is None:
        return None
    seated = table.members.get(number)
    if seated is None or seated.deleted or table.places[number].program:
        return None
    if len({place.key for place in table.places if place.key is not None}) < 2:
        return None  # no notice in solo games
    return seated.number


def missed(connection: Connection) -> list[str]:
    """Return tables with days for each move, and with events since the last notice of a turn.

    The process that served them may have been killed before it added the notice.
    """
    now = now_ms()
    newest = connection.scalar(select(func.max(notices.c.made)).where(notices.c.kind == "turn"))
    since = min(now - 2 * _OVERLAP_MS, (newest or now) - _OVERLAP_MS)
    last = (
        select(log.c.at)
        .where(log.c.number == clocks.c.number)
        .order_by(log.c.seq.desc())
        .limit(1)
        .scalar_subquery()
    )
    owned = select(claims.c.number).where(claims.c.running == 1)
    found = (
        select(tables.c.id)
        .join(clocks, clocks.c.number == tables.c.number)
        .where(clocks.c.due > now + _DAYS_MS, clocks.c.number.in_(owned), last > since)
        .order_by(last.desc())
        .limit(_TABLES_AT_ONCE)
    )
    return list(connection.scalars(found))
