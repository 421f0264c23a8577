"""Computations for requests: shared, cached, fair, dropped and computed in processes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import empile
from empile.client import Rest, connect
from empile.engine.random import below, new_stream
from empile.engine.record import Record
from empile.server.background.compute import LIGHT_COST, SEARCH_COST, Compute, ResultCache
from empile.server.background.workers import ProcessWorker
from empile.server.tables import game_redaction, replays
from empile.server.tables.tokens import key_of
from empile.server.wire import schemas
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Limits
from tests.conftest import ROOT
from tests.server.background.calls import endless, parts, pid, stopped
from tests.server.serving import Serving, legal, make, perform, serving, until
from tests.support.patience import PATIENCE

HEAVY = LIGHT_COST + 1

computed: Counter[str] = Counter()
order: list[str] = []
gate = threading.Event()


@pytest.fixture(autouse=True)
def opened() -> Iterator[None]:
    computed.clear()
    order.clear()
    gate.set()
    yield
    gate.set()


def told(word: str) -> bytes:
    """Count a computation, which waits for the gate."""
    order.append(word)
    assert gate.wait(PATIENCE)
    computed[word] += 1
    return word.encode()


def refused(word: str) -> bytes:
    computed[word] += 1
    raise CommandError("bad_record", word)


def use(scene: Callable[[Compute], Any], processes: int = 0, **limits: int) -> None:
    async def whole() -> None:
        compute = Compute(processes, Limits(**limits))
        try:
            await scene(compute)
        finally:
            gate.set()
            await compute.close()

    perform(whole())


def test_compute_answers_equal_requests_once() -> None:
    async def scene(compute: Compute) -> None:
        gate.clear()
        asked = [
            asyncio.create_task(compute.run(told, "a", group=group, cost=1))
            for group in ["x"] * 50 + ["y", "z"]
        ]
        await asyncio.sleep(0)
        gate.set()
        assert set(await asyncio.gather(*asked)) == {b"a"}
        assert await compute.run(told, "a", group="late", cost=1) == b"a"
        assert computed == {"a": 1}

    use(scene)


def test_compute_shares_refusals_and_repeats_them() -> None:
    async def scene(compute: Compute) -> None:
        asked = [compute.run(refused, "a", group="x", cost=1) for _ in range(3)]
        for answer in await asyncio.gather(*asked, return_exceptions=True):
            assert isinstance(answer, CommandError)
            assert answer.code == "bad_record"
        assert computed == {"a": 1}
        with pytest.raises(CommandError):
            await compute.run(refused, "a", group="x", cost=1)

    use(scene)


def test_compute_is_fair_by_group() -> None:
    async def scene(compute: Compute) -> None:
        gate.clear()
        asked = [
            asyncio.create_task(compute.run(told, f"a{number}", group="a", cost=1))
            for number in range(6)
        ]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(compute.run(told, "b0", group="b", cost=1)))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        assert order.index("b0") <= 2

    use(scene)


def test_compute_refuses_if_too_many_wait() -> None:
    async def scene(compute: Compute) -> None:
        gate.clear()
        asked = [
            asyncio.create_task(compute.run(told, f"a{number}", group="a", cost=1))
            for number in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(CommandError) as failed:
            await compute.run(told, "more", group="a", cost=1)
        assert failed.value.code == "rate_limited"
        asked.append(asyncio.create_task(compute.run(told, "b", group="b", cost=1)))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*asked)
        assert computed["b"] == 1

    use(scene, computations_waiting_per_address=2)


def test_compute_drops_what_no_client_waits_for() -> None:
    async def scene(compute: Compute) -> None:
        gate.clear()
        running = asyncio.create_task(compute.run(told, "running", group="a", cost=1))
        await asyncio.sleep(0)
        left, stays, alone = (
            asyncio.create_task(compute.run(told, word, group="a", cost=1))
            for word in ("shared", "shared", "alone")
        )
        await asyncio.sleep(0)
        left.cancel()
        alone.cancel()
        await asyncio.wait((left, alone))
        gate.set()
        assert [await running, await stays] == [b"running", b"shared"]
        assert computed == {"running": 1, "shared": 1}

    use(scene)


@pytest.mark.parametrize("processes", [0, 1])
def test_compute_stops_what_can_be_stopped(
    processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    async def scene(compute: Compute) -> None:
        first, second = (
            asyncio.create_task(compute.run(stopped, str(tmp_path), group="a", cost=HEAVY))
            for _ in range(2)
        )
        await until_exists(tmp_path / "begun")
        first.cancel()
        await asyncio.wait((first,))
        assert not (tmp_path / "stopped").exists()
        second.cancel()
        await until_exists(tmp_path / "stopped")
        assert await compute.run(pid, group="a", cost=HEAVY)

    use(scene, processes)


def test_compute_returns_the_last_part_of_a_stream() -> None:
    async def scene(compute: Compute) -> None:
        assert await compute.run(parts, 2, group="a", cost=HEAVY) == b"1"

    use(scene)


async def until_exists(path: Path) -> None:
    async def exists() -> bool:
        return path.exists()

    await until(exists)


def test_compute_uses_processes_for_heavy_work_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    async def scene(compute: Compute) -> None:
        light = await compute.run(pid, "light", group="a", cost=LIGHT_COST)
        heavy = await compute.run(pid, "heavy", group="a", cost=HEAVY)
        assert int(light) == os.getpid() != int(heavy)

    use(scene, processes=1)


def test_searches_do_not_hold_up_other_computations() -> None:
    async def scene(compute: Compute) -> None:
        gate.clear()
        searches = [
            asyncio.create_task(compute.run(told, f"a{number}", group="a", cost=SEARCH_COST))
            for number in range(4)
        ]

        async def two_run() -> bool:
            return len(order) == 2

        await until(two_run)
        assert await compute.run(pid, group="b", cost=HEAVY)
        assert len(order) == 2
        gate.set()
        await asyncio.gather(*searches)

    use(scene)


def test_stop_ends_what_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    async def scene(compute: Compute) -> None:
        await compute.run(pid, group="a", cost=HEAVY)
        running = asyncio.create_task(compute.run(endless, group="a", cost=HEAVY))
        waiting = asyncio.create_task(compute.run(pid, "late", group="a", cost=HEAVY))
        (worker,) = compute._heavy.workers
        assert isinstance(worker, ProcessWorker)
        while compute.waiting == 0 or worker._calls < 2:
            await asyncio.sleep(0)
        compute.stop()
        answers = await asyncio.gather(running, waiting, return_exceptions=True)
        assert [one.code for one in answers if isinstance(one, CommandError)] == [
            "failed",
            "unavailable",
        ]

    use(scene, processes=1)


def test_cache_drops_the_least_recently_used() -> None:
    cache = ResultCache(10)
    cache.put(b"a", b"1234")
    cache.put(b"b", b"1234")
    assert cache.get(b"a") == b"1234"
    cache.put(b"c", b"1234")
    cache.put(b"large", b"12345678901")
    assert [cache.get(key) for key in (b"a", b"b", b"c", b"large")] == [
        b"1234",
        None,
        b"1234",
        None,
    ]


# -- Over REST -------------------------------------------------------------------------------------


def a_record(game: str, seed: int = 1) -> dict[str, Any]:
    match, stream = empile.Match(empile.load(game)), new_stream(seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream, also_external=True)
    return match.record().to_dict()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Serving]:
    """A server with a worker process."""
    with serving(tmp_path / "tables.sqlite3", compute_processes=1) as found:
        yield found


def post(server: Serving, path: str, **body: Any) -> httpx.Response:
    return httpx.post(f"{server.address}/api/{path}", json=body, timeout=PATIENCE)


def test_processes_answer_like_threads(server: Serving, processes: Serving) -> None:
    for game in empile.game_names():
        record = a_record(game)
        moves = record["events"]
        at = len(moves) // 2
        line = {"record": record, "at": at, "line": moves[at : at + 2]}
        position = {"game": game, "moves": moves, "since": 1}
        for path, body in (("replays", record), ("replays/line", line), ("positions", position)):
            one, other = post(server, path, **body), post(processes, path, **body)
            assert one.status_code == 200
            assert (one.content, one.headers["content-type"]) == (
                other.content,
                other.headers["content-type"],
            )
        broken = {**record, "events": [*moves, "no"]}
        refusals = [post(one, "replays", **broken) for one in (server, processes)]
        assert [answer.status_code for answer in refusals] == [400, 400]
        assert refusals[0].content == refusals[1].content


def test_processes_redact_tables_like_threads(processes: Serving) -> None:
    async def scene() -> None:
        made = await make(processes.address, ["person", "bot:1"], "blox")
        connection = await connect(processes.address, made.table, made.token)
        table = processes.registry.rooms[0].table
        while len(table.played[0].events) <= LIGHT_COST:
            if connection.state is not None and connection.state.mine:
                await connection.act(legal(connection))
            await connection.receive()
        await connection.close()
        game = table.played[0]
        async with Rest(processes.address) as rest:
            for token, key in ((made.token, key_of(made.token)), (None, None)):
                seen = game_redaction.snapshot_of(table, game, key)
                record = game_redaction.record_seen(seen).to_dict()
                assert await rest.record(table.id, token) == msgspec.to_builtins(record)
                assert await rest.replay(table.id, token) == game_redaction.replay_seen(seen)

    perform(scene())


def test_records_and_replays_are_computed_off_the_event_loop(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    work_out = game_redaction.record_seen

    def noted(snapshot: game_redaction.GameSnapshot) -> Record:
        threads.append(threading.current_thread().name)
        return work_out(snapshot)

    monkeypatch.setattr(game_redaction, "record_seen", noted)
    made = perform(make(server.address, ["person", "person"]))
    httpx.get(f"{server.address}/api/tables/{made.table}/record", timeout=PATIENCE)
    assert [name.partition("_")[0] for name in threads] == ["compute"]


def test_request_of_a_disconnected_client_is_dropped(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.clear()
    replayed: list[int] = []

    def slow(body: bytes) -> schemas.Replay:
        assert gate.wait(PATIENCE)
        replayed.append(len(json.loads(body)["seats"][0]))
        raise CommandError("bad_record", "no")

    monkeypatch.setattr(replays, "replay_of", slow)
    record = a_record("block-ness")

    async def scene() -> None:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            asked: list[asyncio.Task[httpx.Response]] = []

            async def waiting() -> int:
                text = (await http.get(f"{server.address}/metrics")).text
                found = re.search(r'empile_queue_length{queue="computations"} (\d+)', text)
                assert found is not None
                return int(found[1])

            for length in (1, 2, 3):
                body = {**record, "seats": ["x" * length, "y"]}
                url = f"{server.address}/api/replays"
                asked.append(asyncio.create_task(http.post(url, json=body)))
                expected = length - 1

                async def waits(expected: int = expected) -> bool:
                    return await waiting() == expected

                if length > 1:
                    await until(waits)
            asked[1].cancel()

            async def dropped() -> bool:
                return await waiting() == 1

            await until(dropped)
            gate.set()
            assert [(await one).status_code for one in (asked[0], asked[2])] == [400, 400]
        assert replayed == [1, 3]

    perform(scene())
