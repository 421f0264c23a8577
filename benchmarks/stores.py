"""Processor time of a durable move on SQLite and on PostgreSQL; writes ``results/stores.md``.

Plays prepared games without a pause, as ``load_test.py`` does, by turns with one server process on a
new data file and one on a new database. PostgreSQL runs on the same machine, over a Unix socket,
with ``fsync=on``: every commit is on disk. Takes 3 minutes.

    python benchmarks/stores.py
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import load_test
from load.measuring import Figures
from load.processes import processor_seconds

from empile.server.store.database import migrate
from tests.support.postgres_server import PostgresServer, postgres_server, programs

RESULTS = Path(__file__).parent / "results" / "stores.md"
NAMES = ("SQLite", "PostgreSQL")


def processes_of(server: PostgresServer) -> list[int]:
    """Return a database server's processes."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children")
    return [server.process, *map(int, children.read_text().split())]


def measured(
    name: str, server: PostgresServer, game: str, sizes: Sequence[int], seconds: float
) -> list[Figures]:
    """Measure one store, new and empty."""
    url: str | None = None
    if name == "PostgreSQL":
        location = server.new_database()
        migrate(location)
        url = location.url

    def store_seconds() -> float:
        return sum(processor_seconds(process) for process in processes_of(server))

    found = load_test.measured(game, "full", sizes, seconds, store=url, store_seconds=store_seconds)
    return [replace(one, server=name) for one in found]


def report(found: Sequence[Figures], turns: int) -> str:
    """Return the page of results."""
    folder = programs()
    assert folder is not None
    version = subprocess.run(
        [folder / "postgres", "--version"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split()[2]
    lines = [
        "# Stores",
        "",
        "Durable moves of one server process on SQLite and on PostgreSQL, by turns;"
        " written by `benchmarks/stores.py`. Medians of"
        f" {turns} runs with two connections a table, all views and no pause.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, Python"
        f" {platform.python_version()}, PostgreSQL {version} over a Unix socket with `fsync=on`.",
        "The load generator and PostgreSQL share the cores with the server.",
        "",
        "| game | tables | store | server, µs/move | of SQLite's | PostgreSQL, µs/move | both, of"
        " SQLite's | moves/s | p50, ms | p99, ms |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game, size in sorted({(one.game, one.tables) for one in found}):
        base = 0.0
        for name in NAMES:
            runs = [
                one for one in found if (one.server, one.game, one.tables) == (name, game, size)
            ]

            def median(field: str, runs: list[Figures] = runs) -> float:
                return float(statistics.median(getattr(run, field) for run in runs))

            cost = median("server_us_per_move")
            base = base or cost
            own = median("store_us_per_move") if name == "PostgreSQL" else 0.0
            lines.append(
                f"| {game} | {size} | {name} | {cost:.0f} | {cost / base:.2f} | {own:.0f} |"
                f" {(cost + own) / base:.2f} |"
                f" {median('moves_per_second'):.0f} | {median('p50_ms'):.1f} |"
                f" {median('p99_ms'):.1f} |"
            )
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure by turns and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 10, 100, 300])
    parser.add_argument("--games-of", type=lambda text: text.split(","), default=["block-ness"])
    parser.add_argument("--by-turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of a window")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    gc.disable()  # of the load generator: it would delay moves
    found: list[Figures] = []
    with postgres_server("fsync=on") as server:
        for turn in range(chosen.by_turns):
            for game in chosen.games_of:
                for name in NAMES:
                    figures = measured(name, server, game, sorted(chosen.tables), chosen.seconds)
                    found += figures
                    print(*figures, sep="\n", flush=True)
            chosen.results.write_text(report(found, turn + 1), "utf-8")


if __name__ == "__main__":
    main()
