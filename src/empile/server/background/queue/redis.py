"""The queue over Redis or Valkey, of which jobs are taken by workers.

Only numbers cross Redis: a job is the number of a stored input, or of a table and its turn. A worker
reads the input from the store, and stores the result there. A job whose worker dies is given to
another one; the store keeps the first final result. The process that waits for a job asks
the store for it every second, and pushes it again, in case Redis has forgotten it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec

from empile.server.background.queue import redis_scripts as scripts
from empile.server.background.queue.interface import Job, OnPart, QueueLostError, ignore_part
from empile.server.background.queue.kinds import encode, kind_of
from empile.server.background.queue.orders import MOVE_SECONDS, Lane, Order, OrderKind, Share
from empile.server.bus.redis_connection import PREFIX, PROCESSES, RedisConnection
from empile.server.bus.redis_format import hashed
from empile.server.store.interface import Store, StoredJob, StoreFailedError
from empile.server.wire.errors import CommandError
from empile.server.wire.schemas import Problem

JOBS: Final = f"{PREFIX}jobs"
"""The channel of workers."""
POLL_SECONDS: Final = 1.0
_LANES: Final[tuple[Lane, ...]] = ("quick", "long")


def lane_keys(lane: Lane) -> tuple[str, ...]:
    """Return the keys of a lane; see :mod:`empile.server.background.queue.redis_scripts`."""
    return tuple(
        f"{JOBS}:{lane}:{name}"
        for name in ("waiting", "times", "taken", "groups", "counts", "deaths")
    )


class RedisQueue:
    """The queue of a web process. ``most`` jobs wait for a kind, ``most_per_group`` of a group."""

    def __init__(
        self, connection: RedisConnection, store: Store, most_per_group: int, most: int
    ) -> None:
        self._connection = connection
        self._store = store
        self._most = (most_per_group, most)
        self._waiters: dict[int, asyncio.Event] = {}
        self._moves: dict[Order, tuple[Share, float]] = {}
        """Moves that workers may be making, until a loop time."""
        self._dropping: set[asyncio.Task[None]] = set()
        connection.add(self)

    @property
    def scripts(self) -> tuple[str, ...]:
        return scripts.ALL

    @property
    def waiting(self) -> int:
        return len(self._waiters)

    @property
    def is_open(self) -> bool:
        return self._connection.connected and self._connection.workers > 0

    async def run(self, job: Job, on_part: OnPart = ignore_part) -> bytes:
        kind = kind_of(job.function)
        if kind is None:
            raise QueueLostError
        share = Share(job.group, job.cost, job.table, *self._most)
        return await self._run("call", kind, job.arguments, share, on_part)

    async def hint(self, number: int, turn: int, group: str, cost: float) -> bytes:
        """Return an encoded ``Advice`` for the seat to act at a table. Raises as :meth:`run`."""
        return await self._run("hint", "hint", (number, turn), Share(group, cost, number))

    async def _run(
        self,
        order_kind: OrderKind,
        kind: str,
        arguments: tuple[Any, ...],
        share: Share,
        on_part: OnPart = ignore_part,
    ) -> bytes:
        if not self.is_open:
            raise QueueLostError
        try:
            number = await self._store.put_job(None, encode(kind, arguments))
        except StoreFailedError as error:
            raise QueueLostError from error
        order = Order(order_kind, number, sender=self._connection.id)
        waiter = self._waiters[number] = asyncio.Event()
        try:
            return await self._wait(order, share, waiter, on_part)
        finally:
            del self._waiters[number]
            self.withdraw(order)
            task = asyncio.ensure_future(self._drop(number))
            self._dropping.add(task)
            task.add_done_callback(self._dropping.discard)

    async def _wait(
        self, order: Order, share: Share, waiter: asyncio.Event, on_part: OnPart
    ) -> bytes:
        refused: list[int] = []

        def pushed(answer: Any) -> None:
            if int(answer) < 0:
                refused.append(int(answer))
                waiter.set()

        seen: bytes | None = None
        while True:
            self.push(order, share, pushed)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await waiter.wait()
            waiter.clear()
            if refused:
                raise _full(refused[0])
            found = await self._look(order.number)
            if found.state != "waiting" and found.result != seen and found.result is not None:
                seen = found.result
                if found.state == "part":
                    on_part(seen)
            if found.state in ("done", "refused", "failed"):
                return _result(found)
            if not self.is_open:
                raise QueueLostError

    async def _look(self, number: int) -> StoredJob:
        try:
            found = await self._store.job_state(number)
        except StoreFailedError as error:
            raise QueueLostError from error
        if found is None:
            raise QueueLostError
        return found

    async def _drop(self, number: int) -> None:
        with suppress(StoreFailedError):  # it is dropped when it is old
            await self._store.drop_job(number)

    async def close(self) -> None:
        if self._dropping:
            await asyncio.wait(self._dropping)

    # -- Orders ------------------------------------------------------------------------------------

    def push(
        self, order: Order, share: Share, on_result: Callable[[Any], None] | None = None
    ) -> None:
        """Let an order wait for a worker, unless it waits already or is taken."""
        arguments = (
            order.text,
            hashed(share.group),
            share.table,
            share.cost,
            order.kind,
            share.most_per_group,
            share.most,
            JOBS,
        )
        self._connection.run_script(scripts.PUSH, lane_keys(order.lane), arguments, on_result)

    async def push_and_wait(self, order: Order, share: Share) -> int | None:
        """Like :meth:`push`; return what :data:`redis_scripts.PUSH` returns, or None if lost."""
        answer: asyncio.Future[Any] = self._connection.loop.create_future()

        def on_result(result: Any) -> None:
            if not answer.done():
                answer.set_result(int(result))

        self.push(order, share, on_result)
        self._connection.until_lost(answer)
        found: int | None = await answer
        return found

    def withdraw(self, order: Order) -> None:
        """Let no worker take an order, and stop the one that has taken it."""
        self._connection.run_script(scripts.WITHDRAW, lane_keys(order.lane), (order.text,))
        self._connection.send("PUBLISH", JOBS, f"cancel {order.number}")

    def push_move(self, number: int, turn: int, not_before: int, share: Share) -> bool:
        """Let a worker make the move of the bot to act. Returns False if there is none."""
        if not self.is_open:
            return False
        order = Order("move", number, turn, not_before)
        now = self._connection.loop.time()
        self._moves = {one: known for one, known in self._moves.items() if known[1] > now}
        self._moves[order] = (share, now + max(0.0, not_before / 1000 - time.time()) + MOVE_SECONDS)
        self.push(order, share)
        return True

    async def position(self, order: Order) -> tuple[bool, int]:
        """Return whether the queue has an order, and how many will be done before it."""
        found = await self.ask(scripts.POSITION, lane_keys(order.lane), (order.text,))
        return (bool(found[0]), int(found[1])) if found else (False, 0)

    async def wants(
        self, number: int, group: str, action: Literal["want", "forget"]
    ) -> float | None:
        """Note whether a group wants a job; return the seconds since a group last asked for it.

        None: no group wants it, or Redis cannot be reached.
        """
        keys = (wanted_key(number), lane_keys("long")[0])
        found = await self.ask(scripts.WANTS, keys, (action, hashed(group)))
        return None if not found or int(found[0]) < 0 else int(found[0]) / 1000

    async def ask(self, script: str, keys: tuple[str, ...], arguments: tuple[Any, ...]) -> Any:
        """Return the result of a script, or None without connection."""
        return await ask(self._connection, script, keys, arguments)

    # -- The connection ----------------------------------------------------------------------------

    def channels(self) -> Iterable[str]:
        return (_answers(self._connection.id),)

    def on_connected(self) -> None:
        now = self._connection.loop.time()
        for order, (share, until) in self._moves.items():
            if until > now:
                self.push(order, share)
        for waiter in self._waiters.values():
            waiter.set()  # an answer may have been missed

    def on_lost(self) -> None:
        pass

    def on_long_lost(self) -> None:
        for waiter in self._waiters.values():
            waiter.set()

    def on_beat(self, *, was_alive: bool) -> None:
        pass

    def on_subscribed(self, channel: str) -> None:
        pass

    def on_message(self, channel: str, data: bytes) -> None:
        if channel == _answers(self._connection.id):
            waiter = self._waiters.get(int(data))
            if waiter is not None:
                waiter.set()


class RedisTaker:
    """The queue as a worker sees it, which takes orders and reports results."""

    def __init__(
        self,
        connection: RedisConnection,
        on_job: Callable[[], None],
        on_cancel: Callable[[int], None],
    ) -> None:
        self._connection = connection
        self._on_job = on_job
        self._on_cancel = on_cancel
        self._held: dict[Order, int] = {}
        connection.add(self)

    @property
    def scripts(self) -> tuple[str, ...]:
        return scripts.ALL

    async def claim(self, lane: Lane) -> Order | None:
        """Take an order, if one waits. It is given to another worker if this one ends."""
        keys = (*lane_keys(lane), PROCESSES)
        found = await ask(self._connection, scripts.CLAIM, keys, (self._connection.id,))
        if not found:
            return None
        text, deaths = found
        order = Order.read(text.decode())
        self._held[order] = int(deaths)
        return order

    def deaths(self, order: Order) -> int:
        """Return how many workers ended, or stood still for too long, while they had an order."""
        return self._held.get(order, 0)

    async def stop(self) -> None:
        """Give all orders back: this worker ends, but not because of them."""
        self._held.clear()
        for lane in _LANES:
            await ask(self._connection, scripts.GIVE_BACK, lane_keys(lane), (self._connection.id,))

    def finish(self, order: Order) -> None:
        """Note that an order is done, or need not be done; notify the process that waits for it."""
        self._held.pop(order, None)
        arguments = (order.text, self._connection.id)
        self._connection.run_script(scripts.DONE, lane_keys(order.lane), arguments)
        if order.kind == "analysis":
            self._connection.send("DEL", wanted_key(order.number))
        self.tell(order)

    def tell(self, order: Order) -> None:
        """Notify the process that waits for an order of a newer result in the store."""
        if order.sender:
            self._connection.send("PUBLISH", _answers(order.sender), str(order.number))

    async def wanted(self, number: int) -> tuple[float | None, int]:
        """Return the seconds since a group last asked for a long job, and how many others wait."""
        keys = (wanted_key(number), lane_keys("long")[0])
        found = await ask(self._connection, scripts.WANTS, keys, ("look", ""))
        if not found:
            return 0.0, 0  # not known
        return (None if int(found[0]) < 0 else int(found[0]) / 1000), int(found[1])

    def channels(self) -> Iterable[str]:
        return (JOBS,)

    def on_connected(self) -> None:
        # The answer that gave it others may have been lost.
        for lane in _LANES:
            held = [order.text for order in self._held if order.lane == lane]
            arguments = (self._connection.id, *held)
            self._connection.run_script(scripts.GIVE_BACK, lane_keys(lane), arguments)
        self._on_job()

    def on_lost(self) -> None:
        pass

    def on_long_lost(self) -> None:
        pass

    def on_beat(self, *, was_alive: bool) -> None:
        pass

    def on_subscribed(self, channel: str) -> None:
        pass

    def on_message(self, channel: str, data: bytes) -> None:
        if channel == JOBS:
            verb, _, number = data.decode().partition(" ")
            if verb == "cancel":
                self._on_cancel(int(number))
            else:
                self._on_job()


def wanted_key(number: int) -> str:
    """Return the key of the groups that want a job, and when they last asked for it."""
    return f"{JOBS}:wanted:{number}"


def _answers(process: str) -> str:
    return f"{PREFIX}answers:{process}"


def _full(answer: int) -> CommandError:
    message = (
        "too many requests of yours are waiting; wait a moment"
        if answer == -1
        else "many players are asking; try again in a moment"
    )
    return CommandError("rate_limited", message, retry_after=2.0)


def _result(found: StoredJob) -> bytes:
    result = found.result or b""
    if found.state == "refused":
        raise CommandError.of_problem(msgspec.json.decode(result, type=Problem))
    if found.state == "failed":
        raise CommandError("failed", "the server could not compute this")
    return result


async def ask(
    connection: RedisConnection, script: str, keys: tuple[str, ...], arguments: tuple[Any, ...]
) -> Any:
    """Return the result of a script, or None if the connection is lost before it came."""
    answer: asyncio.Future[Any] = connection.loop.create_future()

    def on_result(result: Any) -> None:
        if not answer.done():
            answer.set_result(result)

    connection.run_script(script, keys, arguments, on_result)
    connection.until_lost(answer)
    return await answer
