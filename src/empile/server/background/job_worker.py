"""A worker process, which computes for web processes: bots' moves, hints, replays and analyses.

Only numbers come over Redis. A worker reads the log of a table, or the input of a job, from the
store. It appends a move to the log, and stores the result of a job with its input. So a job that
is done twice, because a worker died or was paused, takes effect once: the second append conflicts,
and the second result comes too late. A job is given up when it has ended some workers.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from empile.bots import choose
from empile.bots.hints import advise
from empile.bots.priority import SEARCHES, lower_priority
from empile.engine.random import new_stream
from empile.server.background.analyses import CALMNESS
from empile.server.background.analysis_schemas import ABANDONED_SECONDS, Part
from empile.server.background.game_cache import GameCache
from empile.server.background.hints import HINT_SECONDS
from empile.server.background.log_reader import LogReader
from empile.server.background.queue import kinds
from empile.server.background.queue.interface import Job
from empile.server.background.queue.local import LocalQueue
from empile.server.background.queue.orders import MOVE_SECONDS, Lane, Order
from empile.server.background.queue.redis import RedisTaker
from empile.server.background.workers import ProcessWorker, Worker
from empile.server.bus.redis import RedisBus
from empile.server.bus.redis_connection import TTL, RedisConnection
from empile.server.store.interface import (
    Append,
    JobState,
    Outcome,
    Row,
    Store,
    StoreFailedError,
    outcome_of,
)
from empile.server.store.location import StoreLocation
from empile.server.store.opening import connect
from empile.server.tables.bonus import move_bonus
from empile.server.tables.commands.act import bot_acts
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import level_of
from empile.server.wire.errors import CommandError

log = logging.getLogger("empile.workers")

_Found = TypeVar("_Found")
_LOOK_SECONDS: Final = 1.0
"""Interval of looking for jobs of which no message came, such as those of a dead worker."""
_CHECK_SECONDS: Final = 0.5
"""Interval of storing the progress of an analysis, and of looking whether it is still wanted."""
_RETRY_SECONDS: Final = 0.3
_CALL_SECONDS: Final = 120.0
_MOST_DEATHS: Final = 3
"""A job is not done again after so many workers ended, or stood still, while they did it."""
_MOST_WAITING: Final = 1000
"""Jobs that wait for cancelled ones to end."""


class JobWorker:
    """Does ``threads`` quick jobs and one long one at a time, until it is cancelled."""

    def __init__(
        self,
        store: Store,
        bus_url: str,
        threads: int,
        *,
        in_processes: bool = True,
        ttl: float = TTL,
    ) -> None:
        self._store = store
        self._threads = threads
        self._wake = asyncio.Event()
        self._connection = RedisConnection(bus_url, is_worker=True, ttl=ttl)
        self._bus = RedisBus(self._connection)
        self._taker = RedisTaker(self._connection, self._wake.set, self._on_cancel)
        self._games = GameCache()
        self._tables = LogReader(store, self._games)
        calls: Sequence[Worker] = [
            ProcessWorker("compute", SEARCHES, _CALL_SECONDS)
            if in_processes
            else Worker("compute", SEARCHES)
            for _ in range(threads)
        ]
        analysis = (ProcessWorker if in_processes else Worker)("analysis", CALMNESS)
        self._queues: dict[Lane, LocalQueue] = {
            "quick": LocalQueue(calls, _MOST_WAITING, _MOST_WAITING),
            "long": LocalQueue([analysis], _MOST_WAITING, _MOST_WAITING),
        }
        self._pool = ThreadPoolExecutor(
            threads, "search", initializer=partial(lower_priority, SEARCHES)
        )
        self._running: dict[int, asyncio.Task[None]] = {}
        """Stored jobs that can be cancelled."""
        self._done = 0

    @property
    def done(self) -> int:
        """The number of jobs that took effect."""
        return self._done

    @property
    def connected(self) -> bool:
        """Whether jobs can arrive."""
        return self._connection.connected

    async def run(self) -> None:
        await self._bus.start()
        try:
            async with asyncio.TaskGroup() as tasks:
                for _ in range(self._threads):
                    tasks.create_task(self._work("quick"))
                tasks.create_task(self._work("long"))
        finally:
            self._games.stop()
            self._pool.shutdown(wait=False, cancel_futures=True)
            for queue in list(self._queues.values()):
                await queue.close()
            await self._taker.stop()
            await self._bus.close()

    async def _work(self, lane: Lane) -> None:
        while True:
            self._wake.clear()
            order = await self._taker.claim(lane)
            if order is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._wake.wait()
                continue
            self._wake.set()  # another thread may find one, too
            try:
                poisonous = self._taker.deaths(order) >= _MOST_DEATHS
                await self._persist(order, self._give_up if poisonous else self.do)
            except Exception:
                log.exception("a job failed: the web process does it")
            self._taker.finish(order)

    async def _persist(self, order: Order, do: Callable[[Order], Awaitable[None]]) -> None:
        """Call a function with an order, again if the store fails."""
        deadline = time.monotonic() + MOVE_SECONDS
        while True:
            try:
                await do(order)
            except StoreFailedError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                return

    async def do(self, order: Order) -> None:
        """Do what an order says."""
        if order.kind == "move":
            await self._move(order)
            return
        body = await self._store.load_job(order.number)
        if body is None:  # withdrawn, or done by another worker
            return
        running = asyncio.ensure_future(self._compute(order, body))
        self._running[order.number] = running
        try:
            await asyncio.wait((running,))
        finally:
            # The order may have come twice, if the queue has forgotten that it was taken.
            if self._running.get(order.number) is running:
                del self._running[order.number]
            running.cancel()
        if not running.cancelled():
            running.result()

    async def _give_up(self, order: Order) -> None:
        """Let a job fail, and a table freeze whose bot cannot move."""
        log.error("a job is given up: %d workers ended during '%s'", _MOST_DEATHS, order.text)
        if order.kind != "move":
            await self._store.advance_job(order.number, "failed", b"")
            return
        outcome: Outcome = "conflict"
        while outcome not in ("kept", "deleted"):
            table = await self._tables.table(order.number)
            if table is None or table.turn != order.turn or table.failure is not None:
                return
            outcome = await self._put(table, [Step(events.Frozen(detail="a bot failed"))])
            if outcome not in ("kept", "deleted", "conflict"):
                await asyncio.sleep(_RETRY_SECONDS)

    def _on_cancel(self, number: int) -> None:
        running = self._running.get(number)
        if running is not None:
            running.cancel()

    # -- Stored jobs -------------------------------------------------------------------------------

    async def _compute(self, order: Order, body: bytes) -> None:
        kind, arguments = kinds.decode(body)
        state: JobState = "done"
        try:
            if kind == "hint":
                number, turn = (msgspec.msgpack.decode(one, type=int) for one in arguments)
                result = await self._hint(number, turn)
            elif order.kind == "analysis":
                await self._analyse(order, arguments)
                return
            else:
                found = await self._follow(order, _job(kind, arguments))
                if found is None:
                    return
                result = found
        except StoreFailedError:
            raise
        except CommandError as error:
            state, result = "refused", msgspec.json.encode(error.problem())
        except Exception:
            log.exception("a job failed")
            state, result = "failed", b""
        if await self._store.advance_job(order.number, state, result):
            self._done += 1

    async def _hint(self, number: int, turn: int) -> bytes:
        table = await self._tables.table(number)
        if table is None or table.turn != turn or table.state is None:
            raise CommandError("stale", "the game has moved on")
        state = table.state.clone()
        stop = threading.Event()

        def think() -> bytes:
            self._games.wait_for_search(state.game)
            stream = new_stream(secrets.randbits(64))
            found = advise(state, stream=stream, seconds=HINT_SECONDS, stop=stop.is_set)
            return msgspec.json.encode(found)

        try:
            return await self._in_thread(think)
        finally:
            stop.set()

    async def _follow(self, order: Order, job: Job) -> bytes | None:
        """Return the result of a job, and store its parts; None if it is not wanted any more."""
        latest: list[bytes] = []
        running = asyncio.ensure_future(self._queues[order.lane].run(job, latest.append))
        try:
            while not (await asyncio.wait((running,), timeout=_CHECK_SECONDS))[0]:
                if latest:
                    part = latest[-1]
                    latest.clear()
                    await self._store.advance_job(order.number, "part", part)
                    self._taker.tell(order)
                if order.kind == "analysis" and not await self._is_wanted(order):
                    return None
        finally:
            running.cancel()
        return running.result()

    async def _analyse(self, order: Order, arguments: list[msgspec.Raw]) -> None:
        """Analyse a game, store the progress and the result, and drop the job."""
        job = _job("analysis", arguments)
        name: str = job.arguments[2]
        if await self._store.load_analysis(name) is None:
            body = await self._follow(order, job)
            found = None if body is None else msgspec.json.decode(body, type=Part)
            if found is None or not found.is_done:
                return
            await self._store.keep_analysis(name, bytes(found.analysis))
            self._done += 1
        await self._store.drop_job(order.number)

    async def _is_wanted(self, order: Order) -> bool:
        """Return whether to go on; else the job is dropped."""
        if await self._store.job_state(order.number) is None:
            return False
        age, waiting = await self._taker.wanted(order.number)
        if waiting and (age is None or age >= ABANDONED_SECONDS):
            await self._store.drop_job(order.number)
            return False
        return True

    # -- Moves -------------------------------------------------------------------------------------

    async def _move(self, order: Order) -> None:
        table = await self._tables.table(order.number)
        place = None if table is None else table.place_to_act
        if (
            table is None
            or table.turn != order.turn
            or place is None
            or table.places[place].kind != "bot"
        ):
            return
        action = await self._choose(table, place)
        await asyncio.sleep(order.not_before / 1000 - time.time())
        while table is not None:
            outcome = await self._act(table, order.turn, action)
            if outcome in ("kept", "deleted"):
                return
            if outcome != "conflict":
                await asyncio.sleep(_RETRY_SECONDS)
            # Something else happened at the table, or perhaps this move: it is read again.
            table = await self._tables.table(order.number)

    async def _act(self, table: Table, turn: int, action: int) -> Outcome:
        """Append a bot's move, if it is still its turn."""
        try:
            steps = bot_acts(table, turn, action)
        except CommandError:
            return "kept"
        outcome = await self._put(table, steps)
        if outcome == "kept":
            self._done += 1
        return outcome

    async def _put(self, table: Table, steps: Sequence[Step]) -> Outcome:
        """Append steps to the log of a table, and notify web processes."""
        now = time.time_ns() // 1_000_000
        seqs = range(table.seq + 1, table.seq + 1 + len(steps))
        entries = [events.encode(step.entry) for step in steps]
        rows = [Row(seq, now, body) for seq, body in zip(seqs, entries, strict=True)]
        outcome = await outcome_of(self._store, Append(table.number, rows))
        if outcome == "kept":
            self._bus.reached(table.number, rows[-1].seq)
        return outcome

    async def _choose(self, table: Table, place: int) -> int:
        level = level_of(table.game, table.places[place].level)
        bonus = move_bonus(table, place)
        assert table.state is not None
        # A copy: another job may update the table.
        state = table.state.clone()

        def think() -> int:
            self._games.wait_for_search(state.game)
            corrections = None if bonus is None else bonus(state)
            stream = new_stream(secrets.randbits(64))
            return choose(state, level, stream, corrections, lambda: False)

        return await self._in_thread(think)

    async def _in_thread(self, think: Callable[[], _Found]) -> _Found:
        return await asyncio.get_running_loop().run_in_executor(self._pool, think)


def _job(kind: str, arguments: list[msgspec.Raw]) -> Job:
    """Return a stored job, whose turn has come already."""
    function = kinds.function_of(kind)
    decoded: list[Any] = kinds.decoded_arguments(function, arguments)
    return Job(function, tuple(decoded), "", 1.0)


async def work(location: StoreLocation, bus_url: str, threads: int) -> None:
    """Compute until cancelled. Raises ``StoreError`` and ``BusError``."""
    store = connect(location)
    try:
        await JobWorker(store, bus_url, threads).run()
    finally:
        await store.close()
