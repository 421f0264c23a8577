"""A worker process, which makes the moves of bots for web processes.

Only numbers come over the bus. A worker reads the log of the table from the store and appends the
move to it. So a job that is done twice, because a worker died or was paused, takes effect once: the
second append conflicts.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from typing import Final

from empile.bots import choose
from empile.engine.random import new_stream
from empile.server.background.game_cache import GameCache
from empile.server.bus.interface import Job
from empile.server.bus.redis import RedisBus
from empile.server.store.interface import Append, Outcome, Row, Store
from empile.server.store.location import StoreLocation
from empile.server.store.opening import connect
from empile.server.tables.bonus import move_bonus
from empile.server.tables.commands.act import bot_acts
from empile.server.tables.table import Table
from empile.server.wire import events
from empile.server.wire.bot_settings import level_of
from empile.server.wire.errors import CommandError

log = logging.getLogger("empile.workers")

_MOST_TABLES: Final = 200
_ROWS_AT_ONCE: Final = 1000
_LOOK_SECONDS: Final = 1.0
"""Interval of looking for jobs of which no message came, such as those of a dead worker."""


class BotWorker:
    """Makes moves in ``threads`` threads until it is cancelled."""

    def __init__(self, store: Store, bus_url: str, threads: int) -> None:
        self._store = store
        self._threads = threads
        self._wake = asyncio.Event()
        self._bus = RedisBus(bus_url, on_job=self._wake.set)
        self._games = GameCache()
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._done = 0

    @property
    def done(self) -> int:
        """The number of moves that were appended."""
        return self._done

    async def run(self) -> None:
        await self._bus.start()
        try:
            async with asyncio.TaskGroup() as tasks:
                for _ in range(self._threads):
                    tasks.create_task(self._work())
        finally:
            self._games.stop()
            await self._bus.close()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            job = await self._bus.claim()
            if job is None:
                try:
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._wake.wait()
                except TimeoutError:
                    pass
                continue
            self._wake.set()  # another thread may find one, too
            try:
                await self._do(job)
            except Exception:
                log.exception("a job failed: the web process does it")
            self._bus.finish(job)

    async def _do(self, job: Job) -> None:
        table = await self._table(job.number)
        place = None if table is None else table.place_to_act
        if (
            table is None
            or table.turn != job.turn
            or place is None
            or table.places[place].kind != "bot"
        ):
            return
        assert table.state is not None
        seq = table.seq
        action = await asyncio.to_thread(self._choose, table, place)
        await asyncio.sleep(job.not_before / 1000 - time.time())
        try:
            steps = bot_acts(table, job.turn, action)
        except CommandError:
            return
        now = time.time_ns() // 1_000_000
        rows = [Row(seq + i, now, events.encode(step.entry)) for i, step in enumerate(steps, 1)]
        if await self._append(Append(job.number, rows)) == "kept":
            self._done += 1
            self._bus.reached(job.number, rows[-1].seq)

    def _choose(self, table: Table, place: int) -> int:
        level = level_of(table.game, table.places[place].level)
        bonus = move_bonus(table, place)
        assert table.state is not None
        state = table.state.clone()
        self._games.wait_for_search(state.game)
        corrections = None if bonus is None else bonus(state)
        return choose(state, level, new_stream(secrets.randbits(64)), corrections, lambda: False)

    async def _append(self, append: Append) -> Outcome:
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome) -> None:
            if not answer.done():
                answer.set_result(outcome)

        self._store.append(append, done)
        return await answer

    async def _table(self, number: int) -> Table | None:
        """Return a table with all its events, or None if it was deleted. Its id does not matter."""
        table = self._tables.pop(number, None)
        rows = await self._store.rows_after(number, table.seq if table else 0, _ROWS_AT_ONCE)
        if table is None:
            if not rows:
                return None
            first = events.decode(rows[0].body, rows[0].seq, rows[0].at)
            assert isinstance(first, events.Created)
            game = await self._games.game(first.game, first.options, first.rules)
            table = await asyncio.to_thread(Table, str(number), number, game, first)
            rows = rows[1:]
        while rows:
            for row in rows:
                table.take(events.decode(row.body, row.seq, row.at))
            rows = await self._store.rows_after(number, table.seq, _ROWS_AT_ONCE)
        self._tables[number] = table
        if len(self._tables) > _MOST_TABLES:
            self._tables.popitem(last=False)
        return table


async def work(location: StoreLocation, bus_url: str, threads: int) -> None:
    """Make moves until cancelled. Raises ``StoreError`` and ``BusError``."""
    store = connect(location)
    try:
        await BotWorker(store, bus_url, threads).run()
    finally:
        await store.close()
