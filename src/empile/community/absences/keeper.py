"""Notes absences in the logs of tables, and lets bots stand in.

Any process notes them, for tables anywhere: an append is refused if another one was first. A table is
also compared with the calendars before a player loses on time, so that no delay costs a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection

from empile.community.absences import marks
from empile.community.absences.marks import Calendar, Claimed
from empile.community.clock import now_ms
from empile.community.database import Database
from empile.community.ratings.advantages import fitting_level
from empile.community.ratings.apply import Pool
from empile.community.ratings.listing import current
from empile.community.ratings.rated import PEOPLE, size_of
from empile.engine.game import Game
from empile.server.registry import TableRegistry
from empile.server.tables.commands.away import (
    Absences,
    allows_stand_ins,
    has_days,
    note_absences,
)
from empile.server.tables.room import Command, Room
from empile.server.tables.table import Step, Table
from empile.server.wire.bot_settings import BotSetting, check_bot, default_bot
from empile.server.wire.errors import CommandError

_EACH_SECONDS: Final = 5.0
"""Interval of looking for tables that are due, for instance because an absence begins."""
_TRIES: Final = 5

log = logging.getLogger("empile.absences")


class AbsenceKeeper:
    """Notes the absences of members; created on the event loop."""

    def __init__(self, database: Database, registry: TableRegistry) -> None:
        self._database = database
        self._registry = registry
        self._changed = asyncio.Event()
        registry.clocks.before_flag = self.check
        self._chore = asyncio.create_task(self._watch())

    def wake(self) -> None:
        """Look for tables at once, after a calendar changed or a place was taken."""
        self._changed.set()

    async def check(self, room: Room) -> None:
        """Note the absences at a table if there are any. Raises ``CommandError``."""
        number = room.table.number
        if not has_days(room.table):
            return
        if await self._database.read(lambda connection: _matters(connection, number)):
            await self._note(number, room)

    async def _watch(self) -> None:
        while True:
            self._changed.clear()
            try:
                await self._look()
            except CommandError:
                pass  # the gateway logs it
            except Exception:
                log.exception("absences cannot be noted")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_EACH_SECONDS):
                    await self._changed.wait()

    async def _look(self) -> None:
        while found := await self._due():
            for number, table in found:
                try:
                    await self._note_at(number, table)
                except CommandError as error:
                    # The mark stays; it is tried again a while later.
                    log.warning("absences at table number %d are not noted: %s", number, error)

    async def _due(self) -> list[tuple[int, str | None]]:
        now = now_ms()
        return await self._database.read(lambda connection: marks.due(connection, now))

    async def _note_at(self, number: int, table: str | None) -> None:
        if table is None:
            await self._forget(number)
            return
        # Claimed first: a table that cannot be loaded is not tried again at once.
        await self._database.write(lambda connection: marks.claim(connection, number, now_ms()))
        try:
            room = await self._registry.fresh_room(table)
        except CommandError as error:
            if error.code != "no_table":
                raise
            await self._forget(number)
            return
        if has_days(room.table):
            await self._note(number, room)
        else:
            await self._forget(number)

    async def _forget(self, number: int) -> None:
        await self._database.write(lambda connection: marks.forget(connection, number))

    async def _note(self, number: int, room: Room) -> None:
        """Note the absences at a table. Raises ``CommandError``."""
        for _ in range(_TRIES):
            claimed = await self._database.write(
                lambda connection: marks.claim(connection, number, now_ms())
            )
            bots = await self._bots(room.table, claimed)

            def plan(
                table: Table, claimed: Claimed = claimed, bots: Mapping[int, BotSetting] = bots
            ) -> list[Step]:
                now = now_ms()
                known = {
                    place: _absences(one, bots.get(place), now)
                    for place, one in claimed.calendars.items()
                }
                return note_absences(table, known, now)

            error = await _run(room, plan)
            if error is not None and error.code != "stale":
                raise error
            if error is not None:
                continue
            if await self._database.write(
                lambda connection, claimed=claimed: marks.finish(  # type: ignore[misc]
                    connection, number, claimed, now_ms()
                )
            ):
                return

    async def _bots(self, table: Table, claimed: Claimed) -> dict[int, BotSetting]:
        """Return the bots that may stand in, by place."""
        allowing = {
            place: one.member
            for place, one in claimed.calendars.items()
            if any(stand_in for _, stand_in in one.absences)
        }
        if not allowing or not allows_stand_ins(table):
            return {}
        game = table.game
        return await self._database.read(
            lambda connection: {
                place: _fitting_bot(connection, game, len(table.places), member)
                for place, member in allowing.items()
            }
        )

    async def close(self) -> None:
        """Stop looking."""
        self._chore.cancel()
        await asyncio.gather(self._chore, return_exceptions=True)


async def _run(room: Room, plan: Command) -> CommandError | None:
    """Run a command, also at a frozen table: its clock runs on."""
    answer: asyncio.Future[CommandError | None] = asyncio.get_running_loop().create_future()

    def done(error: CommandError | None) -> None:
        if not answer.done():
            answer.set_result(error)

    room.submit(plan, done, allow_frozen=True)
    return await answer


def _matters(connection: Connection, number: int) -> bool:
    return any(one.absences for one in marks.calendars(connection, number).values())


def _absences(calendar: Calendar, bot: BotSetting | None, now: int) -> Absences:
    """Return what a table needs to know of a calendar now."""
    begun = [(period, stand_in) for period, stand_in in calendar.absences if period.since <= now]
    # A member that takes a place during its absence wants to play there.
    allowed = any(
        stand_in and calendar.seated <= period.since and now < period.until
        for period, stand_in in begun
    )
    return Absences([period for period, _ in begun], bot if allowed else None)


def _fitting_bot(connection: Connection, game: Game, players: int, member: int) -> BotSetting:
    """Return a bot that plays about as well as a member."""
    size = size_of(players)
    pool = Pool(PEOPLE, game.name, size, "slow")
    points = current(connection, pool, [member])[member].points
    level = fitting_level(game.name, size, points)
    return default_bot(game) if level is None else check_bot(game, level)
