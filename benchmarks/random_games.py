"""Random games a second: Empile's compiled rules beside a plain C++ program of the same rules.

    python benchmarks/random_games.py [--game block-ness] [--rounds 9] [--seconds 0.5]

Both play in turns within one run, so that a busy machine slows both alike. Printed are medians over
the rounds and the median of the rounds' ratios, on one core and on two. The ratio is taken of the
time that the processors spent too: on a busy machine it is the one to trust.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table
from yardstick import Yardstick, build, compiler, has_yardstick

import empile
from empile.engine.discovery import game_class
from empile.engine.game import Game
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


def run(name: str, rounds: int, seconds: float, threads: list[int]) -> list[Comparison]:
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
        return [
            compare(game, variant, count, yardstick, rounds, seconds)
            for game, variant, count in track(
                wanted, "random games", console=console, transient=True
            )
        ]


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


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="block-ness")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each round of each side")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--json", type=Path, help="write the rows to this file too")
    chosen = parser.parse_args()
    rows = run(chosen.game, chosen.rounds, chosen.seconds, chosen.threads)
    Console(width=100).print(table(rows))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
