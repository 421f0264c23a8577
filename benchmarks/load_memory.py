"""Memory of the server per table with two connections; writes ``results/load_memory.md``.

Plays prepared games at all tables until they are in mid-game, and reads the resident memory of the
server. A shorter run with ``full``, in which the server traces its allocations, shows what the memory is.

    python benchmarks/load_memory.py --tables 500
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from subprocess import Popen

import uvloop
from load.players import Load
from load.prepared import prepare_games
from load.processes import first_line, resident_mb, stop
from load.tables import Detail, Tables, start_server

RESULTS = Path(__file__).parent / "results" / "load_memory.md"
GAMES = ("block-ness", "blox", "on-top", "block-out")
DETAILS: tuple[Detail, ...] = ("full", "moves")
_MOST_TURNS = 60
"""Random games of Blox are longer than real ones."""
_MOST_TRACED = 100
"""Tables in a run that traces allocations, which is slow."""
_PACKAGES = ("empile", "uvicorn", "websockets", "asyncio")


@dataclass(frozen=True)
class Memory:
    """Memory per table, in KiB."""

    game: str
    detail: Detail
    turns: int
    """Played at each table."""
    at_start: float
    """Resident, without a move."""
    mid_game: float
    """Resident, after ``turns``."""
    allocations: dict[str, float]
    """The largest, by source file, in mid-game; only for ``full``."""


def package_path(file: str) -> str:
    """Return the path of a source file from its package on."""
    parts = Path(file).parts
    for package in _PACKAGES:
        if package in parts:
            at = len(parts) - 1 - parts[::-1].index(package)
            return "/".join(parts[at:])
    return "/".join(parts[-2:])


async def _grow(
    server: Popen[str], game: str, detail: Detail, tables: int, turns: int, *, traced: bool
) -> tuple[float, float, dict[str, float]]:
    load = Load()
    made = Tables(server, game, detail, load)

    def allocations() -> Counter[str]:
        sizes: Counter[str] = Counter()
        if traced:
            server.send_signal(signal.SIGUSR1)
            for file, size in json.loads(first_line(server, "{")).items():
                sizes[package_path(file)] += size
        return sizes

    try:
        await made.add(0, turns)
        await load.rest(1)
        memory, allocated = resident_mb(server.pid), allocations()
        for number in range(1, tables):
            await made.add(number, 0)
        await load.rest(tables)
        started = resident_mb(server.pid)
        load.resume(hold_at=turns)
        await load.rest(tables)
        kib = 1024 / (tables - 1)
        grown = allocations()
        grown.subtract(allocated)
        largest = {file: size / 1024**2 * kib for file, size in grown.most_common(8)}
        return (started - memory) * kib, (resident_mb(server.pid) - memory) * kib, largest
    finally:
        await made.close()


def measured(game: str, detail: Detail, tables: int) -> Memory:
    """Start a server, play to mid-game, stop it; for `full` once more with traced allocations."""
    turns = min(_MOST_TURNS, round(mean(len(one.moves) for one in prepare_games(game)) / 2))
    at_start, mid_game, _ = _run(game, detail, tables, turns, traced=False)
    allocations: dict[str, float] = {}
    if detail == "full":
        *_, allocations = _run(game, detail, min(tables, _MOST_TRACED), turns, traced=True)
    return Memory(game, detail, turns, at_start, mid_game, allocations)


def _run(
    game: str, detail: Detail, tables: int, turns: int, *, traced: bool
) -> tuple[float, float, dict[str, float]]:
    command = [sys.executable, *(["-X", "tracemalloc"] if traced else [])]
    with tempfile.TemporaryDirectory(prefix="empile-load-") as folder:
        server = start_server(Path(folder), command)
        try:
            return uvloop.run(_grow(server, game, detail, tables, turns, traced=traced))
        finally:
            stop(server)


_HEAD = """\
# Memory per table

Written by `benchmarks/load_memory.py`: growth of the server's resident memory per table with two connections, {tables} tables.

| game | subscription | without a move (KiB) | turns played | in mid-game (KiB) |
| --- | --- | --- | --- | --- |
"""
_ALLOCATIONS = """
Allocations of Python in mid-game with `full`, by source file (KiB per table):

| game | allocations |
| --- | --- |
"""


_NOTE = """
`<string>`: generated constructors of data classes and named tuples. What uvloop and SQLite allocate is not traced.

"""


def report(found: Sequence[Memory], tables: int, note: str) -> str:
    """Return the results as Markdown."""
    rows = [
        f"| {one.game} | {one.detail} | {one.at_start:.0f} | {one.turns} | {one.mid_game:.0f} |\n"
        for one in found
    ]
    largest = [
        f"| {one.game} |"
        f" {', '.join(f'`{file}` {kib:.1f}' for file, kib in one.allocations.items())} |\n"
        for one in found
        if one.detail == "full"
    ]
    return f"{_HEAD.format(tables=tables)}{''.join(rows)}{_ALLOCATIONS}{''.join(largest)}{_NOTE}{note}\n"


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--games-of", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    found = [
        measured(game, detail, chosen.tables) for game in chosen.games_of for detail in DETAILS
    ]
    note = (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, {platform.system()},"
        f" Python {platform.python_version()}."
    )
    chosen.results.write_text(report(found, chosen.tables, note), "utf-8")
    print(chosen.results.read_text("utf-8"))


if __name__ == "__main__":
    main()
