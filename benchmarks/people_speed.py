"""Response times of home, profiles, histories and search; writes ``results/people_speed.md``.

The store has 1,000,000 finished games and 100,000 accounts, see ``load/people.py``. One connection
sends requests of each kind one after the other to one server process, first on SQLite, then on
PostgreSQL on the same machine with ``fsync=on``. Then tables are played without a pause, by turns
with and without such requests. Takes 20 minutes, most of them to make the stores, which ``--keep``
keeps in a folder for the next time.

    python benchmarks/people_speed.py
    python benchmarks/people_speed.py --accounts 1000 --games 10000 --stores SQLite
    python benchmarks/people_speed.py --keep people --stores PostgreSQL --turns 0
    python benchmarks/people_speed.py --keep people --stores PostgreSQL --count 0
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from subprocess import Popen
from typing import Final

import msgspec
import uvloop
from load import tables
from load.http import Http
from load.measuring import measure_sizes
from load.people import Size, fill, requests
from load.players import Load
from load.processes import first_line, stop

from empile.server.store.database import migrate
from empile.server.store.location import PostgresUrl, StoreLocation
from empile.server.store.upgrades import prepare
from tests.support.postgres_server import PostgresServer

RESULTS: Final = Path(__file__).parent / "results" / "people_speed.md"
NAMES: Final = ("SQLite", "PostgreSQL")
MOST_MS: Final = 50.0
"""The bound of the 95th percentile."""
MOST_RATIO: Final = 1.2
"""The bound of moves with requests to moves without, at the 99th percentile."""
_WARM: Final = 20
_WHY: Final = """\
Games are played without a pause, so that dozens end in each second, and all are added to histories
in both columns. Profile with PostgreSQL: a page of a history takes 3.7 ms of the server's processor,
nearly all of it for SQLAlchemy's statements and rows, and two cores also run PostgreSQL and the
players. So at most two requests at a time use the database: with one connection and one in reserve
six turns gave 0.87, 0.99, 1.06, 1.16, 1.25 and 1.29, with four and four in reserve 1.08, 1.17, 1.22
and 1.39. Tried as well: to sum up all members before (no difference); a thread with an event loop
of its own for the relational tables (0.90 and 1.00, but because moves take 50 to 60 ms in both
columns, probably because two threads compete for the interpreter's lock)."""
_GAME: Final = "block-ness"


@dataclass(frozen=True)
class Times:
    """Response times of a kind of request, in milliseconds."""

    store: str
    kind: str
    count: int
    p50: float
    p95: float
    most: float


@dataclass(frozen=True)
class Moves:
    """Moves while people look at histories, and while nobody does."""

    store: str
    tables: int
    requests_per_second: int
    p99_alone: float
    p99_with: float

    @property
    def ratio(self) -> float:
        """How much slower moves are."""
        return self.p99_with / self.p99_alone


def text_of(location: StoreLocation) -> str:
    """Return a store as an argument of a server."""
    return location.url if isinstance(location, PostgresUrl) else str(location)


@contextmanager
def served(location: StoreLocation) -> Generator[tuple[Popen[str], str]]:
    """Serve a store with accounts; yield the server and its address."""
    server = tables.start_server(Path(), store=text_of(location), bus=["--accounts"])
    try:
        yield server, first_line(server, "http").rstrip("/")
    finally:
        stop(server)


def measured(name: str, location: StoreLocation, size: Size, count: int) -> list[Times]:
    """Measure each kind of request ``count`` times."""
    found: list[Times] = []
    with served(location) as (_, address):
        http = Http(address)
        for kind, make in requests(size).items():
            rng = random.Random(kind)
            for _ in range(_WARM):
                path, headers = make(rng)
                http.get(path, **headers)
            times: list[float] = []
            for _ in range(count):
                path, headers = make(rng)
                began = time.perf_counter()
                http.get(path, **headers)
                times.append(1000 * (time.perf_counter() - began))
            times.sort()
            found.append(
                Times(
                    name, kind, count,
                    round(statistics.median(times), 2), round(times[int(0.95 * count)], 2),
                    round(times[-1], 2),
                )
            )  # fmt: skip
            print(found[-1], flush=True)
        http.close()
    return found


def moves_measured(
    name: str, location: StoreLocation, size: Size, *, tables_: int, rate: int, seconds: float,
    turns: int,
) -> Moves:  # fmt: skip
    """Measure moves by turns without and with ``rate`` requests a second."""
    alone: list[float] = []
    together: list[float] = []
    for _ in range(turns):
        for found, asking in ((alone, 0), (together, rate)):
            found.append(_p99(location, size, tables_, asking, seconds))
            print(name, "with" if asking else "without", "requests:", found[-1], "ms", flush=True)
    return Moves(name, tables_, rate, statistics.median(alone), statistics.median(together))


def _p99(location: StoreLocation, size: Size, tables_: int, rate: int, seconds: float) -> float:
    with served(location) as (server, address):
        http = Http(address)
        for make in requests(size).values():
            # The first statistics compare everybody with everybody, for ten minutes.
            path, headers = make(random.Random(1))
            http.get(path, **headers)
        http.close()

        async def play() -> float:
            load = Load()
            playing = tables.Tables(server, _GAME, "moves", load, address=address)
            people = _ask(address, size, rate) if rate else None
            try:
                (figures,) = await measure_sizes(
                    playing, load, game=_GAME, sizes=[tables_], seconds=seconds
                )
            finally:
                await playing.close()
                if people is not None:
                    people.terminate()
                    people.wait()
            return figures.p99_ms

        return uvloop.run(play())


def _ask(address: str, size: Size, rate: int) -> Popen[bytes]:
    """Start a process that sends requests until it is terminated."""
    words = [address, str(size.accounts), str(size.games), str(size.running), str(rate)]
    program = [sys.executable, __file__, "--ask", *words]
    return Popen(program, env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)})


def ask(address: str, size: Size, rate: int) -> None:
    """Send requests of all kinds at a steady rate, for ever."""
    http, rng = Http(address), random.Random(os.getpid())
    kinds = list(requests(size).values())
    due = time.perf_counter()
    while True:
        path, headers = rng.choice(kinds)(rng)
        http.get(path, **headers)
        due = max(due + 1 / rate, time.perf_counter() - 1)
        time.sleep(max(0.0, due - time.perf_counter()))


@contextmanager
def stores(names: Sequence[str], size: Size, folder: Path) -> Generator[dict[str, StoreLocation]]:
    """Make the stores in a folder, unless they are there; yield them by name."""
    found: dict[str, StoreLocation] = {}
    file = folder / f"people-{size.accounts}-{size.games}-{size.running}.sqlite3"
    if "SQLite" in names:
        if not file.exists():
            prepare(file)
            fill(file, size)
        found["SQLite"] = file
    if "PostgreSQL" not in names:
        yield found
        return
    with cluster(folder / "pg") as server:
        name = f"people_{size.accounts}_{size.games}_{size.running}"
        location = PostgresUrl(server.url(name))
        if not server.sql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            server.sql("DROP DATABASE IF EXISTS half")
            server.sql("CREATE DATABASE half")
            migrate(half := PostgresUrl(server.url("half")))
            fill(half, size)
            server.sql(f"ALTER DATABASE half RENAME TO {name}")
        migrate(location)  # a kept one may be older
        found["PostgreSQL"] = location
        yield found


@contextmanager
def cluster(folder: Path) -> Generator[PostgresServer]:
    """Run the PostgreSQL server of a folder, whose path must be short."""
    server = PostgresServer(folder, ("fsync=on", "shared_buffers=256MB"))
    if not server.data.exists():
        folder.mkdir()
        server.create()
    server.start()
    try:
        yield server
    finally:
        server.stop("fast")


def report(times: Sequence[Times], moves: Sequence[Moves], size: Size) -> str:
    """Return the page of results."""
    lines = [
        "# Speed of histories, profiles and search",
        "",
        f"Written by `benchmarks/people_speed.py`: {size.games:,} finished games, {size.accounts:,} accounts"
        f" and {size.running:,} running tables. {datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python"
        f" {platform.python_version()}. Milliseconds over one connection to one server process, on the"
        f" same machine. The bound of the 95th percentile is {MOST_MS:.0f} ms.",
        "",
        "| request | store | median | 95 % | longest |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {one.kind} | {one.store} | {one.p50:.1f} | {one.p95:.1f} | {one.most:.1f} |"
        for one in sorted(
            times, key=lambda one: ([t.kind for t in times].index(one.kind), one.store)
        )
    ]
    lines += [
        "",
        "Moves without a pause, alone and while people send these requests, at the 99th percentile. The"
        f" aim is at most {MOST_RATIO} times.",
        "",
        "| store | tables | requests per second | alone, ms | with requests, ms | ratio |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {one.store} | {one.tables} | {one.requests_per_second} | {one.p99_alone:.1f} |"
        f" {one.p99_with:.1f} | {one.ratio:.2f} |"
        for one in moves
    ]
    return "\n".join(lines) + f"\n\n{_WHY}\n"


def main() -> None:
    """Measure and write the results."""
    if sys.argv[1:2] == ["--ask"]:
        address, *numbers = sys.argv[2:]
        accounts, games, running, rate = map(int, numbers)
        ask(address, Size(accounts, games, running), rate)
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--running", type=int, default=20_000)
    parser.add_argument("--count", type=int, default=300, help="requests of each kind; 0: none")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument(
        "--rate", type=int, default=20, help="requests per second while moves are made"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="length of a window of moves")
    parser.add_argument("--turns", type=int, default=3, help="windows of moves; 0: none")
    parser.add_argument("--stores", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--keep", type=Path, help="folder of the stores")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    size = Size(chosen.accounts, chosen.games, chosen.running)
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="empile-people-"))
    try:
        figures = folder / "figures.json"
        times, moves = read_figures(figures)
        with stores(chosen.stores, size, folder) as found:
            for name, location in found.items():
                if chosen.count:
                    times = [one for one in times if one.store != name]
                    times += measured(name, location, size, chosen.count)
                if chosen.turns:
                    moves = [one for one in moves if one.store != name]
                    moves.append(
                        moves_measured(
                            name,
                            location,
                            size,
                            tables_=chosen.tables,
                            rate=chosen.rate,
                            seconds=chosen.seconds,
                            turns=chosen.turns,
                        )
                    )
                figures.write_bytes(msgspec.json.encode([times, moves]))
                chosen.results.write_text(report(times, moves, size), "utf-8")
    finally:
        if chosen.keep is None:
            shutil.rmtree(folder)


def read_figures(file: Path) -> tuple[list[Times], list[Moves]]:
    """Return what was measured before in the same folder."""
    if not file.exists():
        return [], []
    return msgspec.json.decode(file.read_bytes(), type=tuple[list[Times], list[Moves]])


if __name__ == "__main__":
    main()
