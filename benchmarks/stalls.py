"""How much the moves at one table are delayed by everything else that a server does.

Starts a server and measures the time until a move of Block Ness is back at its player: first alone,
then while eight bots of the strongest level play, four towers of Block Out! are built and fall, and
one address replays and analyses long records. The load comes from another process.

    python benchmarks/stalls.py --seconds 30

Server, load and measurement share this machine: with less than four cores, they also wait for each
other. Writes ``benchmarks/results/stalls.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

import empile
from empile.client import CommandError, Rest, TableConnection, connect
from empile.engine.random import below, new_stream
from empile.options import BloxOptions
from empile.server.wire import messages as wire

RESULTS = Path(__file__).parent / "results" / "stalls.md"
BOTS = 8
TOWERS = 4
LONG: BloxOptions = {"players": 4}
"""Options of Blox with which a random game of seed 1 has 1,459 events."""
_PAUSE = 0.05
_WARM_SECONDS = 4.0
_SERVER = """
import sys
from pathlib import Path
from empile.server.run import serve
from empile.server.settings import Settings
serve("127.0.0.1", 0, settings=Settings(data=Path(sys.argv[1]), bot_seconds=float(sys.argv[2])),
      announce=lambda address: print(address, flush=True))
"""


@dataclass
class Delays:
    """The times of moves in milliseconds."""

    moves: int
    median: float
    p99: float
    longest: float
    queued: float
    """Time per move that the event loop's thread waited for a processor; 0 if unknown."""


@dataclass
class Stalls:
    """The delays without and with load."""

    idle: Delays
    loaded: Delays
    counts: dict[str, float]
    """What the server did under load, by metric."""

    @property
    def ratio(self) -> float:
        """The median under load, as a multiple of the idle one."""
        return self.loaded.median / self.idle.median


def delays_of(seconds: list[float], queued: float = 0.0) -> Delays:
    """Return the figures of a list of times, and of the time without a processor, in seconds."""
    times = sorted(1e3 * one for one in seconds)
    p99 = times[int(0.99 * (len(times) - 1))]
    median = statistics.median(times)
    return Delays(len(times), median, p99, times[-1], 1e3 * queued / len(times))


def queued_seconds(pid: int) -> float:
    """Return how long the first thread of a process was ready without running, on Linux."""
    file = Path(f"/proc/{pid}/task/{pid}/schedstat")
    return int(file.read_text().split()[1]) / 1e9 if file.exists() else 0.0


def measured(address: str, pid: int, seconds: float) -> Delays:
    """Measure moves for some seconds."""
    before = queued_seconds(pid)
    times = asyncio.run(measure_moves(address, seconds))
    return delays_of(times, queued_seconds(pid) - before)


# -- The measurement -------------------------------------------------------------------------------


async def measure_moves(address: str, seconds: float) -> list[float]:
    """Play at tables for two, one after another; return the time of each move."""
    times: list[float] = []
    end = time.monotonic() + seconds
    async with Rest(address) as rest:
        while time.monotonic() < end or not times:
            made = await rest.make_table("block-ness", ["person", "open"])
            joined = await rest.join(made.table, "Bea")
            async with (
                await connect(address, made.table, made.token) as one,
                await connect(address, made.table, joined.token) as other,
            ):
                await _play(one, other, end, times)
    return times


async def _play(
    one: TableConnection, other: TableConnection, end: float, times: list[float]
) -> None:
    while time.monotonic() < end or not times:
        for seat in (one, other):
            while seat.state is None:
                await seat.receive()
        acting, waiting = (one, other) if one.state and one.state.mine else (other, one)
        assert acting.state is not None
        if not acting.state.legal:
            return
        before = waiting.seq
        began = time.perf_counter()
        await acting.act(acting.state.legal[0].text)
        times.append(time.perf_counter() - began)
        while waiting.seq == before:
            await waiting.receive()
        await asyncio.sleep(_PAUSE)


async def counts_of(address: str) -> dict[str, float]:
    """Return the server's counters and sums."""
    async with httpx.AsyncClient(timeout=60) as http:
        text = (await http.get(f"{address}/metrics")).text
    return {
        name: float(value)
        for name, value in re.findall(r"^(empile_\w+_(?:total|count|sum)) (\S+)$", text, re.M)
    }


# -- The load --------------------------------------------------------------------------------------


def random_record(game: empile.Game, seed: int = 1) -> dict[str, Any]:
    """Return the record of a random game."""
    match, stream = empile.Match(game), new_stream(seed)
    match.resolve_chance(stream)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream)
    return match.record().to_dict()


def long_record() -> dict[str, Any]:
    """Return the record of a game of more than a thousand events."""
    return random_record(empile.load("blox", **LONG))


async def watch(address: str, game: str, level: int, begun: asyncio.Event) -> None:
    """Watch bots play, game after game."""
    async with Rest(address) as rest:
        while True:
            made = await rest.make_table(game, [f"bot:{level}"] * 2)
            async with await connect(address, made.table, updates="moves") as table:
                async for message in table:
                    if isinstance(message, wire.Update | wire.Animation):
                        begun.set()
                    if table.table.status == "over":
                        break


async def replay(address: str, record: dict[str, Any], begun: asyncio.Event) -> None:
    """Replay a record with other names each time, so that no result is cached."""
    async with httpx.AsyncClient(timeout=600) as http:
        number = 0
        while True:
            number += 1
            changed = {**record, "seats": [f"{number}", *record["seats"][1:]]}
            answer = await http.post(f"{address}/api/replays", json=changed)
            if answer.status_code == 200:
                begun.set()
            else:
                await asyncio.sleep(0.2)  # the address has reached its limit


async def analyse(address: str, begun: asyncio.Event) -> None:
    """Have long games analysed, one after another."""
    async with httpx.AsyncClient(timeout=600) as http:
        for seed in range(10**6):
            record = random_record(empile.load("on-top"), seed)
            made = await http.post(
                f"{address}/api/analyses", json={"record": record, "depth": "deep"}
            )
            state = "waiting" if made.status_code == 200 else "refused"
            while state in ("waiting", "running"):
                await asyncio.sleep(1.0)
                seen = await http.get(f"{address}/api/analyses/{made.json()['id']}")
                if seen.status_code == 200:
                    state = seen.json()["state"]
                begun.set()


async def load(address: str, bots: int, towers: int) -> None:
    """Load the server until the input ends; print a line once everything runs."""
    scenes: list[Coroutine[Any, Any, None]] = []
    begun: list[asyncio.Event] = []

    def add(scene: Any, *arguments: Any) -> None:
        begun.append(asyncio.Event())
        scenes.append(scene(*arguments, begun[-1]))

    strongest = len(empile.levels_of(empile.load("blox")))
    for number in range(bots):
        add(watch, address, ("block-ness", "blox", "on-top")[number % 3], strongest)
    for _ in range(towers):
        add(watch, address, "block-out", 1)
    add(replay, address, long_record())
    add(analyse, address)
    tasks = [asyncio.create_task(_restarted(scene)) for scene in scenes]
    await asyncio.gather(*(event.wait() for event in begun))
    with suppress(AttributeError):  # not available on Windows
        os.nice(19)  # clients are other machines
    print("running", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _restarted(scene: Coroutine[Any, Any, None]) -> None:
    with suppress(CommandError):
        await scene


# -- Both ------------------------------------------------------------------------------------------


def measure(
    seconds: float, folder: Path, bots: int = BOTS, towers: int = TOWERS, pause: float = 0.6
) -> Stalls:
    """Return the delays of moves at a new server; bots wait ``pause`` seconds before a move."""
    server = subprocess.Popen(
        [sys.executable, "-c", _SERVER, str(folder / "tables.sqlite3"), str(pause)],
        stdout=subprocess.PIPE,
        text=True,
    )
    loading: subprocess.Popen[str] | None = None
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        asyncio.run(measure_moves(address, _WARM_SECONDS))
        idle = measured(address, server.pid, seconds)
        loading = subprocess.Popen(
            [sys.executable, __file__, "--load", address, str(bots), str(towers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert loading.stdout is not None
        assert loading.stdout.readline(), "the load did not start"
        before = asyncio.run(counts_of(address))
        loaded = measured(address, server.pid, seconds)
        after = asyncio.run(counts_of(address))
        counts = {name: value - before.get(name, 0.0) for name, value in after.items()}
        return Stalls(idle, loaded, counts)
    finally:
        for process in (loading, server):
            if process is not None:
                process.send_signal(signal.SIGINT if process is server else signal.SIGKILL)
                process.wait(60)
                for pipe in (process.stdin, process.stdout):
                    if pipe is not None:
                        pipe.close()


_HEAD = """\
# Stalls

Written by `benchmarks/stalls.py`: time from sending a move of Block Ness until it is back at its player, after it is on disk,
in milliseconds. Under load {bots} tables of two bots of the strongest level, {towers} tables of Block Out! with placements, one
client that replays a record of 1,459 events again and again, and one that has games analysed.

"""


def report(found: Stalls, bots: int, towers: int) -> str:
    """Return the results as Markdown."""
    rows = [
        f"| {name} | {one.moves} | {one.median:.1f} | {one.p99:.1f} | {one.longest:.1f} |"
        f" {one.queued:.1f} |"
        for name, one in (("idle", found.idle), ("under load", found.loaded))
    ]
    searches = int(found.counts.get("empile_bot_seconds_count", 0.0))
    placed = int(found.counts.get("empile_placed_total", 0.0))
    lines = [
        "| | moves | median | p99 | longest | without a processor |",
        "| --- | --- | --- | --- | --- | --- |",
        *rows,
        "",
        f"Ratio of the medians: {found.ratio:.2f}. Meanwhile, {searches} searches of bots ended and"
        f" {placed} blocks were placed.",
        "",
        f"{os.cpu_count()} cores, Python {platform.python_version()}, load average of the machine"
        f" {os.getloadavg()[0]:.1f} at the end.",
    ]
    return _HEAD.format(bots=bots, towers=towers) + "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write the results, or load a server."""
    if sys.argv[1:2] == ["--load"]:
        address, bots, towers = sys.argv[2:]
        asyncio.run(load(address, int(bots), int(towers)))
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--bots", type=int, default=BOTS)
    parser.add_argument("--towers", type=int, default=TOWERS)
    parser.add_argument("--pause", type=float, default=0.6, help="seconds between bots' moves")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="empile-stalls-") as folder:
        found = measure(chosen.seconds, Path(folder), chosen.bots, chosen.towers, chosen.pause)
    text = report(found, chosen.bots, chosen.towers)
    RESULTS.write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
