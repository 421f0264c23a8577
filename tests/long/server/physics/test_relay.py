"""Placements whose simulation runs in another process than the hand."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from unittest.mock import Mock

import pytest

from empile.client import TableConnection, connect
from empile.server.bus.redis import RedisBus
from empile.server.wire import messages as wire
from tests.long.server.bus.test_processes import connected
from tests.server.physics.steps import cairn, heard_until, lay, piece, place
from tests.server.scripted_placement import GRIPS, Script
from tests.server.serving import Serving, hears, in_turn, join, perform, told, until
from tests.support.patience import slowness
from tests.support.redis_server import RedisServer


async def apart(one: Serving, other: Serving) -> tuple[TableConnection, TableConnection]:
    """Return people in two processes, the one to act first, who is not where simulations run."""
    made = await cairn(one, ["person", "open"])
    joined = await join(other.address, made.table)
    # The process of the first connection gets the lease when the game waits for a placement.
    here = await connect(one.address, made.table, made.token)
    there = await connect(other.address, made.table, joined.token)
    return in_turn(here, there)


def runs(server: Serving) -> bool:
    """Return whether simulations run in a process."""
    return server.registry.placements.running > 0


async def until_one_runs(one: Serving, other: Serving) -> None:
    """Wait until a simulation runs."""

    async def simulated() -> bool:
        return runs(one) or runs(other)

    await until(simulated)


async def remote(one: Serving, other: Serving) -> tuple[TableConnection, TableConnection]:
    """Return people in two processes; the first has a stone in hand, the other the simulation."""
    acting, waiting = await apart(one, other)
    holders: list[bool] = []
    for turn in range(2):
        await lay(acting)
        await told(waiting, wire.Moved)
        await until_one_runs(one, other)
        holders.append(runs(one))
        if turn == 0:
            await place(acting)
            await told(acting, wire.ChanceResolved)
            while waiting.state is None or not waiting.state.mine:
                await waiting.receive()
            acting, waiting = waiting, acting
    assert holders[0] == holders[1], "the lease stays"
    return acting, waiting


def test_hands_and_frames_cross_processes(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await apart(one, other)
        for _ in range(2):
            await lay(acting)
            await told(waiting, wire.Moved)
            await until_one_runs(one, other)
            assert runs(one) != runs(other)
            await place(acting, x=2.0)
            for seat in (acting, waiting):
                heard = await heard_until(seat, wire.Animation)
                frames = [one for one in heard if isinstance(one, wire.PlacementFrame)]
                assert frames
                assert frames[0].grip == GRIPS[0]
                event = await told(seat, wire.ChanceResolved)
                assert event.text.startswith("~stands 2.0")
            acting, waiting = waiting, acting
            while acting.state is None or not acting.state.mine:
                await acting.receive()
        assert len(script.opened) == 2
        await acting.close()
        await waiting.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


def test_errors_of_hands_come_back(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await remote(one, other)
        await acting.send(wire.Release(acting.seq))
        assert (await hears(acting, wire.Error)).code == "not_now"
        await acting.send(wire.Grasp(acting.seq, "no such grip", 0.0))
        assert (await hears(acting, wire.Error)).code == "bad_path"
        await acting.send(wire.HandPath(acting.seq, piece((1.0, 0.0, 30.0), (0.5, 0.0, 30.0))))
        assert (await hears(acting, wire.Error)).code == "bad_message"
        await waiting.send(wire.Grasp(waiting.seq, GRIPS[0], 0.0))
        assert (await hears(waiting, wire.Error)).code == "not_yours"
        await acting.close()
        await waiting.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


@pytest.mark.alone
def test_poses_come_back_within_50_ms(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await remote(one, other)
        began = time.perf_counter()
        await acting.send(wire.Grasp(acting.seq, GRIPS[0], 0.0))
        await hears(acting, wire.PlacementFrame)
        delays = [time.perf_counter() - began]
        for step in range(1, 12):
            at = step / 10
            await asyncio.sleep(0.1)
            began = time.perf_counter()
            await acting.send(wire.HandPath(acting.seq, piece((at, step * 1.0, 30.0))))
            await hears(acting, wire.PlacementFrame)
            delays.append(time.perf_counter() - began)
        assert median(delays) < 0.05 * slowness()
        await acting.close()
        await waiting.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


def test_newcomers_elsewhere_see_the_hand_and_a_dead_simulation_begins_again(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await remote(one, other)
        await acting.send(wire.Grasp(acting.seq, GRIPS[1], 0.0))
        await hears(acting, wire.PlacementFrame)
        here = one if runs(other) else other
        newcomer = await connect(here.address, acting.table.id)
        frame = await hears(newcomer, wire.PlacementFrame)
        assert (frame.grip, bool(frame.poses)) == (GRIPS[1], True)
        await newcomer.close()
        # The clients of the process with the simulation leave: it begins again at the others.
        await waiting.close()
        while not (await hears(acting, wire.PlacementFrame)).restarted:
            pass
        await place(acting, x=3.0)
        assert (await told(acting, wire.ChanceResolved)).text.startswith("~stands 3.0")
        await acting.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


def test_newcomers_elsewhere_see_no_animation_that_was_taken_back(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
) -> None:
    script.film_seconds = 20.0

    async def animations(server: Serving, table: str) -> int:
        """Return how many animations a newcomer gets."""
        newcomer = await connect(server.address, table)
        await newcomer.send(wire.Ping())
        heard = await heard_until(newcomer, wire.Pong)
        await newcomer.close()
        return sum(isinstance(message, wire.Animation) for message in heard)

    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await remote(one, other)
        here, there = (one, other) if runs(other) else (other, one)
        await place(acting, x=3.0)
        for seat in (acting, waiting):
            while not (await told(seat, wire.ChanceResolved)).text.startswith("~stands 3.0"):
                pass
        for server in (here, there):
            assert await animations(server, acting.table.id) == 1
        # As after a takeback, which is only possible while nothing was revealed.
        room = here.registry._rooms[acting.table.id]
        game = room.table.current
        assert game is not None
        outcomes = [n for n, event in enumerate(game.events) if "~stands 3.0" in event.text]
        del game.events[outcomes[-1] :]
        assert await animations(here, acting.table.id) == 0
        await acting.close()
        await waiting.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


def test_grasp_that_was_lost_with_its_simulation_begins_again(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene(one: Serving, other: Serving) -> None:
        acting, waiting = await remote(one, other)
        holder = one if runs(one) else other
        with monkeypatch.context() as patched:
            # The process with the simulation is about to end: it takes no hands any more.
            relay = holder.registry.placements._relay
            patched.setattr(relay, "on_relayed", Mock())
            await acting.send(wire.Grasp(acting.seq, GRIPS[0], 0.0))
            await acting.send(wire.Ping())
            await hears(acting, wire.Pong)
        await waiting.close()
        while not (await hears(acting, wire.PlacementFrame)).restarted:
            pass
        await place(acting, x=3.0)
        assert (await told(acting, wire.ChanceResolved)).text.startswith("~stands 3.0")
        await acting.close()

    with connected(tmp_path, killable_redis) as (one, other):
        perform(scene(one, other))


@pytest.mark.alone
@pytest.mark.parametrize("is_shown", [False, True])
def test_takeover_by_a_third_process_is_told_to_the_client_with_the_hand(
    tmp_path: Path,
    killable_redis: RedisServer,
    script: Script,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_shown: bool,
) -> None:
    async def scene(one: Serving, other: Serving, third: Serving) -> None:
        acting, waiting = await remote(one, other)
        here, holder = (other, one) if runs(one) else (one, other)
        if not is_shown:  # the process with the simulation takes no hands any more
            monkeypatch.setattr(holder.registry.placements._relay, "on_relayed", Mock())
        await acting.send(wire.Grasp(acting.seq, GRIPS[0], 0.0))
        if is_shown:
            await hears(acting, wire.PlacementFrame)
        else:
            await acting.send(wire.Ping())
            await hears(acting, wire.Pong)
        # It comes late, and has seen nothing of the hand.
        watching = await connect(third.address, acting.table.id)
        bus, own = holder.registry.bus, here.registry.bus
        assert isinstance(bus, RedisBus)
        assert isinstance(own, RedisBus)
        ask = own._ask

        def ask_second(number: int) -> None:
            if runs(third):
                ask(number)
            else:
                own._loop.call_later(0.02, ask_second, number)

        monkeypatch.setattr(own, "_ask", ask_second)
        began = time.monotonic()
        assert bus.connection._running is not None
        bus.connection._running.cancel()  # as if it were killed
        while not (await hears(acting, wire.PlacementFrame)).restarted:
            pass
        assert time.monotonic() - began < 5.0 * slowness()
        assert runs(third)
        await place(acting, x=3.0)
        assert (await told(acting, wire.ChanceResolved)).text.startswith("~stands 3.0")
        for seat in (acting, waiting, watching):
            await seat.close()

    with connected(tmp_path, killable_redis, count=3) as servers:
        perform(scene(*servers))
