"""``empile tournament``: plays bots against each other and rates them."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError
from empile.cli.game_args import add_game_arguments, add_seed_argument, chosen_game
from empile.cli.i18n import WORDS, users_language
from empile.cli.parser import server_address, whole_number
from empile.cli.progress import progress, resumable

if TYPE_CHECKING:
    from empile.arena import GameResult, Results

ABOUT = """\
Run a round-robin tournament between bots, in all seats, and print Elo ratings with 95 % intervals.
The mean rating is 0. A bot is one of

  level:N                   a built-in bot; `empile games` lists the levels
  random                    random legal moves
  network                   the network that comes with the game, if there is one
  network:FILE              a network of `empile train`; FILE@400: 400 simulations per move
  python:MODULE:FUNCTION    a function of a state and a random stream
  program:COMMAND           a program that reads and writes lines of JSON: docs/how-to/tournaments.md
  socket:HOST:PORT          a program that listens there
  NAME=...                  any of these under another name

A bot that crashes, exceeds the time limit or makes an illegal move loses that game. With --results
all games are stored, and the same command resumes an interrupted tournament.

examples:
  empile tournament block-ness --entrant level:1 --entrant level:2 --rounds 20
  empile tournament blox --players 3 --entrant level:1 --entrant mine=program:./bot \\
      --results blox.jsonl --plot blox.svg
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--entrant",
        action="append",
        default=[],
        metavar="BOT",
        help="a bot that takes part; repeat for each bot",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="how often all bots meet in all seat orders (default: 1)",
    )
    parser.add_argument(
        "--processes",
        type=whole_number(1, 4096),
        metavar="N",
        help="number of games played in parallel (default: one per core)",
    )
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        default=10.0,
        metavar="S",
        help="seconds per move of a program or function (default: 10)",
    )
    add_seed_argument(parser)
    parser.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="store all games in FILE, and resume from it if it exists",
    )
    parser.add_argument(
        "--server",
        type=server_address,
        metavar="ADDRESS",
        help="play at a server, by accounts of programs: docs/how-to/tournaments.md",
    )
    parser.add_argument(
        "--token",
        action="append",
        default=[],
        metavar="BOT=FILE",
        help="the file with the API token of a bot at the server; repeat for each bot",
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the ratings to FILE: .svg, .png or .pdf"
    )
    parser.add_argument(
        "--markdown",
        action="store_true",
        help="print the table as Markdown even at a terminal",
    )
    parser.add_argument(
        "--cluster",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster (default: that of RAY_ADDRESS, else a local one)",
    )
    parser.add_argument(
        "--language",
        choices=WORDS.languages,
        help="language of the table (default: that of the terminal, else English)",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.arena import open_results, plan_of, plot, standings
    from empile.cli.tournament_table import TournamentText

    game = chosen_game(arguments, headless=True)
    plan = plan_of(
        game,
        arguments.entrant,
        seed=arguments.seed,
        time_limit=arguments.time_limit,
        server=arguments.server,
    )
    if arguments.plot is not None:
        plot.check(arguments.plot)
    table = TournamentText(arguments.language or users_language(os.environ))
    with open_results(plan, arguments.results) as results:
        _play(results, arguments)
        games = results.in_order()
    rows = standings(plan, games)
    if sys.stdout.isatty() and not arguments.markdown:
        table.show(rows)
    else:
        print("\n".join(table.markdown(rows)))
    print("\n".join(["", *table.below(plan, rows, games)]))
    if arguments.plot is not None:
        plot.draw(rows, arguments.plot, title=table.title(game), axis=table.text("tournament.axis"))
    return 0


def _play(results: Results, arguments: argparse.Namespace) -> None:
    from empile.arena import run_tournament
    from empile.arena.ray_cluster import run_on_ray
    from empile.engine.compiled.warm import warm

    games = arguments.rounds * len(results.plan.round)

    def stored() -> str:
        played = f"{len(results.games)} of {games} games"
        if arguments.results is None:
            return f"{played} were played, and are lost; --results FILE would have stored them"
        return f"{played} are stored in {arguments.results}; the same command goes on"

    with resumable(stored), progress(f"{results.plan.game}: {games} games") as update:

        def on_game(_: GameResult) -> None:
            update(len(results.games), games)

        if arguments.cluster is None:
            warm(results.plan.loaded)  # once, not in every process
            run_tournament(
                results,
                rounds=arguments.rounds,
                processes=arguments.processes,
                on_game=on_game,
                tokens=_tokens(arguments.token),
            )
        else:
            run_on_ray(
                results,
                address=arguments.cluster or None,
                rounds=arguments.rounds,
                processes=arguments.processes,
                on_game=on_game,
            )


def _tokens(words: Sequence[str]) -> dict[str, str]:
    """Read the files of API tokens, by the name of their bot."""
    tokens: dict[str, str] = {}
    for word in words:
        name, equals, file = word.rpartition("=")
        if not equals:
            raise CommandError(f"--token {word}: use BOT=FILE, e.g. mine=mine.token")
        try:
            tokens[name] = Path(file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"the token of {name} cannot be read: {error}") from None
    return tokens


def _seconds(text: str) -> float:
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a number of seconds above 0")
