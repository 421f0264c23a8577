"""Run all benchmarks of rules, search, startup, server and page; print one table.

    python benchmarks/all.py [--quick] [--json FILE]

Takes some minutes. The figures depend on the load of the machine. For the strength of the bots see
``benchmarks/levels.py``.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numba
import random_games
from first_load import first_load
from rich.console import Console
from rich.table import Table

import empile
from empile.engine.bench import Bench, bench
from empile.engine.playouts import cores

HERE = Path(__file__).parent


def durable(seconds: float) -> list[dict[str, Any]]:
    """Return the results of ``durable_moves.py``, a row per number of tables."""
    command = [sys.executable, str(HERE / "durable_moves.py"), "--seconds", str(seconds)]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def speeds(found: list[Bench]) -> Table:
    """Return search speed and startup time of every game."""
    shown = Table(title="Search and starts")
    for heading in ("game", "simulations/s", "first start (compiles)", "later starts"):
        shown.add_column(heading, justify="right")
    for figures in found:
        shown.add_row(
            figures.game,
            f"{figures.simulations_per_second:,.0f}",
            f"{figures.cold_start:.1f} s",
            f"{figures.warm_start:.2f} s",
        )
    return shown


def plain(title: str, rows: list[dict[str, Any]]) -> Table:
    """Return rows with prefixed names."""
    shown = Table(title=title)
    names = list(dict.fromkeys(name for row in rows for name in row))
    for name in names:
        shown.add_column(name, justify="right")
    for row in rows:
        cells = [row.get(name, "") for name in names]
        shown.add_row(*[f"{cell:,.2f}" if isinstance(cell, float) else str(cell) for cell in cells])
    return shown


def main() -> None:
    """Run all benchmarks and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter and less precise")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    chosen = parser.parse_args()
    rounds, seconds = (3, 0.2) if chosen.quick else (9, 0.5)
    console = Console(width=120)
    told = Console(stderr=True)
    names = empile.game_names()
    machine = f"{platform.machine()}, {cores()} cores, Python {platform.python_version()}"
    console.print(f"{machine}, Numba {numba.__version__}")
    random: dict[str, list[random_games.Comparison]] = {}
    clones: dict[str, list[random_games.Clones]] = {}
    for name in names:
        random[name], clones[name] = random_games.run(name, rounds, seconds, sorted({1, cores()}))
        tables = (random_games.table(random[name]), random_games.clone_table(clones[name]))
        console.print(name, *tables, sep="\n")
    found: list[Bench] = []
    for name in names:
        with told.status(f"{name}: search and starts"):
            found.append(bench(empile.load(name), seconds=2 * seconds))
    console.print(speeds(found))
    with told.status("durable moves"):
        moves = durable(3.0 if chosen.quick else 8.0)
    console.print(plain("Durable moves", moves))
    sizes = first_load()
    load = sum(sizes.values())
    if sizes:
        console.print(f"First load of the page: {load:,} bytes gzipped, {len(sizes)} files")
    else:
        console.print("First load of the page: not built (run `make play` once)")
    if chosen.json:
        figures = {
            "machine": machine,
            "random": {name: [asdict(row) for row in rows] for name, rows in random.items()},
            "clones": {name: [asdict(row) for row in rows] for name, rows in clones.items()},
            "bench": [asdict(row) for row in found],
            "durable": moves,
            "first_load": sizes,
        }
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
