"""``empile tournament``: bots of any kind against each other, and how strong they are."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.choosing import add_game_arguments, add_seed_argument, chosen_game
from empile.cli.parser import whole_number
from empile.cli.progress import progress
from empile.cli.wording import WORDS, users_language

if TYPE_CHECKING:
    from empile.arena import Played, Results

ABOUT = """\
Let bots play each other, everybody against everybody on every seat, and tell how strong they are:
Elo ratings with their 95 % intervals, of which the mean is 0. A bot is

  level:N                   one of ours: `empile games` lists the levels
  random                    any legal move
  python:MODULE:FUNCTION    a function of a state and a random stream
  program:COMMAND           a program that reads and writes lines of JSON: docs/tournaments.md
  socket:HOST:PORT          one that listens there
  NAME=...                  any of these under another name

Who crashes, takes too long or makes an illegal move loses that game alone. With --results every game
is kept; broken off, the same command goes on where it was.

examples:
  empile tournament block-ness --entrant level:1 --entrant level:2 --rounds 20
  empile tournament blox --players 3 --entrant level:1 --entrant mine=program:./bot \\
      --results blox.jsonl --plot blox.svg
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_game_arguments(parser)
    parser.add_argument(
        "--entrant",
        action="append",
        default=[],
        metavar="BOT",
        help="who plays; to be repeated",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="how often everybody meets everybody in every order (default: 1)",
    )
    parser.add_argument(
        "--processes",
        type=whole_number(1, 4096),
        metavar="N",
        help="how many games are played at a time (default: one a core)",
    )
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        default=10.0,
        metavar="S",
        help="seconds for a move of a program or a function (default: 10)",
    )
    add_seed_argument(parser)
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="keep every game in FILE, or go on with it"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the ratings as FILE: .svg, .png or .pdf"
    )
    parser.add_argument(
        "--markdown",
        action="store_true",
        help="print the table as Markdown at a terminal too, as it is elsewhere",
    )
    parser.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster; without ADDRESS that of RAY_ADDRESS, else one on this machine",
    )
    parser.add_argument(
        "--language",
        choices=WORDS.languages,
        help="the language of the table (default: that of the terminal, else English)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Hold the tournament and print how it stands."""
    from empile.arena import open_results, plan_of, plot, standings
    from empile.cli.tournament_table import Told

    game = chosen_game(arguments, headless=True)
    plan = plan_of(game, arguments.entrant, seed=arguments.seed, time_limit=arguments.time_limit)
    if arguments.plot is not None:
        plot.check(arguments.plot)
    told = Told(arguments.language or users_language(os.environ))
    with open_results(plan, arguments.results) as results:
        _play(results, arguments)
        games = results.in_order()
    rows = standings(plan, games)
    if sys.stdout.isatty() and not arguments.markdown:
        told.show(rows)
    else:
        print("\n".join(told.markdown(rows)))
    print("\n".join(["", *told.below(plan, rows, games)]))
    if arguments.plot is not None:
        plot.draw(rows, arguments.plot, title=told.title(game), axis=told.text("tournament.axis"))
    return 0


def _play(results: Results, arguments: argparse.Namespace) -> None:
    from empile.arena import hold
    from empile.arena.cluster import hold_on_cluster

    games = arguments.rounds * len(results.plan.round)
    with progress(f"{results.plan.game}: {games} games") as told:

        def on_game(_: Played) -> None:
            told(len(results.games), games)

        if arguments.cluster is None:
            hold(
                results,
                rounds=arguments.rounds,
                processes=arguments.processes,
                on_game=on_game,
            )
        else:
            hold_on_cluster(
                results,
                address=arguments.cluster or None,
                rounds=arguments.rounds,
                processes=arguments.processes,
                on_game=on_game,
            )


def _seconds(text: str) -> float:
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"'{text[:40]}' is no number of seconds above 0")
