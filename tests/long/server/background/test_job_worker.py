"""Workers that compute for web processes: moves of bots, hints, replays and analyses."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from empile.bots import Level
from empile.client import TableConnection, connect
from empile.engine.game import State
from empile.engine.random import Stream
from empile.server.background import analyses, bots, compute
from empile.server.background.job_worker import JobWorker
from empile.server.tables.replays import encoded_replay
from empile.server.wire import messages as wire
from tests.long.server.background.test_analyses import (
    a_record,
    ask,
    cancel,
    done,
    gate,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    look,
    unknown,
    wait,
)
from tests.server.background.working import (
    knows_workers,
    no_jobs,
    no_search_at_the_server,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    stored_jobs,
    tiny_analyses,  # noqa: F401  # pyright: ignore[reportUnusedImport]
    working,
)
from tests.server.conftest import any_move
from tests.server.serving import (
    Serving,
    hears,
    legal,
    make,
    perform,
    serving,
    two_persons,
)
from tests.support.patience import PATIENCE
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.usefixtures("no_search_at_the_server", "tiny_analyses")


async def begin(server: Serving) -> TableConnection:
    """Return somebody who plays with a bot. In Blox nobody is ever out of moves before the end."""
    made = await make(server.address, ["person", "bot:1"], "blox")
    return await connect(server.address, made.table, made.token)


async def moves(seat: TableConnection, count: int) -> None:
    """Make moves, each answered by the bot."""
    for _ in range(count):
        while seat.state is None or not seat.state.mine:
            await seat.receive()
        await seat.act(legal(seat))


def test_worker_makes_the_moves_of_bots(tmp_path: Path, killable_redis: RedisServer) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving, worker: JobWorker) -> None:
        await knows_workers(server)
        seat = await begin(server)
        await moves(seat, 3)
        while not seat.state or not seat.state.mine:
            await seat.receive()
        assert worker.done >= 3
        await seat.close()

    with (
        serving(file, bus=killable_redis.url, watch_seconds=1e6) as server,
        working(file, killable_redis) as worker,
    ):
        perform(scene(server, worker))


def test_worker_finds_hints(tmp_path: Path, killable_redis: RedisServer) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving, worker: JobWorker) -> None:
        await knows_workers(server)
        first, second = await two_persons(server.address)
        for seat in (first, second):
            while seat.state is None or not seat.state.mine:
                await seat.receive()
            await seat.send(wire.Hint())
            advice = await hears(seat, wire.Advice)
            assert advice.best.text in [move.text for move in seat.state.legal]
            await seat.act(legal(seat))
        assert worker.done == 2
        await first.close()
        await second.close()

    with (
        serving(file, bus=killable_redis.url) as server,
        working(file, killable_redis) as worker,
    ):
        perform(scene(server, worker))
    assert stored_jobs(file) == 0


def test_worker_computes_replays(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compute, "LIGHT_COST", -1.0)
    file, record = tmp_path / "tables.sqlite3", a_record(1, "block-ness")
    with (
        serving(file, bus=killable_redis.url) as server,
        working(file, killable_redis) as worker,
    ):
        perform(knows_workers(server))
        found = httpx.post(f"{server.address}/api/replays", json=record, timeout=PATIENCE)
        assert found.content == encoded_replay(json.dumps(record).encode())
        assert worker.done == 1
        broken = {**record, "events": ["hello"], "result": None}
        refusal = httpx.post(f"{server.address}/api/replays", json=broken, timeout=PATIENCE)
        assert refusal.json()["code"] == "bad_record"
    assert stored_jobs(file) == 0


def test_worker_analyses_for_all_processes(
    tmp_path: Path,
    killable_redis: RedisServer,
    gate: threading.Event,  # noqa: F811
) -> None:
    file = tmp_path / "tables.sqlite3"
    with (
        serving(file, bus=killable_redis.url) as one,
        serving(file, bus=killable_redis.url) as other,
        working(file, killable_redis) as worker,
    ):
        for server in (one, other):
            perform(knows_workers(server))
        first, second, third = (
            ask(one if seed % 2 else other, record=a_record(seed)).json()["id"]
            for seed in (1, 2, 3)
        )
        for server in (one, other):
            begun = wait(server, first, lambda found: found["analysis"] is not None)
            assert begun["state"] == "running"
            assert begun["analysis"]["done"] == 0
            assert look(server, second)["state"] == "waiting"
            assert look(server, second)["ahead"] == 1
            assert look(server, third)["ahead"] == 2
        # The process that was not asked for them cancels what runs and what waits.
        cancel(one, second)
        cancel(other, first)
        wait(one, third, lambda found: found["state"] == "running")
        assert unknown(one, first)
        assert unknown(other, second)
        gate.set()
        found = done(other, third)
        assert done(one, third) == found
        assert ask(other, record=a_record(3)).json()["id"] == third
        assert done(other, ask(one, record=a_record(1)).json()["id"])["id"] == first
        assert worker.done >= 2
        perform(no_jobs(file))


def test_analysis_goes_on_without_workers(
    tmp_path: Path,
    killable_redis: RedisServer,
    gate: threading.Event,  # noqa: F811
) -> None:
    file = tmp_path / "tables.sqlite3"
    with serving(file, bus=killable_redis.url) as server:
        with working(file, killable_redis):
            perform(knows_workers(server))
            name = ask(server, record=a_record(1)).json()["id"]
            wait(server, name, lambda found: found["analysis"] is not None)
        # The last worker has left in the middle.
        gate.set()
        done(server, name)


def test_analysis_that_failed_can_be_repeated(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    file = tmp_path / "tables.sqlite3"
    with serving(file, bus=killable_redis.url) as server, working(file, killable_redis):
        perform(knows_workers(server))
        with monkeypatch.context() as patched:
            patched.setattr(analyses, "analyse", broken)
            name = ask(server, record=a_record(1)).json()["id"]
            wait(server, name, lambda found: found["state"] == "failed")
        assert ask(server, record=a_record(1)).json()["id"] == name
        done(server, name)


def test_bots_search_at_the_server_without_workers(
    tmp_path: Path, killable_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []

    def choose(
        state: State,
        level: Level,
        stream: Stream,
        bonus: Mapping[int, float] | None = None,
        stop: object = None,
    ) -> int:
        searched.append(state.game.name)
        return any_move(state, level, stream, bonus)

    monkeypatch.setattr(bots, "choose", choose)
    file = tmp_path / "tables.sqlite3"

    async def scene(server: Serving) -> None:
        seat = await begin(server)
        await moves(seat, 2)
        await seat.close()

    with serving(file, bus=killable_redis.url) as server:
        perform(scene(server))
    assert searched
