"""Cost of durable moves in one, two and four processes, and memory of connections.

``PYTHONPATH=. python benchmarks/several_processes.py --json runs.jsonl``: prepared games without a pause on SQLite and
on PostgreSQL, by turns. The connections of a table are at one process, as behind a proxy that hashes
by table, or at different ones, as behind one that takes processes in turn (round robin). All
programs and the load generator share the cores of one machine, so that the processor time of a move
is what counts, not the number of moves a second. ``--connections 10000`` measures the memory of idle
connections instead. ``--report FILE`` writes ``results/processes.md`` from several runs.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from subprocess import Popen
from typing import Any, Final

import msgspec
import uvloop
from load.http import Http
from load.players import Load, Player, Turn
from load.prepared import prepare_games
from load.processes import first_line, processor_seconds, resident_mb, stop
from load.tables import TablePlayer, start_server, table_turns

from empile.server.store.database import migrate
from tests.support.postgres_server import PostgresServer, postgres_server
from tests.support.redis_server import RedisServer

RESULTS: Final = Path(__file__).parent / "results" / "processes.md"
_GAME: Final = "block-ness"
_RUN_IN: Final = 1.0
_WARM_TURNS: Final = 16
_NO_TURN: Final = Turn(b"", b"\0", is_move=False)


@dataclass(frozen=True)
class Way:
    """Processes on a store, and how a proxy spreads connections over them."""

    store: str
    processes: int
    spread: str
    """``hashed`` by table, or ``round robin``."""


WAYS: Final = tuple(
    Way(store, processes, spread)
    for store in ("SQLite", "PostgreSQL")
    for processes in (1, 2, 4)
    for spread in (("hashed", "round robin") if processes > 1 else ("hashed",))
)


@dataclass(frozen=True)
class Figures:
    """The result of one window; costs are processor time in microseconds per move."""

    way: Way
    moves_per_second: int
    web_us: float
    store_us: float
    redis_us: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True)
class Memory:
    """Resident memory of a process with idle connections, in MiB."""

    connections: int
    tables: int
    before: float
    after: float


class SpreadPlayer(TablePlayer):
    """The connection of a player, which may be at another process than the other's."""

    def received(self, payload: bytes) -> None:
        """Look for the next turns: one message may show several of another process."""
        super().received(payload)
        while self._turn.sign in payload:
            super().received(payload)


class SpreadTables:
    """Tables whose players are connected to several processes."""

    def __init__(self, servers: Sequence[Popen[str]], spread: str, load: Load) -> None:
        self._https = [Http(first_line(server, "http")) for server in servers]
        self._is_hashed = spread == "hashed"
        self._load = load
        self._games = prepare_games(_GAME)

    async def add(self, number: int, hold_at: int) -> None:
        """Begin to play at a table."""
        count = len(self._https)
        http = self._https[number % count]
        places = [{"kind": "person", "name": str(number)}, {"kind": "open"}]
        made = http.post("/api/tables", {"game": _GAME, "places": places})
        joined = http.post(f"/api/tables/{made['table']}/join", {"name": "B"})
        players: list[Player] = []
        for place, token in enumerate((made["token"], joined["token"])):
            turns = table_turns(self._games, number, place)
            at = self._https[(number + (0 if self._is_hashed else place)) % count]
            url = f"ws://{at.host}:{at.port}/ws?table={made['table']}"
            player = SpreadPlayer(url, self._load, turns, hold_at)
            player.hello = hello(made["table"], token)
            await connect(player, at)
            players.append(player)
        for entered in players:
            await entered.welcomed
        for entered in players:
            entered.act()

    async def close(self) -> None:
        """Close all connections."""
        for http in self._https:
            http.close()
        await self._load.close()


def hello(table: str, token: str | None = None) -> bytes:
    """Return the first message of a client."""
    found: dict[str, Any] = {"type": "hello", "table": table, "protocol": 2, "since": 0}
    return msgspec.json.encode({**found, "token": token, "updates": "full"})


async def connect(player: Player, http: Http) -> None:
    """Connect a player to the process of ``http``."""
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: player, "127.0.0.1", http.port)


def postgres_processes(server: PostgresServer) -> list[int]:
    """Return a database server's processes."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children")
    return [server.process, *map(int, children.read_text().split())]


@contextmanager
def site(way: Way, server: PostgresServer, redis: RedisServer) -> Generator[list[Popen[str]]]:
    """Run the processes of a way on a new store."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="empile-load-")))
        store: str | None = None
        if way.store == "PostgreSQL":
            location = server.new_database()
            migrate(location)
            store = location.url
        bus = (redis.url,) if way.processes > 1 else ()
        found: list[Popen[str]] = []
        for _ in range(way.processes):
            process = start_server(folder, store=store, bus=bus)
            stack.callback(stop, process)
            found.append(process)
        yield found


def measured(
    way: Way, server: PostgresServer, redis: RedisServer, *, tables: int, seconds: float
) -> Figures:
    """Load the processes of a way."""
    with site(way, server, redis) as servers:

        def used() -> tuple[float, float, float]:
            return (
                sum(processor_seconds(one.pid) for one in servers),
                sum(map(processor_seconds, postgres_processes(server))),
                processor_seconds(redis.process),
            )

        async def play() -> Figures:
            load = Load()
            made = SpreadTables(servers, way.spread, load)
            try:
                for number in range(tables):
                    await made.add(number, number * 7 % _WARM_TURNS)
                await load.rest(tables)
                load.resume()
                await asyncio.sleep(_RUN_IN)
                load.latencies.clear()
                load.counting = True
                before, began = used(), time.perf_counter()
                await asyncio.sleep(seconds)
                load.counting = False
                took = time.perf_counter() - began
                costs = [after - one for after, one in zip(used(), before, strict=True)]
                load.pause()
                await load.rest(tables)
            finally:
                await made.close()
            times = sorted(load.latencies)
            web, store, own = (round(cost / len(times) * 1e6, 1) for cost in costs)
            return Figures(
                way,
                round(len(times) / took),
                web,
                store if way.store == "PostgreSQL" else 0.0,
                own,
                round(times[len(times) // 2] * 1e3, 2),
                round(times[int(len(times) * 0.99)] * 1e3, 2),
            )

        return uvloop.run(play())


def connections_of(count: int, tables: int, server: PostgresServer, redis: RedisServer) -> Memory:
    """Return the memory of one process with so many idle connections at its tables."""
    with site(Way("PostgreSQL", 1, "hashed"), server, redis) as servers:

        async def idle() -> Memory:
            load = Load()
            http = Http(first_line(servers[0], "http"))
            places = [{"kind": "person", "name": "0"}, {"kind": "person", "name": "B"}]
            request = {"game": _GAME, "places": places, "allow_spectators": True}
            made = [http.post("/api/tables", request)["table"] for _ in range(tables)]
            found: list[Player] = []

            async def spectate(number: int) -> None:
                table = made[number % tables]
                url = f"ws://127.0.0.1:{http.port}/ws?table={table}"
                player = TablePlayer(url, load, iter([_NO_TURN]), 0)
                player.hello = hello(table)
                await connect(player, http)
                await player.welcomed
                found.append(player)

            for number in range(tables):  # each table's first connection sets it up
                await spectate(number)
            await asyncio.sleep(1.0)
            before = resident_mb(servers[0].pid)
            for number in range(count):
                await spectate(number)
            await asyncio.sleep(1.0)
            after = resident_mb(servers[0].pid)
            http.close()
            for player in found:
                player.close()
            await asyncio.gather(*(player.closed for player in found))
            return Memory(count, tables, round(before, 1), round(after, 1))

        return uvloop.run(idle())


def report(lines: Sequence[dict[str, Any]]) -> str:
    """Return the page of results of several runs."""
    figures = [msgspec.convert(one, Figures) for one in lines if "way" in one]
    memories = [msgspec.convert(one, Memory) for one in lines if "way" not in one]
    measured_ways = [way for way in WAYS if any(one.way == way for one in figures)]
    turns = max(sum(one.way == way for one in figures) for way in WAYS)
    text = [
        "# Several processes",
        "",
        "Durable moves of Block Ness at 100 tables of two, all views and no pause, in one, two and"
        " four processes, by turns; written by `benchmarks/several_processes.py`. Medians of"
        f" {turns} run{'s' if turns > 1 else ''}. Behind a proxy that hashes by table, the connections of a table are at one"
        " process; with round robin they are at two.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python"
        f" {platform.python_version()}, PostgreSQL over a Unix socket with `fsync=on`, Redis over a"
        " Unix socket. All processes and the load generator share the cores: costs are comparable,"
        " moves a second and times are not those of a larger machine.",
        "",
        "| store | processes | proxy | web, µs/move | of one process | of SQLite's | store, µs/move"
        " | Redis, µs/move | moves/s | p50, ms | p99, ms |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]

    def cost(way: Way) -> float:
        return statistics.median(one.web_us for one in figures if one.way == way)

    for way in measured_ways:
        runs = [one for one in figures if one.way == way]

        def median(field: str, runs: list[Figures] = runs) -> float:
            return float(statistics.median(getattr(one, field) for one in runs))

        alone = cost(Way(way.store, 1, "hashed"))
        file = cost(Way("SQLite", way.processes, way.spread))
        text.append(
            f"| {way.store} | {way.processes} | {way.spread if way.processes > 1 else ''} |"
            f" {cost(way):.0f} | {cost(way) / alone:.2f} | {cost(way) / file:.2f} |"
            f" {median('store_us'):.0f} | {median('redis_us'):.0f} |"
            f" {median('moves_per_second'):.0f} | {median('p50_ms'):.1f} |"
            f" {median('p99_ms'):.1f} |"
        )
    if memories:
        text += [
            "",
            "## Idle connections",
            "",
            "Resident memory that spectators' connections add to one process, apart from the memory"
            " of the tables.",
            "",
            "| connections | tables | before, MiB | added, MiB | KiB per connection |",
            "| ---: | ---: | ---: | ---: | ---: |",
        ]
        text += [
            f"| {one.connections} | {one.tables} | {one.before:.0f} |"
            f" {one.after - one.before:.0f} |"
            f" {(one.after - one.before) * 1024 / one.connections:.1f} |"
            for one in memories
        ]
    return "\n".join([*text, ""])


def main() -> None:
    """Measure by turns, or sum up."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--by-turns", type=int, default=1)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of a window")
    parser.add_argument("--connections", type=int, help="measure the memory of so many")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the ways")
    parser.add_argument("--json", type=Path, required=True, help="append results to this file")
    parser.add_argument("--report", action="store_true", help="only write the page of results")
    chosen = parser.parse_args()
    if chosen.report:
        lines = [json.loads(line) for line in chosen.json.read_text("utf-8").splitlines()]
        RESULTS.write_text(report(lines), "utf-8")
        return
    gc.disable()  # of the load generator: it would delay moves
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with ExitStack() as stack:
        server = stack.enter_context(postgres_server("fsync=on"))
        redis = RedisServer(Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/tmp"))))
        redis.start()
        stack.callback(redis.stop)
        found: list[Figures | Memory] = []
        if chosen.connections is not None:
            found.append(connections_of(chosen.connections, chosen.tables, server, redis))
            print(found[-1], flush=True)
        else:
            order = random.Random(chosen.seed)
            for _ in range(chosen.by_turns):
                for way in order.sample(WAYS, len(WAYS)):
                    found.append(
                        measured(way, server, redis, tables=chosen.tables, seconds=chosen.seconds)
                    )
                    print(found[-1], flush=True)
    with chosen.json.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(one)) + "\n" for one in found)


if __name__ == "__main__":
    main()
