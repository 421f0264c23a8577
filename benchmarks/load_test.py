"""Load test of the server by turns with boardgame.io; writes ``results/load.md``.

Both servers play the same prepared games with two connections a table and no pause, from the same
load generator. boardgame.io runs with its default storage in memory and its transport Socket.IO,
over WebSockets; it is installed once from ``load/boardgame_io/package-lock.json``. Takes 7 minutes.

    python benchmarks/load_test.py
    python benchmarks/load_test.py --games-of blox --tables 100 --by-turns 1
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import uvloop
from load import matches, prepared, tables
from load.measuring import Figures, measure_sizes
from load.players import Load
from load.processes import stop
from load.report import report
from node_packages import NODE, install

RESULTS = Path(__file__).parent / "results" / "load.md"
__all__ = ["Figures", "Load", "matches", "measured", "prepared", "report", "stop", "tables"]
GAMES = ("block-ness", "blox", "on-top", "block-out")
DETAILS: tuple[tables.Detail, ...] = ("full", "moves")


def measured(
    game: str,
    detail: tables.Detail | None,
    sizes: Sequence[int],
    seconds: float,
    command: Sequence[str] = (sys.executable,),
    store: str | None = None,
    store_seconds: Callable[[], float] = lambda: 0.0,
) -> list[Figures]:
    """Start our server, or boardgame.io's if ``detail`` is None; load it, stop it.

    :param command: to start Python for our server.
    :param store: of our server, by default a new data file.
    :param store_seconds: returns the processor time of other processes that store moves.
    """
    with tempfile.TemporaryDirectory(prefix="empile-load-") as name:
        folder = Path(name)
        server = (
            matches.start_server(folder, game, NODE)
            if detail is None
            else tables.start_server(folder, command, store=store)
        )

        async def play() -> list[Figures]:
            load = Load()
            ours_or_theirs = (
                matches.Matches(server, game, load)
                if detail is None
                else tables.Tables(server, game, detail, load)
            )
            try:
                return await measure_sizes(
                    ours_or_theirs,
                    load,
                    game=game,
                    sizes=sizes,
                    seconds=seconds,
                    store_seconds=store_seconds,
                )
            finally:
                await ours_or_theirs.close()

        try:
            return uvloop.run(play())
        finally:
            stop(server)


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
    parser.add_argument("--seconds", type=float, default=1.5, help="length of a window")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    install(matches.FOLDER, "boardgame.io")
    gc.disable()  # of the load generator: it would delay moves
    found: list[Figures] = []
    for turn in range(chosen.by_turns):
        for game in chosen.games_of:
            for detail in (*DETAILS, None):
                figures = measured(game, detail, sorted(chosen.tables), chosen.seconds)
                found += figures
                print(*figures, sep="\n", flush=True)
            chosen.results.write_text(report(found, turn + 1, environment()), "utf-8")


if __name__ == "__main__":
    main()
