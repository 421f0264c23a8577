"""The bus over Redis, when Redis fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from empile.server.bus.address import open_bus, open_connection
from empile.server.bus.interface import NOBODY, BusError, Presence
from empile.server.bus.memory import MemoryBus
from empile.server.bus.redis import RedisBus
from empile.server.bus.redis_connection import RedisConnection
from tests.server.bus.test_conformance import TTL, Heard, run, until
from tests.support.redis_server import RedisServer


@pytest.mark.parametrize("failure", ["killed", "paused"])
def test_redis_bus_recovers_by_itself(killable_redis: RedisServer, failure: str) -> None:
    async def scene() -> None:
        one, other = (RedisBus(RedisConnection(killable_redis.url, ttl=TTL)) for _ in range(2))
        here, there = Heard(), Heard()
        for bus, heard in ((one, here), (other, there)):
            await bus.start()
            await bus.watch(7, heard)
        one.set_present(7, Presence(frozenset({0}), 0))
        await until(lambda: one.holds(7))
        await until(lambda: other.elsewhere(7) != NOBODY)
        if failure == "killed":
            killable_redis.kill()
        else:
            killable_redis.pause()
        await until(lambda: not one.connected and not other.connected)
        # Without Redis every process works, once the leases of others have ended.
        await until(lambda: one.holds(7) and other.holds(7))
        await until(lambda: other.elsewhere(7) == NOBODY)
        one.reached(7, 1)
        late = Heard()
        await other.watch(8, late)
        if failure == "killed":
            killable_redis.start()
        else:
            killable_redis.resume()
        await until(lambda: one.connected and other.connected)
        await until(lambda: other.elsewhere(7).places == frozenset({0}))
        await until(lambda: one.holds(7) or other.holds(7))
        assert not (one.holds(7) and other.holds(7))
        one.reached(7, 2)
        one.reached(8, 5)
        await until(lambda: late.seqs == [5])
        assert there.seqs == [2]
        await one.close()
        await other.close()

    run(scene())


def test_redis_bus_starts_without_redis(tmp_path: Path) -> None:
    async def scene() -> None:
        bus = RedisBus(RedisConnection(f"unix://{tmp_path}/missing.sock", ttl=TTL))
        await bus.start()
        await bus.watch(7, Heard())
        await until(lambda: bus.holds(7))
        bus.reached(7, 1)
        await bus.close()

    run(scene())


def test_redis_bus_epochs_rise_though_redis_forgets(killable_redis: RedisServer) -> None:
    async def scene() -> None:
        epochs: list[int] = []
        for _ in range(2):
            bus = RedisBus(RedisConnection(killable_redis.url, ttl=TTL))
            await bus.start()
            await bus.watch(7, Heard())
            await until(lambda bus=bus: bus.holds(7))  # type: ignore[misc]
            epochs.append(bus._leases[7].epoch)
            await bus.close()
            killable_redis.ask("FLUSHALL")
            await asyncio.sleep(0.01)
        assert epochs[0] < epochs[1]

    run(scene())


def test_redis_bus_believes_no_late_answer(
    killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        bus = RedisBus(RedisConnection(killable_redis.url, ttl=TTL))
        heard = Heard()
        await bus.start()
        await bus.watch(7, heard)
        late: list[Callable[[object], None]] = []

        def held(script: str, keys: object, arguments: object, on_result: Any) -> None:
            late.append(on_result)

        with monkeypatch.context() as patched:
            patched.setattr(bus.connection, "run_script", held)
            assert not bus.holds(7)
        await asyncio.sleep(TTL)
        before = heard.leases
        late[0]([bus.id.encode(), b"1"])
        assert heard.leases > before
        assert 7 not in bus._leases
        await until(lambda: bus.holds(7))
        await bus.close()

    run(scene())


def test_redis_bus_drops_frames_older_than_its_own(killable_redis: RedisServer) -> None:
    async def scene() -> None:
        bus = RedisBus(RedisConnection(killable_redis.url, ttl=TTL))
        heard = Heard()
        await bus.start()
        await bus.watch(7, heard)
        await until(lambda: bus.holds(7))
        bus.relay(7, "frame", b"new")
        bus._take(7, b"frame other 1 old")
        assert heard.relayed == []
        bus._take(7, b"frame other %d newer" % (bus._leases[7].epoch + 1))
        assert [body for *_, body in heard.relayed] == [b"newer"]
        await bus.close()

    run(scene())


def test_redis_bus_sends_no_addresses(killable_redis: RedisServer) -> None:
    async def scene() -> None:
        bus = RedisBus(RedisConnection(killable_redis.url, ttl=TTL))
        await bus.start()
        left: list[float] = []
        bus.spend("codes 192.0.2.77", 1.0, 5.0, 1.0, left.append)
        await until(lambda: bool(left))
        await bus.close()

    run(scene())
    keys = killable_redis.ask("KEYS", "*")
    assert b"empile:rate:" in keys
    assert b"192" not in keys


def test_open_bus_by_address() -> None:
    async def scene() -> None:
        assert isinstance(open_bus(None), MemoryBus)
        assert isinstance(open_bus(open_connection("redis://localhost:1/0")), RedisBus)
        assert isinstance(open_bus(open_connection("valkey://localhost:1/0")), RedisBus)

    run(scene())
    with pytest.raises(BusError, match="no address of a bus"):
        open_connection("http://localhost")
