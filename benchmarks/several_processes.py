"""Cost of durable moves in one, two and four processes, and memory of connections.

``PYTHONPATH=. python benchmarks/several_processes.py --json runs.jsonl``: prepared games without a pause on SQLite and
on PostgreSQL, by turns. The connections of a table are at one process, as behind a proxy that hashes
by table, or at different ones, as behind one that takes processes in turn (round robin). All
programs and the load generator share the cores of one machine, so that the processor time of a move
is what counts, not the number of moves a second. ``--connections 10000`` measures the memory of idle
connections instead, ``--count`` counts function calls. ``--report`` writes
``results/processes.md`` from all results in the file.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import resource
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from subprocess import Popen
from typing import Any, Final
from urllib.request import urlopen

import msgspec
import uvloop
from load.http import Http
from load.players import Load, Player, Turn
from load.prepared import prepare_games
from load.processes import first_line, processor_seconds, resident_mb, stop
from load.processes_report import CONTROLS, COUNTED, WAYS, Figures, Memory, Way, Work, report
from load.tables import TablePlayer, start_server, table_turns

from empile.server.store.database import migrate
from tests.support.postgres_server import PostgresServer, postgres_server
from tests.support.redis_server import RedisServer

RESULTS: Final = Path(__file__).parent / "results" / "processes.md"
_GAME: Final = "block-ness"
_RUN_IN: Final = 1.0
_WARM_TURNS: Final = 16
_NO_TURN: Final = Turn(b"", b"\0", is_move=False)


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
        self.https = [Http(first_line(server, "http")) for server in servers]
        self._is_hashed = spread != "round robin"
        self._load = load
        self._games = prepare_games(_GAME)

    async def add(self, number: int, hold_at: int) -> None:
        """Begin to play at a table."""
        count = len(self.https)
        http = self.https[number % count]
        places = [{"kind": "person", "name": str(number)}, {"kind": "open"}]
        made = http.post("/api/tables", {"game": _GAME, "places": places})
        joined = http.post(f"/api/tables/{made['table']}/join", {"name": "B"})
        players: list[Player] = []
        for place, token in enumerate((made["token"], joined["token"])):
            turns = table_turns(self._games, number, place)
            at = self.https[(number + (0 if self._is_hashed else place)) % count]
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
        for http in self.https:
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
def site(
    way: Way, server: PostgresServer, redis: RedisServer, module: str = "load.seeded_server"
) -> Generator[list[Popen[str]]]:
    """Run the processes of a way on a new store."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="empile-load-")))
        is_apart = way.spread == "apart"
        bus = (redis.url,) if (way.processes > 1 and not is_apart) or way.has_bus else ()
        store = ""
        found: list[Popen[str]] = []
        for number in range(way.processes):
            if not store or is_apart:
                store = str(folder / f"{number}.sqlite3")
                if way.store == "PostgreSQL":
                    location = server.new_database()
                    migrate(location)
                    store = location.url
            process = start_server(
                folder, module=module, store=store, bus=bus, variation=way.variation
            )
            stack.callback(stop, process)
            found.append(process)
        yield found


def commits(https: Sequence[Http]) -> float:
    """Return the number of commits of all processes."""
    found = 0.0
    for http in https:
        with urlopen(f"http://{http.host}:{http.port}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        counted = [line for line in lines if line.startswith("empile_append_seconds_count ")]
        found += float(counted[0].split()[1])
    return found


def waits_of(pid: int) -> int:
    """Return how often the threads of a process have waited for something."""
    found = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        lines = status.read_text().splitlines()
        found += sum(int(one.split()[1]) for one in lines if one.startswith("voluntary_ctxt"))
    return found


@dataclass
class Window:
    """What happened in a window of time."""

    seconds: float
    latencies: list[float]
    """Sorted, in seconds."""
    commits: float


async def play(
    way: Way, servers: Sequence[Popen[str]], seconds: float, on_edge: Callable[[], None]
) -> Window:
    """Play for a while; ``on_edge`` is called at the beginning and at the end."""
    load = Load()
    made = SpreadTables(servers, way.spread, load)
    try:
        for number in range(way.tables):
            await made.add(number, number * 7 % _WARM_TURNS)
        await load.rest(way.tables)
        load.resume()
        await asyncio.sleep(_RUN_IN)
        stored = commits(made.https)
        load.latencies.clear()
        load.counting = True
        on_edge()
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        load.counting = False
        took = time.perf_counter() - began
        on_edge()
        stored = commits(made.https) - stored
        load.pause()
        await load.rest(way.tables)
    finally:
        await made.close()
    return Window(took, sorted(load.latencies), stored)


def measured(way: Way, server: PostgresServer, redis: RedisServer, *, seconds: float) -> Figures:
    """Load the processes of a way."""
    edges: list[tuple[float, ...]] = []
    with site(way, server, redis) as servers:

        def note() -> None:
            edges.append(
                (
                    sum(processor_seconds(one.pid) for one in servers),
                    sum(map(processor_seconds, postgres_processes(server))),
                    processor_seconds(redis.process),
                    sum(waits_of(one.pid) for one in servers) * 1e-6,
                )
            )

        window = uvloop.run(play(way, servers, seconds, note))
    times, moves = window.latencies, len(window.latencies)
    costs = [after - before for before, after in zip(*edges, strict=True)]
    web, store, own, waits = (round(cost / moves * 1e6, 2) for cost in costs)
    return Figures(
        way,
        round(moves / window.seconds),
        web,
        store if way.store == "PostgreSQL" else 0.0,
        own,
        round(times[moves // 2] * 1e3, 2),
        round(times[int(moves * 0.99)] * 1e3, 2),
        round(moves / window.commits, 1),
        waits,
    )


def counted(way: Way, server: PostgresServer, redis: RedisServer, *, seconds: float) -> Work:
    """Count the function calls of a way, which do not depend on the machine."""
    with site(way, server, redis, "load.counted_server") as servers:

        def toggle() -> None:
            for one in servers:
                one.send_signal(signal.SIGUSR2)

        window = uvloop.run(play(way, servers, seconds, toggle))
        found: Counter[str] = Counter()
        for one in servers:
            found.update(json.loads(first_line(one, "{")))
    moves = len(window.latencies)
    return Work(
        way,
        round(found.total() / moves, 1),
        round(found["C"] / moves, 1),
        round(moves / window.commits, 1),
    )


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


def main() -> None:
    """Measure by turns, or sum up."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--by-turns", type=int, default=1)
    parser.add_argument("--only", nargs="*", type=int, help="only the ways with these numbers")
    parser.add_argument("--tables", type=int, default=100, help="of idle connections")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of a window")
    parser.add_argument("--connections", type=int, help="measure the memory of so many")
    parser.add_argument("--count", action="store_true", help="count function calls instead")
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
        found: list[Figures | Memory | Work] = []
        if chosen.connections is not None:
            found.append(connections_of(chosen.connections, chosen.tables, server, redis))
            print(found[-1], flush=True)
        elif chosen.count:
            for way in COUNTED:
                found.append(counted(way, server, redis, seconds=chosen.seconds))
                print(found[-1], flush=True)
        else:
            order = random.Random(chosen.seed)
            ways: list[Way] = [*WAYS, *CONTROLS]
            if chosen.only is not None:
                numbers: list[int] = chosen.only
                ways = [ways[number] for number in numbers]
            for _ in range(chosen.by_turns):
                for way in order.sample(ways, len(ways)):
                    found.append(measured(way, server, redis, seconds=chosen.seconds))
                    print(found[-1], flush=True)
    with chosen.json.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(one)) + "\n" for one in found)


if __name__ == "__main__":
    main()
