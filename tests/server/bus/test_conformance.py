"""What every bus does, by the same tests."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from empile.server.bus.interface import NOBODY, Bus, Presence, Topic
from empile.server.bus.memory import Hub, MemoryBus
from empile.server.bus.redis import RedisBus
from empile.server.bus.redis_connection import RedisConnection
from tests.support.patience import PATIENCE, slowness
from tests.support.redis_server import RedisServer

TTL = 0.3 * slowness()
Open = Callable[[], Bus]


class Heard:
    """Keeps what a bus says about a table."""

    def __init__(self) -> None:
        self.seqs: list[int] = []
        self.presences = 0
        self.leases = 0
        self.relayed: list[tuple[Topic, str, bytes]] = []

    def on_reached(self, seq: int) -> None:
        self.seqs.append(seq)

    def on_presence(self) -> None:
        self.presences += 1

    def on_lease(self) -> None:
        self.leases += 1

    def on_relayed(self, topic: Topic, sender: str, body: bytes) -> None:
        self.relayed.append((topic, sender, body))


class MemoryBuses:
    """Buses on one hub."""

    def __init__(self) -> None:
        self._hub = Hub(TTL)

    def __call__(self) -> Bus:
        return MemoryBus(self._hub)

    async def freeze(self, bus: Bus) -> None:
        """Stop a bus as if its process were paused."""
        assert isinstance(bus, MemoryBus)
        assert bus._beating is not None
        bus._beating.cancel()

    async def thaw(self, bus: Bus) -> None:
        """Let a frozen bus beat again."""
        assert isinstance(bus, MemoryBus)
        bus._beat()
        bus._beating = asyncio.create_task(bus._keep_beating())


class RedisBuses:
    """Buses at one server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._beats: dict[str, Callable[[], Awaitable[None]]] = {}

    def __call__(self) -> Bus:
        return RedisBus(RedisConnection(self._url, ttl=TTL))

    async def freeze(self, bus: Bus) -> None:
        assert isinstance(bus, RedisBus)
        self._beats[bus.id] = bus.connection._beat
        wait: asyncio.Event = asyncio.Event()
        bus.connection._beat = wait.wait  # type: ignore[method-assign, assignment]

    async def thaw(self, bus: Bus) -> None:
        assert isinstance(bus, RedisBus)
        bus.connection._beat = self._beats.pop(bus.id)  # type: ignore[method-assign, assignment]


@pytest.fixture(scope="module")
def redis_server() -> Iterator[RedisServer]:
    """A server for all tests of this file."""
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["memory", "redis"])
def buses(request: pytest.FixtureRequest) -> MemoryBuses | RedisBuses:
    """A way to open buses that hear each other."""
    if request.param == "memory":
        return MemoryBuses()
    server: RedisServer = request.getfixturevalue("redis_server")
    server.ask("FLUSHALL")
    return RedisBuses(server.url)


@asynccontextmanager
async def opened(open_bus: Open, *, count: int = 2) -> AsyncGenerator[list[Bus]]:
    """Open buses, each as in a process of its own."""
    found = [open_bus() for _ in range(count)]
    for bus in found:
        await bus.start()
    try:
        yield found
    finally:
        for bus in found:
            await bus.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


def run(scene: Coroutine[Any, Any, None]) -> None:
    """Run a test."""
    asyncio.run(asyncio.wait_for(scene, 3 * PATIENCE))


def test_reached_tells_other_processes_in_order(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses, count=3) as (one, other, third):
            here, there, elsewhere = Heard(), Heard(), Heard()
            await one.watch(7, here)
            await other.watch(7, there)
            await third.watch(8, elsewhere)
            for seq in range(1, 201):
                one.reached(7, seq)
            await until(lambda: len(there.seqs) == 200)
            assert there.seqs == list(range(1, 201))
            assert here.seqs == elsewhere.seqs == []

    run(scene())


def test_unwatch_ends_notices(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            there, again = Heard(), Heard()
            await other.watch(7, there)
            other.unwatch(7)
            one.reached(7, 1)
            await other.watch(7, again)
            one.reached(7, 2)
            await until(lambda: again.seqs[-1:] == [2])
            assert there.seqs == []

    run(scene())


def test_presence_is_seen_by_others_and_by_newcomers(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses, count=3) as (one, other, newcomer):
            there = Heard()
            await one.watch(7, Heard())
            await other.watch(7, there)
            assert not other.is_shown_elsewhere(7)
            one.set_present(7, Presence(frozenset({0, 2}), 1))
            await until(lambda: other.elsewhere(7) == Presence(frozenset({0, 2}), 1))
            assert there.presences
            assert one.elsewhere(7) == NOBODY
            assert other.is_shown_elsewhere(7)
            assert not one.is_shown_elsewhere(7)
            other.set_present(7, Presence(frozenset({1}), 2))
            await until(lambda: one.elsewhere(7) == Presence(frozenset({1}), 2))
            await newcomer.watch(7, Heard())
            await until(lambda: newcomer.elsewhere(7) == Presence(frozenset({0, 1, 2}), 3))
            one.set_present(7, NOBODY)
            await until(lambda: newcomer.elsewhere(7) == Presence(frozenset({1}), 2))
            other.unwatch(7)
            await until(lambda: newcomer.elsewhere(7) == NOBODY)
            assert not newcomer.is_shown_elsewhere(7)

    run(scene())


def test_presence_ends_with_its_process(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            await one.watch(7, Heard())
            await other.watch(7, Heard())
            one.set_present(7, Presence(frozenset({0}), 0))
            await until(lambda: other.elsewhere(7).places == frozenset({0}))
            await buses.freeze(one)
            await until(lambda: other.elsewhere(7) == NOBODY)
            async with opened(buses, count=1) as (newcomer,):
                await newcomer.watch(7, Heard())
                other.set_present(7, Presence(frozenset({1}), 0))
                await until(lambda: bool(newcomer.elsewhere(7).places))
                assert newcomer.elsewhere(7) == Presence(frozenset({1}), 0)
            await buses.thaw(one)
            await until(lambda: other.elsewhere(7).places == frozenset({0}))

    run(scene())


def test_presence_ends_when_its_process_leaves(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses, count=1) as (other,):
            await other.watch(7, Heard())
            async with opened(buses, count=1) as (one,):
                await one.watch(7, Heard())
                one.set_present(7, Presence(frozenset({0}), 0))
                await until(lambda: other.elsewhere(7).places == frozenset({0}))
            await until(lambda: other.elsewhere(7) == NOBODY)

    run(scene())


def test_holds_is_true_for_one_process_at_a_time(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses, count=4) as processes:
            for bus in processes:
                await bus.watch(7, Heard())
            await until(lambda: any(bus.holds(7) for bus in processes))
            for _ in range(20):
                assert sum([bus.holds(7) for bus in processes]) == 1
                await asyncio.sleep(0.01)
            holder = next(bus for bus in processes if bus.holds(7))
            others = [bus for bus in processes if bus is not holder]
            await until(lambda: all(bus.holder(7) == holder.id for bus in processes))
            holder.release(7)
            await until(lambda: any(bus.holds(7) for bus in others))
            assert not holder.holds(7)
            assert sum([bus.holds(7) for bus in processes]) == 1
            following = next(bus for bus in others if bus.holds(7))
            await until(lambda: all(bus.holder(7) == following.id for bus in processes))

    run(scene())


def test_release_tells_those_that_wait(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            there = Heard()
            await one.watch(7, Heard())
            await other.watch(7, there)
            await until(lambda: one.holds(7))
            assert not other.holds(7)
            await until(lambda: other.holder(7) == one.id)
            before = there.leases
            one.unwatch(7)
            await until(lambda: there.leases > before)
            await until(lambda: other.holds(7))

    run(scene())


def test_holds_passes_on_when_the_holder_is_paused(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            here, there = Heard(), Heard()
            await one.watch(7, here)
            await other.watch(7, there)
            await until(lambda: one.holds(7))
            assert not other.holds(7)
            await until(lambda: other.holder(7) == one.id)
            before = there.leases
            await buses.freeze(one)
            await until(lambda: there.leases > before)
            await until(lambda: other.holds(7))
            assert not one.holds(7)
            assert one.holder(7) != one.id
            await buses.thaw(one)
            await asyncio.sleep(TTL)
            assert not one.holds(7)
            assert other.holds(7)
            assert other.holder(7) == other.id

    run(scene())


def test_relay_reaches_others_in_order(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            here, there = Heard(), Heard()
            await one.watch(7, here)
            await other.watch(7, there)
            one.relay(7, "hand", b"a b\n\xff")
            one.reached(7, 3)
            one.relay(7, "answer", b"")
            one.relay(7, "members", b"")
            await until(lambda: len(there.relayed) == 3)
            assert there.relayed == [
                ("hand", one.id, b"a b\n\xff"),
                ("answer", one.id, b""),
                ("members", one.id, b""),
            ]
            assert there.seqs == [3]
            assert here.relayed == []

    run(scene())


def test_relay_drops_frames_of_those_without_the_lease(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            here, there = Heard(), Heard()
            await one.watch(7, here)
            await other.watch(7, there)
            await until(lambda: one.holds(7))
            other.relay(7, "frame", b"false")
            one.relay(7, "frame", b"true")
            await buses.freeze(one)
            await until(lambda: other.holds(7))
            one.relay(7, "frame", b"late")
            one.relay(7, "hand", b"later")
            other.relay(7, "frame", b"new")
            await until(lambda: bool(here.relayed) and len(there.relayed) >= 2)
            assert [body for _, _, body in there.relayed] == [b"true", b"later"]
            assert [body for _, _, body in here.relayed] == [b"new"]

    run(scene())


def test_spend_shares_a_bucket(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        async with opened(buses) as (one, other):
            left: list[float] = []
            rate = 10.0 / slowness()
            one.spend("wrong codes of 192.0.2.7", rate, 5.0, 4.0, left.append)
            await until(lambda: len(left) == 1)
            other.spend("wrong codes of 192.0.2.7", rate, 5.0, 3.0, left.append)
            other.spend("wrong codes of 192.0.2.8", rate, 5.0, 1.0, left.append)
            await until(lambda: len(left) == 3)
            assert left[0] == pytest.approx(1.0)
            assert -2.0 <= left[1] < 1.0, "both took from it"
            assert left[2] == pytest.approx(4.0)
            await asyncio.sleep(2.0 / rate)
            one.spend("wrong codes of 192.0.2.7", rate, 5.0, -1.0, left.append)
            await until(lambda: len(left) == 4)
            assert left[3] > left[1] + 2.9

    run(scene())


def test_close_twice_or_without_start_is_harmless(buses: MemoryBuses | RedisBuses) -> None:
    async def scene() -> None:
        never = buses()
        await never.close()
        async with opened(buses, count=1) as (one,):
            await one.watch(7, Heard())

    run(scene())
