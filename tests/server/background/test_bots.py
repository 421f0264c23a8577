"""Bots: whose think first, and when they stop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from empile.bots import Level
from empile.client import TableConnection, connect
from empile.engine.game import State
from empile.engine.random import Stream
from empile.server.background import bots, upkeep
from empile.server.http import websocket
from empile.server.wire import messages as wire
from empile.server.wire.clocks.settings import DaysClock
from empile.server.wire.events import Moved, decode
from tests.server.conftest import any_move
from tests.server.serving import Serving, legal, make, perform, serving, told, until
from tests.support.patience import PATIENCE, slowness

CROWD = 15


async def listen(connection: TableConnection) -> None:
    async with connection:
        async for _ in connection:
            pass


def test_table_with_people_does_not_wait_for_all_bot_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = ["crowd"]
    thought: list[str] = []

    def slowly(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> int:
        time.sleep(0.02)
        thought.append(state.game.name)
        return any_move(state, level, stream)

    monkeypatch.setattr(bots, "choose", slowly)

    def group_of(_: str) -> str:
        return group[0]

    monkeypatch.setattr(websocket, "address_group", group_of)

    async def scene(address: str) -> None:
        watching: list[asyncio.Task[None]] = []
        for _ in range(CROWD):
            made = await make(address, ["bot:1", "bot:1", "bot:1", "bot:1"], "blox")
            watcher = await connect(address, made.table, updates="moves")
            watching.append(asyncio.create_task(listen(watcher)))
        group[0] = "alone"
        made = await make(address, ["person", "bot:1"], "block-ness")
        async with await connect(address, made.table, made.token) as seat:
            waits: list[int] = []
            while len(waits) < 3:
                while seat.state is None or not seat.state.mine:
                    await told(seat, wire.Moved)
                before = len(thought)
                await seat.act(legal(seat))
                await told(seat, wire.Moved)
                waits.append(thought[before:].index("block-ness"))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        # One search may be under way, and others may start and end before the move arrives.
        assert max(waits) < CROWD / 3, waits

    with serving(tmp_path / "tables.sqlite3", bot_threads=1) as server:
        perform(scene(server.address))


def test_bot_stops_thinking_if_its_turn_is_outdated(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def endlessly(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None,
        stop: Callable[[], bool],
    ) -> int:
        begun.set()
        end = time.monotonic() + PATIENCE
        while not stop() and time.monotonic() < end:
            time.sleep(0.005)
        stopped.set()
        return any_move(state, level, stream)

    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], "block-ness")
        async with await connect(server.address, made.table, made.token) as seat:
            while seat.state is None or not seat.state.mine:
                await told(seat, wire.Moved)
            monkeypatch.setattr(bots, "choose", endlessly)
            await seat.act(legal(seat))
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            await seat.send(wire.Takeback())
            assert await asyncio.to_thread(stopped.wait, PATIENCE / 2)
            await told(seat, wire.TakenBack)

    perform(scene())


def test_bot_without_connections_waits_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun = threading.Event(), threading.Semaphore(0)

    def held(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None,
        stop: Callable[[], bool],
    ) -> int:
        begun.release()
        assert go_on.wait(PATIENCE)
        return any_move(state, level, stream)

    monkeypatch.setattr(bots, "choose", held)

    async def scene(server: Serving) -> None:
        busy = await make(server.address, ["bot:1", "bot:1"])
        watcher = await connect(server.address, busy.table)
        assert await asyncio.to_thread(begun.acquire, timeout=PATIENCE)
        left = await make(server.address, ["bot:1", "bot:1"])
        async with await connect(server.address, left.table):
            pass
        room = await server.registry.room(left.table)
        while room.connections:
            await asyncio.sleep(0.005)
        await watcher.close()
        go_on.set()
        async with await connect(server.address, left.table) as again:
            await told(again, wire.Moved)

    with serving(tmp_path / "tables.sqlite3", bot_threads=1) as server:
        perform(scene(server))


def test_bot_moves_for_people_who_have_days_while_nobody_is_connected(tmp_path: Path) -> None:
    clock = DaysClock(1)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "bot:1", "bot:1"], clock=clock)
        alone = await make(server.address, ["bot:1", "bot:1"], clock=clock)
        table = (await server.registry.room(made.table)).table

        async def is_turn() -> bool:
            return table.key_to_act is not None

        await until(is_turn)
        # The person moves, and is gone before both bots have.
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.act(legal(seat))
            seq = seat.seq

        async def is_next_turn() -> bool:
            return table.seq >= seq + 2 and table.key_to_act is not None

        await until(is_next_turn)
        bots_only = (await server.registry.room(alone.table)).table
        assert bots_only.seq == 2, "nobody waits for these"

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server))


def test_table_stays_in_memory_while_a_bot_thinks_for_people_who_are_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def held(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None,
        stop: Callable[[], bool],
    ) -> int:
        assert go_on.wait(PATIENCE)
        return any_move(state, level, stream)

    monkeypatch.setattr(bots, "choose", held)
    monkeypatch.setattr(upkeep, "_UNLOAD_SECONDS", 0.01)

    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "bot:1", "bot:1"], clock=DaysClock(1))
        table = (await server.registry.room(made.table)).table
        if table.key_to_act is not None:
            async with await connect(server.address, made.table, made.token) as seat:
                await seat.act(legal(seat))
        for _ in range(2):  # until others have been unloaded
            other = await make(server.address, ["person", "open"])
            await server.registry.room(other.table)
            await until(partial(is_unloaded, server, other.table))
        assert server.registry.loaded(made.table) is not None
        go_on.set()

        async def is_turn() -> bool:
            return table.key_to_act is not None

        await until(is_turn)
        await until(partial(is_unloaded, server, made.table))

    with serving(tmp_path / "tables.sqlite3", idle_seconds=0.0) as server:
        perform(scene(server))


async def is_unloaded(server: Serving, table: str) -> bool:
    return server.registry.loaded(table) is None


def test_bot_search_ends_with_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endlessly(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None,
        stop: Callable[[], bool],
    ) -> int:
        begun.set()
        while not stop():
            time.sleep(0.005)
        return any_move(state, level, stream)

    monkeypatch.setattr(bots, "choose", endlessly)

    async def scene(address: str) -> None:
        made = await make(address, ["bot:1", "bot:1"])
        async with await connect(address, made.table):
            assert await asyncio.to_thread(begun.wait, PATIENCE)

    with serving(tmp_path / "tables.sqlite3") as server:  # fails if it does not stop
        perform(scene(server.address))


def test_first_move_of_a_game_comes_sooner_than_others(tmp_path: Path) -> None:
    data, seconds = tmp_path / "tables.sqlite3", slowness()

    async def delays(server: Serving) -> tuple[float, float]:
        """Return the times from the connection to both moves, as the server logs them."""
        made = await make(server.address, ["bot:1", "bot:1"], "blox")
        connecting = time.time()
        async with await connect(server.address, made.table) as watcher:
            for _ in range(2):
                await told(watcher, wire.Moved)
        number = (await server.registry.room(made.table)).table.number
        with closing(sqlite3.connect(data)) as connection:
            rows = connection.execute(
                "SELECT seq, at, body FROM log WHERE number = ? ORDER BY seq", (number,)
            ).fetchall()
        moves = [at / 1000 for seq, at, body in rows if isinstance(decode(body, seq, at), Moved)]
        return moves[0] - connecting, moves[1] - moves[0]

    async def scene(server: Serving) -> None:
        await delays(server)  # loads the search
        first, second = await delays(server)
        assert 0.49 * seconds <= first < second
        assert second >= 0.99 * seconds

    with serving(data, bot_seconds=seconds) as server:
        perform(scene(server))
