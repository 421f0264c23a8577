"""Load test of a server with many tables at which hands place blocks in simulations.

Starts a server on a new data file and creates tables of bots with a spectator each, so that many
placements run at once; a new table replaces each finished one. Measures the delay of frames, by the
server's clock and at the spectators, the processor time and memory of the server, and the growth of
memory from the middle third of the time to the last.

    python benchmarks/tower_tables.py --tables 30 --seconds 240
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from load.processes import processor_seconds

from empile.client import ClosedError, Rest, TableConnection, connect
from empile.server.wire import messages as wire

GAME = "block-out"
OUTCOMES = ("~stands", "~falls", "~falls-later")
"""Chance events of placements; all others deal and draw cards."""
_SERVER = """
import sys
from pathlib import Path
from empile.server.wire.rate_limits import Limits
from empile.server.run import serve
from empile.server.settings import Settings
limits = Limits(requests_per_second=1e9, requests_at_once=1e9)
serve("127.0.0.1", 0, settings=Settings(data=Path(sys.argv[1]), limits=limits, idle_seconds=10.0),
      announce=lambda address: print(address, flush=True))
"""
_BUCKET = re.compile(r'empile_frame_seconds_bucket\{le="([^"]+)"\} (\S+)')
_FIGURE = re.compile(r"^(empile_\w+) (\S+)$", re.MULTILINE)


@dataclass
class Seen:
    """What spectators received during the measurement."""

    counting: bool = False
    films: int = 0
    """Total number, including the time before the measurement."""
    games: int = 0
    gaps: list[float] = field(default_factory=list[float])
    """Seconds between two frames of the same hand without a pause between."""
    answers: Counter[str] = field(default_factory=Counter[str])
    troubles: list[str] = field(default_factory=list[str])


@dataclass
class Figures:
    """The server's metrics at one moment."""

    at: float
    processor: float
    memory: float
    """Unshared memory in MB."""
    frames: dict[float, float]
    """Number of frames by upper bound of their delay in seconds."""
    counts: dict[str, float]


async def figures(address: str, pid: int) -> Figures:
    """Return the server's current metrics."""
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{address}/metrics", timeout=60)).text
    return Figures(
        time.perf_counter(),
        processor_seconds(pid),
        memory(pid),
        {float(bound): float(count) for bound, count in _BUCKET.findall(text)},
        {name: float(count) for name, count in _FIGURE.findall(text)},
    )


def memory(pid: int) -> float:
    """Return the unshared memory of a process in MB; 0 if the system does not report it."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"RssAnon:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


async def watch(address: str, seen: Seen) -> None:
    """Create tables one after another and watch each until its game is over."""
    async with Rest(address) as rest:
        while True:
            made = await rest.make_table(GAME, ["bot:1", "bot:1"])
            async with await connect(address, made.table) as table:
                await look_on(table, seen)


async def look_on(table: TableConnection, seen: Seen) -> None:
    """Watch until the game is over."""
    last: tuple[float, float] | None = None
    async for message in table:
        now = time.perf_counter()
        if isinstance(message, wire.PlacementFrame):
            if last is not None and seen.counting and 0 < message.time - last[1] < 0.2:
                seen.gaps.append(now - last[0])
            last = (now, message.time)
        elif isinstance(message, wire.Animation):
            seen.films += 1
            last = None
        elif isinstance(message, wire.Update):
            for event in message.events:
                if isinstance(event, wire.ChanceResolved):
                    outcome = event.text.split(" ")[0]  # the poses of the blocks follow
                    if outcome in OUTCOMES:
                        seen.answers[outcome] += seen.counting
                elif isinstance(event, wire.Frozen):
                    seen.troubles.append(event.detail)
            if table.table.status == "over":
                seen.games += seen.counting
                return


async def soak(
    address: str, pid: int, tables: int, seconds: float, settle: float
) -> dict[str, Any]:
    """Watch ``tables`` tables for ``seconds``; return the measurements.

    The measurement starts after two placements per table and ``settle`` seconds, when compiled code is
    loaded and every game has started.
    """
    seen = Seen()
    watching = [asyncio.create_task(watch(address, seen)) for _ in range(tables)]
    try:
        await asyncio.sleep(settle)
        while seen.films < 2 * tables:
            await asyncio.sleep(0.1)
        first = await figures(address, pid)
        seen.counting = True
        memories = [first.memory]
        while time.perf_counter() < first.at + seconds:
            await asyncio.sleep(min(5.0, seconds / 4))
            memories.append(memory(pid))
            broken = [task for task in watching if task.done()]
            if broken:
                broken[0].result()
        seen.counting = False
        last = await figures(address, pid)
    finally:
        for task in watching:
            task.cancel()
        ended = await asyncio.gather(*watching, return_exceptions=True)
    lost = sum(isinstance(end, ClosedError) for end in ended)
    return summary(tables, seen, first, last, memories, lost)


def summary(
    tables: int, seen: Seen, first: Figures, last: Figures, memories: list[float], lost: int
) -> dict[str, Any]:
    """Return the figures of a run."""
    took = last.at - first.at
    late = {bound: count - first.frames.get(bound, 0.0) for bound, count in last.frames.items()}
    frames = max(late.values(), default=0.0)
    gaps = sorted(seen.gaps) or [0.0]
    third = max(1, len(memories) // 3)
    earlier, later = memories[-2 * third : -third], memories[-third:]
    drift = sum(later) / third - sum(earlier) / len(earlier) if earlier else 0.0

    def counted(name: str) -> float:
        return last.counts.get(name, 0.0) - first.counts.get(name, 0.0)

    return {
        "tables": tables,
        "seconds": round(took, 1),
        "placed": int(counted("empile_placed_total")),
        "answers": dict(sorted(seen.answers.items())),
        "games": seen.games,
        "frames_per_second": round(frames / took, 1),
        "late_p50_ms": bound_of(late, frames * 0.5),
        "late_p99_ms": bound_of(late, frames * 0.99),
        "late_p999_ms": bound_of(late, frames * 0.999),
        "gap_p50_ms": round(gaps[len(gaps) // 2] * 1e3, 1),
        "gap_p99_ms": round(gaps[int(len(gaps) * 0.99)] * 1e3, 1),
        "server_processor_share": round((last.processor - first.processor) / took, 2),
        "memory_mb": [round(found) for found in memories[:: max(1, len(memories) // 8)]],
        "memory_drift_mb_a_minute": round(drift / (took / 3) * 60, 2),
        "faults": int(counted("empile_faults_total")),
        "frozen": int(counted("empile_frozen_total")),
        "connections_lost": lost,
        "troubles": seen.troubles,
    }


def bound_of(late: dict[float, float], count: float) -> float:
    """Return the smallest bound, in milliseconds, within which ``count`` frames were sent."""
    return next((bound * 1e3 for bound, frames in sorted(late.items()) if frames >= count), 0.0)


def measure(tables: int, seconds: float, settle: float, folder: Path) -> dict[str, Any]:
    """Start a server, watch its tables, stop it; return the measurements."""
    script = folder / "server.py"
    script.write_text(_SERVER)
    server = subprocess.Popen(
        [sys.executable, str(script), str(folder / "tables.sqlite3")],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        found = asyncio.run(soak(address, server.pid, tables, seconds, settle))
        return found | {"cores": os.cpu_count(), "python": platform.python_version()}
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        assert server.stdout is not None
        server.stdout.close()


def main() -> None:
    """Measure and print one line of JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument(
        "--settle", type=float, default=40.0, help="minimum seconds before the measurement"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="empile-towers-") as folder:
        found = measure(chosen.tables, chosen.seconds, chosen.settle, Path(folder))
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
