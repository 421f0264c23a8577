"""Random games a second: Empile's compiled rules beside a plain C++ program of the same rules.

    python benchmarks/random_games.py [--game block-ness] [--rounds 9] [--seconds 0.5]

Both play in turns within one run, so that a busy machine slows both alike. Printed are medians over
the rounds and the median of the rounds' ratios, on one core and on two. The ratio is taken of the
time that the processors spent too: on a busy machine it is the one to trust. Then what a state weighs
and how long it takes to copy one, in compiled code, by ``State.clone`` and in C++.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import timeit
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from yardstick import Yardstick, build, compiler, has_yardstick

import empile
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.jit import inner
from empile.engine.layout import RecordArray
from empile.engine.playouts import random_games
from empile.engine.random import new_stream


@dataclass(frozen=True)
class Comparison:
    """One row: medians over rounds that were played in turns."""

    seats: int
    variant: str
    threads: int
    empile_games: float
    """Games a second."""
    empile_moves: float
    cpp_games: float
    """0 where there is no C++ compiler."""
    cpp_moves: float
    ratio: float
    """Empile's games a second by the yardstick's, the median over the rounds."""
    cpu_ratio: float
    """The same by a second of processor time, of all threads together."""


@dataclass(frozen=True)
class Clones:
    """What it takes to copy a state: the best of the rounds, for whatever disturbs makes it slower."""

    seats: int
    variant: str
    bytes: int
    compiled: float
    """Nanoseconds in compiled code, as searches and random games copy."""
    python: float
    """Nanoseconds of ``State.clone``."""
    cpp_bytes: int
    """0 where there is no C++ compiler."""
    cpp: float
    """Nanoseconds in C++."""


_ABREAST = 64
"""States that are copied in turn: more than one, so that a copy is made, and few enough to stay near."""


@inner
def _copy_on(states: RecordArray, copies: int) -> None:
    for copy in range(copies):
        states[(copy + 1) % _ABREAST] = states[copy % _ABREAST]


def clones(
    game: Game, variant: str, yardstick: Yardstick | None, rounds: int, copies: int = 1_000_000
) -> Clones:
    """Measure copies of a state."""
    states = np.repeat(game.new_state().array, _ABREAST)
    _copy_on(states, 1)
    state = game.new_state()

    def nanoseconds(copy: Callable[[], object], number: int, copies_each: int) -> float:
        return 1e9 * min(timeit.repeat(copy, repeat=rounds, number=number)) / number / copies_each

    theirs: list[dict[str, Any]] = []
    if yardstick is not None:
        seats = game.num_players
        theirs = [yardstick.clone(seats, variant, 10 * copies) for _ in range(rounds)]
    return Clones(
        game.num_players,
        variant,
        states.dtype.itemsize,
        nanoseconds(lambda: _copy_on(states, copies), 1, copies),
        nanoseconds(state.clone, copies // 50, 1),
        theirs[0]["bytes"] if theirs else 0,
        min(row["nanoseconds"] for row in theirs) if theirs else 0.0,
    )


def compare(
    game: Game, variant: str, threads: int, yardstick: Yardstick | None, rounds: int, seconds: float
) -> Comparison:
    """Let both play ``rounds`` rounds of about ``seconds`` each, in turns."""
    seats = game.num_players
    random_games(game, 100, stream=new_stream(0), threads=threads)
    once = random_games(game, 2_000 * threads, stream=new_stream(0), threads=threads)
    games = max(1_000, int(once.games_per_second * seconds))
    empile_games: list[float] = []
    empile_moves: list[float] = []
    cpp_games: list[float] = []
    cpp_moves: list[float] = []
    cpu_ratios: list[float] = []
    for number in range(1, rounds + 1):
        cpu_begun = time.process_time()
        ours = random_games(game, games, stream=new_stream(number), threads=threads)
        cpu = time.process_time() - cpu_begun
        empile_games.append(ours.games_per_second)
        empile_moves.append(ours.actions_per_second)
        if yardstick is not None:
            theirs = yardstick.random_games(seats, variant, games, number, threads)
            cpp_games.append(theirs["games"] / theirs["seconds"])
            cpp_moves.append(theirs["moves"] / theirs["seconds"])
            cpu_ratios.append(theirs["cpu_seconds"] / cpu)
    ratios = [ours / theirs for ours, theirs in zip(empile_games, cpp_games, strict=False)]
    return Comparison(
        seats,
        variant,
        threads,
        median(empile_games),
        median(empile_moves),
        median(cpp_games) if cpp_games else 0.0,
        median(cpp_moves) if cpp_moves else 0.0,
        median(ratios) if ratios else 0.0,
        median(cpu_ratios) if cpu_ratios else 0.0,
    )


def settings(name: str) -> Iterator[tuple[Game, str]]:
    """Yield the game with every number of seats and, where it has variants, each of them."""
    offered = {option.name: option for option in empile.load(name).options_offered}
    variants = offered["variant"].values if "variant" in offered else ("base",)
    for variant in variants:
        for seats in offered["players"].values:
            chosen = {"players": seats}
            if "variant" in offered:
                chosen["variant"] = variant
            yield game_class(name)(**chosen), variant


def run(
    name: str, rounds: int, seconds: float, threads: list[int]
) -> tuple[list[Comparison], list[Clones]]:
    """Compare every number of seats and variant of a game; say so where there is no yardstick."""
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="empile-yardstick-") as folder:
        yardstick: Yardstick | None = None
        if not has_yardstick(name):
            console.print(f"There is no C++ program of {name}: measuring Empile alone.")
        elif compiler() is None:
            console.print("No C++ compiler (g++ or clang++) is installed: measuring Empile alone.")
        else:
            yardstick = build(name, Path(folder))
        wanted = [(*chosen, count) for chosen in settings(name) for count in threads]
        rows = [
            compare(game, variant, count, yardstick, rounds, seconds)
            for game, variant, count in track(
                wanted, "random games", console=console, transient=True
            )
        ]
        game, variant = next(settings(name))
        return rows, [clones(game, variant, yardstick, rounds)]


def table(rows: list[Comparison]) -> Table:
    """Return the rows as a table to print."""
    shown = Table(title="Random games, in thousands a second (moves in brackets)")
    for heading in ("seats", "variant", "cores", "Empile", "C++", "ratio", "by CPU time"):
        shown.add_column(heading, justify="right")
    for row in rows:
        shown.add_row(
            str(row.seats),
            row.variant,
            str(row.threads),
            f"{row.empile_games / 1e3:.1f} ({row.empile_moves / 1e3:.0f})",
            f"{row.cpp_games / 1e3:.1f} ({row.cpp_moves / 1e3:.0f})" if row.cpp_games else "-",
            f"{row.ratio:.2f}" if row.ratio else "-",
            f"{row.cpu_ratio:.2f}" if row.cpu_ratio else "-",
        )
    return shown


def clone_table(rows: list[Clones]) -> Table:
    """Return what copies of states take as a table to print."""
    shown = Table(title="One state: its size, and nanoseconds to copy it")
    for heading in ("bytes", "compiled", "State.clone", "C++ bytes", "C++"):
        shown.add_column(heading, justify="right")
    for row in rows:
        theirs = (str(row.cpp_bytes), f"{row.cpp:.0f}") if row.cpp else ("-", "-")
        shown.add_row(str(row.bytes), f"{row.compiled:.0f}", f"{row.python:.0f}", *theirs)
    return shown


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each round of each side")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    chosen = parser.parse_args()
    rows, copies = run(chosen.game, chosen.rounds, chosen.seconds, chosen.threads)
    Console(width=100).print(table(rows), clone_table(copies), sep="\n")
    if chosen.json:
        found = {"random": [asdict(row) for row in rows], "clones": [asdict(row) for row in copies]}
        chosen.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
