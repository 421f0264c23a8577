"""Times of analyses and hints, as clients of a server see them.

    python -m benchmarks.analysis_speed

Starts a server, has a game between strong bots of each kind analysed, and asks for a hint in
positions of games. Writes ``benchmarks/results/analysis-speed.md``. The first analysis also starts
the server's worker process.
"""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import tempfile
import time
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import httpx

import empile
from empile.client import Rest, connect
from empile.engine.compiled.warm import warm
from empile.engine.random import below, new_stream

# Not imported by statements: type checkers know these modules as `analysis_noise` and `load`.
played: Any = import_module("benchmarks.analysis_noise").played
_processes: Any = import_module("benchmarks.load.processes")
first_line, stop = _processes.first_line, _processes.stop

RESULTS = Path(__file__).parent / "results" / "analysis-speed.md"
_GAMES: Final[tuple[tuple[str, int], ...]] = (
    *(("block-ness", seats) for seats in (2, 3, 4)),
    *(("block-out", seats) for seats in (2, 3, 4, 6)),
    *(("blox", seats) for seats in (2, 3, 4)),
    *(("on-top", seats) for seats in (2, 3, 4)),
)
_POLL_SECONDS: Final = 0.2
"""The rate at which the server takes requests."""
_LIMIT_SECONDS: Final = 2.0
"""How long to wait after the server refused an analysis of an address that asked for many."""
_HINTS: Final = 4
_HEAD = """\
# Times of analyses and hints

Written by `benchmarks/analysis_speed.py` on {cores} cores ({processor}), through REST and sockets. Each game between bots of
level 3 is analysed quickly: seconds until the client has the first value, a coarse value of every position, and all grades.
*Again* is the stored result. *Hint* is the longest of up to {hints} in a game, asked for before. The first row includes
the start of the worker process.

*Processor* is the processor time that the analysis took, of two threads: half of it is the time on two idle cores. It
yields to everything else; before this run the machine had a load average of {load:.1f}.

| game | seats | events | hint | first value | all positions | complete | again | processor |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def tree_seconds(server: int) -> float:
    """Return the processor time that a server and its worker processes have used. Linux only."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        if server in (int(fields[1]), int(stat.parent.name)):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def analysis_times(rest: httpx.AsyncClient, record: dict[str, Any]) -> list[float]:
    """Return the seconds until the first value, all positions, the end, and a second request."""
    times: list[float] = []
    begun = time.perf_counter()
    made = await rest.post("/api/analyses", json={"record": record})
    while made.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        await asyncio.sleep(_LIMIT_SECONDS)  # one address may ask for so many games, then must wait
        begun = time.perf_counter()
        made = await rest.post("/api/analyses", json={"record": record})
    path = f"/api/analyses/{made.json()['id']}"
    while len(times) < 3:
        seen = (await rest.get(path)).json()
        found = seen["analysis"]
        now = time.perf_counter() - begun
        reached = (
            found is not None,
            found is not None and len(found["expected"]) == found["events"] + 1,
            seen["state"] == "done",
        )
        times += [now] * (sum(reached) - len(times))
        await asyncio.sleep(_POLL_SECONDS)
    begun = time.perf_counter()
    await rest.post("/api/analyses", json={"record": record})
    await rest.get(path)
    return [*times, time.perf_counter() - begun]


async def hint_time(address: str, name: str, seats: int) -> float:
    """Return the longest time of some hints in a game."""
    longest = 0.0
    stream = new_stream(1)
    async with Rest(address) as rest:
        made = await rest.make_table(name, ["person"] * seats, options={"players": seats})
    async with await connect(address, made.table, made.token) as seat:
        for _ in range(_HINTS):
            if seat.state is None or not seat.state.legal:
                break  # a placement by hand
            begun = time.perf_counter()
            await seat.hint()
            longest = max(longest, time.perf_counter() - begun)
            legal = seat.state.legal
            await seat.act(legal[below(stream, len(legal))].text)
    return longest


async def measure(address: str, server: int) -> list[str]:
    """Return a row of the table for each game."""
    rows: list[str] = []
    async with httpx.AsyncClient(base_url=address, timeout=120.0) as rest:
        for name, seats in _GAMES:
            record = played(empile.load(name, players=seats), 2, 1).to_dict()
            hint = await hint_time(address, name, seats)
            before = tree_seconds(server)
            times = [hint, *await analysis_times(rest, record), tree_seconds(server) - before]
            figures = [f"{value:.2f}" for value in times]
            events = len(record["events"])
            rows.append(f"| {name} | {seats} | {events} | {' | '.join(figures)} |\n")
            print(rows[-1], end="", flush=True)
    return rows


def main() -> None:
    """Measure and write the table."""
    load, *_ = os.getloadavg()
    for name, seats in _GAMES:
        warm(empile.load(name, players=seats))  # a server compiles in the background
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.sqlite3"
        server = subprocess.Popen(
            [sys.executable, "-u", "-m", "empile", "serve", "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            address = first_line(server, "Empile is running at").split()[4].rstrip("/")
            rows = asyncio.run(measure(address, server.pid))
        finally:
            stop(server)
    head = _HEAD.format(cores=os.cpu_count(), processor=platform.machine(), hints=_HINTS, load=load)
    RESULTS.write_text(head + "".join(rows), "utf-8")


if __name__ == "__main__":
    main()
