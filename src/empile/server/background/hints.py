"""Hints at tables, searched by workers, or in threads of their own.

A hint is logged before its search, so all players know of it; only the client that asked gets the
advice. One search per position serves all requests.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from empile.bots.hints import Advice, advise
from empile.engine.game import Game, State
from empile.engine.random import new_stream
from empile.server.background.queue.interface import QueueLostError
from empile.server.background.search_pool import Search, SearchPool
from empile.server.metrics import Metrics
from empile.server.tables import redaction
from empile.server.tables.commands.hint import hint
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Bucket, Limits

if TYPE_CHECKING:
    from empile.server.background.queue.redis import RedisQueue
    from empile.server.tables.room import Done, Room
    from empile.server.wire.connection import Connection

log = logging.getLogger("empile.hints")

HINT_SECONDS = 1.0
"""The longest search: most take less, and those of large tables would take five."""


@dataclass
class _Asked:
    bucket: Bucket
    turn: int = -1
    advice: Advice | None = None
    waiting: list[tuple[Connection, Done]] = field(default_factory=list["tuple[Connection, Done]"])


class HintRunner:
    def __init__(
        self,
        threads: int,
        limits: Limits,
        metrics: Metrics,
        wait_for_search: Callable[[Game], None] = lambda _: None,
        workers: RedisQueue | None = None,
    ) -> None:
        self._workers = workers
        self._pool = SearchPool("hint", threads)
        self._limits = limits
        self._wait_for_search = wait_for_search
        self._metrics = metrics
        self._tables: WeakKeyDictionary[Room, _Asked] = WeakKeyDictionary()
        self._searches: Counter[str] = Counter()
        """Searches that wait or run, by group."""
        self._asking: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()

    def ask(self, room: Room, connection: Connection, on_error: Done) -> None:
        asked = self._tables.get(room)
        if asked is None:
            bucket = Bucket(self._limits.hints_per_second, self._limits.hints_at_once)
            asked = self._tables[room] = _Asked(bucket)
        if asked.bucket.take() > 0:
            asked.bucket.give_back()
            on_error(CommandError("rate_limited", "too many hints; wait a moment"))
            return
        if asked.turn != room.table.turn and self._is_full(connection.group):
            on_error(
                CommandError(
                    "rate_limited", "many players are asking for hints; try again in a moment"
                )
            )
            return

        def allowed(failure: CommandError | None) -> None:
            if failure is None:
                self._answer(room, asked, connection, on_error)
            else:
                on_error(failure)

        room.submit(lambda table: hint(table, connection.key), allowed, by=connection.key)

    @property
    def waiting(self) -> int:
        return self._pool.waiting

    def _is_full(self, group: str) -> bool:
        limits = self._limits
        return (
            self._searches.total() >= limits.hints_waiting
            or self._searches[group] >= limits.hints_waiting_per_address
        )

    def _answer(self, room: Room, asked: _Asked, connection: Connection, on_error: Done) -> None:
        turn = room.table.turn
        if asked.turn != turn:
            asked.turn, asked.advice, asked.waiting = turn, None, []
        if asked.advice is not None:
            connection.tell(redaction.advice(room.table, asked.advice, full=connection.full))
            return
        asked.waiting.append((connection, on_error))
        if len(asked.waiting) == 1:
            self._search(room, asked.waiting, turn)

    def _search(self, room: Room, waiting: list[tuple[Connection, Done]], turn: int) -> None:
        group = waiting[0][0].group
        self._searches[group] += 1
        if self._workers is not None and self._workers.is_open:
            task = asyncio.ensure_future(self._search_there(self._workers, room, waiting, turn))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
        else:
            self._search_here(room, waiting, turn, group)

    async def _search_there(
        self, workers: RedisQueue, room: Room, waiting: list[tuple[Connection, Done]], turn: int
    ) -> None:
        group = waiting[0][0].group
        found: Future[Advice] = Future()
        began = time.perf_counter()
        try:
            body = await workers.hint(room.table.number, turn, group, 1.0)
            found.set_result(msgspec.json.decode(body, type=Advice))
            self._metrics.hint_seconds.observe(time.perf_counter() - began)
        except QueueLostError:
            if room.table.turn == turn and room.table.state is not None:
                self._search_here(room, waiting, turn, group)
                return
            found.cancel()
        except CommandError as error:
            found.set_exception(error)
        self._thought(room, waiting, turn, group, found)

    def _search_here(
        self, room: Room, waiting: list[tuple[Connection, Done]], turn: int, group: str
    ) -> None:
        assert room.table.state is not None
        # A copy: states cache legal moves, and the search runs in another thread.
        state = room.table.state.clone()
        self._pool.submit(
            Search(
                group,
                1.0,
                partial(self._think, room, turn, state),
                partial(self._thought, room, waiting, turn, group),
                is_wanted=lambda: room.table.turn == turn,
            )
        )

    def _think(self, room: Room, turn: int, state: State) -> Advice:
        def stop() -> bool:
            return room.table.turn != turn or self._closing.is_set()

        self._wait_for_search(state.game)
        if stop():
            raise CommandError("stale", "the game has moved on")
        began = time.perf_counter()
        stream = new_stream(secrets.randbits(64))
        found = advise(state, stream=stream, seconds=HINT_SECONDS, stop=stop)
        self._metrics.hint_seconds.observe(time.perf_counter() - began)
        return found

    def _thought(
        self,
        room: Room,
        waiting: list[tuple[Connection, Done]],
        turn: int,
        group: str,
        done: Future[Advice],
    ) -> None:
        self._searches[group] -= 1
        self._searches += Counter()  # drops groups without any
        asked = self._tables[room]
        failure: CommandError | None = None
        if room.table.turn != turn or room.table.status != "playing" or done.cancelled():
            failure = CommandError("stale", "the game has moved on")
        elif (error := done.exception()) is not None:
            # Hints are optional: the table continues, and the next request searches again.
            log.error("a hint failed", exc_info=error, extra={"table": room.table.id})
            failure = CommandError("failed", "no hint could be found")
            asked.turn = -1
        else:
            asked.advice = done.result()
        for connection, on_error in waiting:
            if connection not in room.connections:
                continue
            if failure is not None:
                on_error(failure)
            else:
                connection.tell(redaction.advice(room.table, done.result(), full=connection.full))
        waiting.clear()

    async def close(self) -> None:
        self._closing.set()
        for task in self._asking:
            task.cancel()
        await self._pool.close()
