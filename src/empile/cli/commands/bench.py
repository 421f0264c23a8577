"""``empile bench``: speed of games on this machine."""

from __future__ import annotations

import argparse
import itertools
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from empile.cli.parser import whole_number
from empile.cli.progress import ProgressUpdate, progress

if TYPE_CHECKING:
    from empile.engine.bench import Bench
    from empile.engine.game import Game

_STEPS = 5
"""Approximate number of measurements per game."""

ABOUT = """\
Measure the speed of games on this machine: random games on one core and on all cores, the tree
search on one core, and the time from the start of Python to the first move, with and without
compiled code.

examples:
  empile bench
  empile bench block-ness --seconds 5
  empile bench block-ness --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="name of a game (default: all games)"
    )
    parser.add_argument(
        "--seconds",
        type=whole_number(1, 3600),
        default=1,
        metavar="T",
        help="seconds per measurement (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print the results as lines of JSON")


def run(arguments: argparse.Namespace) -> int:
    import empile

    for name in [arguments.game] if arguments.game else empile.game_names():
        game = empile.load(name)
        with progress(f"measuring {name}") as update:
            found = _measure(game, arguments.seconds, update)
        print(json.dumps(asdict(found)) if arguments.json else _table(found))
    return 0


def _measure(game: Game, seconds: int, update: ProgressUpdate) -> Bench:
    from empile.engine.bench import bench

    done = itertools.count()
    return bench(game, seconds=seconds, on_step=lambda _: update(next(done), _STEPS))


def _table(found: Bench) -> str:
    lines = [found.game]
    for speed in found.random:
        cores = "1 core" if speed.threads == 1 else f"{speed.threads} cores"
        lines.append(
            f"  random games, {cores:<8} {speed.games_per_second:>14,.0f} games/s"
            f" {speed.actions_per_second:>14,.0f} moves/s"
        )
    lines += [
        f"  tree search, 1 core    {found.simulations_per_second:>14,.0f} simulations/s",
        f"  first move, compiling  {found.cold_start:>14.2f} s",
        f"  first move, compiled   {found.warm_start:>14.2f} s",
    ]
    return "\n".join(lines)
