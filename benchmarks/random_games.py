"""Random games per second: Empile's compiled rules compared with C++ programs.

    python benchmarks/random_games.py [--game block-ness] [--rounds 9] [--seconds 0.5]

One C++ program uses a plain algorithm, another, if there is one, the tables of our rules or bit boards.
Each row is measured twice: as fast as each program can choose a random move, and with a list of all
legal moves at each turn; plain programs always list them. All programs take turns within one run, so that load on the machine affects all equally. Prints medians over the
rounds and the median of the rounds' ratios, on one core and on two. Ratios of processor time are
printed too; on a busy machine, trust these. Then prints the size of a state and the time of a copy, in
compiled code, by ``State.clone`` and in C++.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import timeit
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from cpp_baseline import BITS, TABLES, CppBaseline, baselines_of, build, compiler
from rich.console import Console
from rich.progress import track
from rich.table import Table

import empile
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructArray
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.playouts import random_games
from empile.engine.random import new_stream


@dataclass(frozen=True)
class Against:
    """Figures of a C++ program."""

    baseline: str
    games: float
    """Per second."""
    moves: float
    ratio: float
    """Empile's games a second by the C++ baseline's, the median over the rounds."""
    cpu_ratio: float
    """The same per second of processor time of all threads."""


@dataclass(frozen=True)
class Comparison:
    """One row: medians over interleaved rounds."""

    seats: int
    variant: str
    threads: int
    by_lists: bool
    """Whether all legal moves are listed at each turn."""
    games: float
    """Empile's, per second."""
    moves: float
    against: tuple[Against, ...]
    """None without a C++ compiler."""


@dataclass(frozen=True)
class Clones:
    """Time to copy a state: the best round, as other load only slows it."""

    seats: int
    variant: str
    bytes: int
    compiled: float
    """Nanoseconds in compiled code."""
    python: float
    """Nanoseconds of ``State.clone``."""
    cpp_bytes: int
    """0 without a C++ compiler."""
    cpp: float
    """Nanoseconds in C++."""


_ANY = "-any"
"""Suffix of programs that are compiled without the wide vectors of this processor."""
_ABREAST = 64
"""Number of states copied in turn: several, so that copies are real; few, so that they fit the cache."""


@inline
def _copy_on(states: StructArray, copies: int) -> None:
    for copy in range(copies):
        states[(copy + 1) % _ABREAST] = states[copy % _ABREAST]


def clones(
    game: Game, variant: str, baseline: CppBaseline | None, rounds: int, copies: int = 1_000_000
) -> Clones:
    """Measure the time of copies."""
    states = np.repeat(game.new_state().array, _ABREAST)
    _copy_on(states, 1)
    state = game.new_state()

    def nanoseconds(copy: Callable[[], object], number: int, copies_each: int) -> float:
        return 1e9 * min(timeit.repeat(copy, repeat=rounds, number=number)) / number / copies_each

    theirs: list[dict[str, Any]] = []
    if baseline is not None:
        seats = game.num_players
        theirs = [baseline.clone(seats, variant, 10 * copies) for _ in range(rounds)]
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
    game: Game,
    variant: str,
    threads: int,
    by_lists: bool,
    baselines: dict[str, CppBaseline],
    rounds: int,
    seconds: float,
) -> Comparison:
    """Let all programs play ``rounds`` interleaved rounds of about ``seconds`` each."""
    seats = game.num_players
    play = partial(random_games, game, threads=threads, by_lists=by_lists)
    play(100, stream=new_stream(0))
    once = play(2_000 * threads, stream=new_stream(0))
    games = max(1_000, int(once.games_per_second * seconds))
    ours: list[_Round] = []
    theirs: dict[str, list[_Round]] = {name: [] for name in baselines}
    for number in range(1, rounds + 1):
        cpu_begun = time.process_time()
        played = play(games, stream=new_stream(number))
        cpu = time.process_time() - cpu_begun
        ours.append(_Round(played.games_per_second, played.actions_per_second, games / cpu))
        for name, baseline in baselines.items():
            found = baseline.random_games(seats, variant, games, number, threads, by_lists=by_lists)
            took = found["seconds"]
            theirs[name].append(
                _Round(games / took, found["moves"] / took, games / found["cpu_seconds"])
            )
    return Comparison(
        seats,
        variant,
        threads,
        by_lists,
        median(one.games for one in ours),
        median(one.moves for one in ours),
        tuple(
            Against(
                name,
                median(one.games for one in found),
                median(one.moves for one in found),
                median(own.games / one.games for own, one in zip(ours, found, strict=True)),
                median(own.by_cpu / one.by_cpu for own, one in zip(ours, found, strict=True)),
            )
            for name, found in theirs.items()
        ),
    )


class _Round(NamedTuple):
    games: float
    """Per second."""
    moves: float
    by_cpu: float
    """Games per second of processor time."""


def settings(name: str) -> Iterator[tuple[Game, str]]:
    """Yield the game with every number of seats and variant, without placements by hand."""
    offered = {option.name: option for option in empile.load(name).options_offered}
    variants = offered["variant"].values if "variant" in offered else ("base",)
    for variant in variants:
        for seats in offered["players"].values:
            chosen = {**headless_options(game_class(name)), "players": seats}
            if "variant" in offered:
                chosen["variant"] = variant
            yield game_class(name)(**chosen), variant


def run(
    name: str, rounds: int, seconds: float, threads: list[int]
) -> tuple[list[Comparison], list[Clones]]:
    """Compare every number of seats and variant of a game; say so where there is no C++ baseline."""
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="empile-baseline-") as folder:
        baselines: dict[str, CppBaseline] = {}
        if not baselines_of(name):
            console.print(f"There is no C++ program of {name}: measuring Empile alone.")
        elif compiler() is None:
            console.print("No C++ compiler (g++ or clang++) is installed: measuring Empile alone.")
        else:
            for one in baselines_of(name):
                baselines[one] = build(one, Path(folder))
                if one.endswith(BITS):
                    baselines[one + _ANY] = build(one, Path(folder), native=False)
        wanted = [
            (*chosen, count, by_lists)
            for chosen in settings(name)
            for count in threads
            for by_lists in (False, True)
        ]
        rows = [
            compare(game, variant, count, by_lists, baselines, rounds, seconds)
            for game, variant, count, by_lists in track(
                wanted, "random games", console=console, transient=True
            )
        ]
        game, variant = next(settings(name))
        return rows, [clones(game, variant, baselines.get(name), rounds)]


def table(rows: list[Comparison]) -> Table:
    """Return the rows as a table."""
    shown = Table(title="Random games, in thousands a second (moves in brackets)")
    for heading in ("seats", "variant", "cores", "lists", "Empile"):
        shown.add_column(heading, justify="right")
    for against in rows[0].against:
        for heading in (_heading(against.baseline), "ratio", "by CPU time"):
            shown.add_column(heading, justify="right")
    for row in rows:
        shown.add_row(
            str(row.seats),
            row.variant,
            str(row.threads),
            "yes" if row.by_lists else "no",
            _thousands(row.games, row.moves),
            *(
                text
                for one in row.against
                for text in (
                    _thousands(one.games, one.moves),
                    f"{one.ratio:.2f}",
                    f"{one.cpu_ratio:.2f}",
                )
            ),
        )
    return shown


def _heading(baseline: str) -> str:
    if baseline.endswith(TABLES):
        return "C++ with our tables"
    if baseline.endswith(BITS + _ANY):
        return "C++ with bit boards, any x86-64"
    return "C++ with bit boards" if baseline.endswith(BITS) else "C++"


def _thousands(games: float, moves: float) -> str:
    return f"{games / 1e3:.1f} ({moves / 1e3:.0f})"


def clone_table(rows: list[Clones]) -> Table:
    """Return the copy times as a table."""
    shown = Table(title="One state: its size, and nanoseconds to copy it")
    for heading in ("bytes", "compiled", "State.clone", "C++ bytes", "C++"):
        shown.add_column(heading, justify="right")
    for row in rows:
        theirs = (str(row.cpp_bytes), f"{row.cpp:.0f}") if row.cpp else ("-", "-")
        shown.add_row(str(row.bytes), f"{row.compiled:.0f}", f"{row.python:.0f}", *theirs)
    return shown


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="per round and program")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    chosen = parser.parse_args()
    rows, copies = run(chosen.game, chosen.rounds, chosen.seconds, chosen.threads)
    Console(width=160).print(table(rows), clone_table(copies), sep="\n")
    if chosen.json:
        found = {"random": [asdict(row) for row in rows], "clones": [asdict(row) for row in copies]}
        chosen.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
