"""Costs of moves in several processes, for the page about capacity; writes ``results/capacity.json``.

``python -m benchmarks.scale.costs``: tables of two people, who move at an easy pace as people do, on
PostgreSQL and Redis: processor time per move of each program if one process serves a table, with
and without Redis, and if its people are at two processes. Then the searches of all bots. Takes
some minutes. The rate is low, so that most commits store one move.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import httpx

import empile
from empile.bots import Level, choose, levels_of
from empile.client import CommandError, TableConnection, connect
from empile.engine.game import Game
from empile.engine.match import Match
from empile.server.wire import messages as wire
from tests.server.processes import free_port
from tests.support.postgres_server import PostgresServer, postgres_server
from tests.support.redis_server import RedisServer

# Not imported by a statement: type checkers know this module as `load.processes`.
_processes: Any = import_module("benchmarks.load.processes")
first_line, stop = _processes.first_line, _processes.stop
processor_seconds, resident_mb = _processes.processor_seconds, _processes.resident_mb

RESULTS: Final = Path(__file__).parents[1] / "results" / "capacity.json"
GAME: Final = "blox"
"""Its games are long: none ends while it is measured."""


_GROUPS: Final = 20


@dataclass(frozen=True)
class Way:
    """How people are spread over processes."""

    name: str
    processes: int
    with_bus: bool


WAYS: Final = (
    Way("one process", 1, with_bus=False),
    Way("by table", 1, with_bus=True),
    Way("two processes", 2, with_bus=True),
)


@contextlib.contextmanager
def servers(way: Way, store: str, bus: str) -> Generator[dict[str, int]]:
    """Run web processes; yield their process ids by address."""
    running: list[subprocess.Popen[str]] = []
    found: dict[str, int] = {}
    try:
        for _ in range(way.processes):
            port = free_port()
            command = [
                sys.executable, "-m", "empile", "serve", "--port", str(port), "--store", store,
                "--connections-per-address", "10000", *(("--bus", bus) if way.with_bus else ()),
            ]  # fmt: skip
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            running.append(process)
            first_line(process, "Empile")
            found[f"http://127.0.0.1:{port}"] = process.pid
        yield found
    finally:
        for process in running:
            stop(process)


async def seated(addresses: Sequence[str], number: int) -> list[TableConnection]:
    """Return two people at a new table, each at the next address."""
    # As if from a proxy: each table's people have an address of their own.
    headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
    async with httpx.AsyncClient(base_url=addresses[0], headers=headers, timeout=60) as http:
        places = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
        made = await http.post("/api/tables", json={"game": GAME, "places": places})
        made.raise_for_status()
        table = made.json()["table"]
        joined = await http.post(f"/api/tables/{table}/join", json={"name": "Bea"})
        joined.raise_for_status()
    spread = itertools.cycle(addresses)
    tokens = (made.json()["token"], joined.json()["token"])
    return [await connect(next(spread), table, token) for token in tokens]


async def play(seats: Sequence[TableConnection], pause: float, moves: list[int]) -> None:
    """Play until cancelled; count moves in ``moves[0]``."""
    chosen = random.Random(1)
    while True:
        for seat in seats:
            if seat.state is not None and seat.state.mine:
                text = chosen.choice(seat.state.legal).text
                with contextlib.suppress(CommandError):  # its place is behind the other's
                    await seat.act(text)
                    moves[0] += 1
        last = max(seat.seq for seat in seats)
        for seat in seats:
            while seat.seq < last:
                await seat.receive()
        if seats[0].table.status == "over":
            await seats[0].send(wire.Rematch())
        await asyncio.sleep(chosen.uniform(0.5, 1.5) * pause)


def postgres_processes(server: PostgresServer) -> list[int]:
    """Return a database server's processes."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children")
    return [server.process, *map(int, children.read_text().split())]


async def measure(
    way: Way,
    store: str,
    server: PostgresServer,
    redis: RedisServer,
    tables: int,
    pause: float,
    seconds: float,
) -> dict[str, float]:
    """Return processor time per move in microseconds, by program."""
    with servers(way, store, redis.url) as found:
        addresses = list(found)
        empty = _mean_mib(found)
        at_all = [await seated(addresses, number) for number in range(tables)]
        redis_process = redis.process

        def spent() -> dict[str, float]:
            return {
                "web": sum(map(processor_seconds, found.values())),
                "postgres": sum(map(processor_seconds, postgres_processes(server))),
                "redis": processor_seconds(redis_process),
            }

        async def window(playing: bool) -> tuple[dict[str, float], int]:
            moves = [0]
            tasks = [asyncio.create_task(play(seats, pause, moves)) for seats in at_all if playing]
            await asyncio.sleep(1.0)
            before, moves[0] = spent(), 0
            await asyncio.sleep(seconds)
            after, count = spent(), moves[0]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return {name: after[name] - before[name] for name in after}, count

        idle, _ = await window(playing=False)
        busy, moves = await window(playing=True)
        memory = _mean_mib(found)
        for seat in itertools.chain(*at_all):
            with contextlib.suppress(Exception):
                await seat.close()
    costs = {name: 1e6 * (busy[name] - idle[name]) / moves for name in busy}
    return {
        **costs,
        "idle web": idle["web"] / seconds / way.processes,
        "moves a second": moves / seconds,
        "MiB": memory,
        "MiB empty": empty,
    }


def _mean_mib(processes: Mapping[str, int]) -> float:
    return statistics.mean(float(resident_mb(process)) for process in processes.values())


def bot_game(game: Game, level: Level, seed: int) -> list[float]:
    """Let bots of one level play a game; return the processor time of each move."""
    times: list[float] = []
    stream = empile.new_stream(seed)
    match = Match(game)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        began = time.thread_time()
        action = choose(match.state, level, stream)
        times.append(time.thread_time() - began)
        match.play_action(action)
        match.resolve_chance(stream, also_external=True)
    return times


def bot_seconds(games: int) -> dict[str, list[float]]:
    """Return the processor times of bots' moves by game and level, in seconds."""
    found: dict[str, list[float]] = defaultdict(list)
    for name in ("block-ness", "blox", "on-top", "block-out"):
        game = empile.load(name)
        for number, level in enumerate(levels_of(game), 1):
            bot_game(game, level, 0)  # loads machine code
            for seed in range(games):
                found[f"{name} {number}"] += bot_game(game, level, seed)
    return dict(found)


def _means(times: Sequence[float]) -> list[float]:
    """Return the means of equal groups of the sorted times, whose mean is that of all."""
    ordered = sorted(times)
    bounds = [len(ordered) * number // _GROUPS for number in range(_GROUPS + 1)]
    return [
        round(statistics.mean(ordered[first:end]), 6)
        for first, end in itertools.pairwise(bounds)
        if first < end
    ]


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between moves of a table")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--by-turns", type=int, default=3)
    parser.add_argument("--games", type=int, default=2, help="games of bots of each level")
    parser.add_argument("--moves-only", action="store_true", help="keep the searches of the file")
    chosen = parser.parse_args()
    runs: dict[str, list[dict[str, float]]] = defaultdict(list)
    with postgres_server("fsync=on") as server, tempfile.TemporaryDirectory() as folder:
        redis = RedisServer(Path(folder))
        redis.start()
        try:
            for _ in range(chosen.by_turns):
                for way in WAYS:
                    store = server.new_store().url
                    measured = asyncio.run(
                        measure(
                            way, store, server, redis, chosen.tables, chosen.pause, chosen.seconds
                        )
                    )
                    runs[way.name].append(measured)
                    print(way.name, measured, flush=True)
        finally:
            redis.stop()
    if chosen.moves_only:
        bots = json.loads(RESULTS.read_text("utf-8"))["bots"]
    else:
        bots = {name: _means(times) for name, times in bot_seconds(chosen.games).items()}
    ways = {
        name: {key: round(statistics.median(one[key] for one in found), 4) for key in found[0]}
        for name, found in runs.items()
    }
    result = {
        "about": f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}; written by benchmarks/scale/costs.py",
        "game": GAME,
        "tables": chosen.tables,
        "moves": ways,
        "bots": bots,
    }
    RESULTS.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
