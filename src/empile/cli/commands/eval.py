"""``empile eval``: measures a language model, or any program, on the games."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empile.cli.errors import CommandError
from empile.cli.game_args import add_seed_argument
from empile.cli.parser import whole_number
from empile.cli.progress import progress, resumable
from empile.engine.strict_json import PlainDataError, read_json

if TYPE_CHECKING:
    from empile.evals import Agent, GamePlayed, Plan, Prices, PuzzleTried, Results

ABOUT = """\
Measure a language model, or any program, on a game: rating on the scale of the bots, score by
opponent, puzzles solved, illegal and unreadable answers, loss per move, luck, tokens and seconds.
The agent is

  http://HOST/v1            an OpenAI-compatible chat endpoint; needs --model
  python:MODULE:FUNCTION    a function of chat messages that returns a text
  level:N, random           a bot
  any other text            a command: a line of JSON with the messages in, a line of text out

Opponents, starts and seats are fixed by the suite. With --results all finished games are stored at
once and the same command resumes; the folder has the report as JSON, Markdown and HTML, and the
records of all games. The API key is read from an environment variable and never written.

examples:
  empile eval block-ness --agent random
  empile eval blox --agent http://localhost:8000/v1 --model my-model --results blox-my-model
  empile eval all --suite full --agent 'python3 bot.py' --results bot --concurrency 2
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", help="name of a game, or `all`; `empile games` lists them"
    )
    parser.add_argument("--agent", required=True, metavar="URL|COMMAND", help="who plays")
    parser.add_argument("--model", metavar="NAME", help="model at the endpoint")
    parser.add_argument(
        "--key-env",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="environment variable with the API key (default: OPENAI_API_KEY)",
    )
    _suite_arguments(parser)
    _asking_arguments(parser)
    _request_arguments(parser)


def _suite_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--suite", choices=("short", "full"), default="short", help="set of games (default: short)"
    )
    parser.add_argument(
        "--players", type=whole_number(), metavar="N", help="only games with N players"
    )
    add_seed_argument(parser)
    parser.add_argument(
        "--puzzles",
        type=whole_number(0),
        metavar="N",
        help="puzzles of each game; 0: none (default: 20, in the suite full 100)",
    )
    parser.add_argument(
        "--puzzle-file",
        type=Path,
        metavar="FILE",
        help="take the puzzles from a file of `empile puzzles mine` (default: those of the game)",
    )
    parser.add_argument(
        "--results", type=Path, metavar="FOLDER", help="store games and report, and resume"
    )
    parser.add_argument(
        "--analyse",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="analyse the games of the first N starts, some seconds each (default: 0)",
    )
    parser.add_argument(
        "--price",
        type=_prices,
        metavar="IN/OUT",
        help="prices of a million tokens of prompts and of completions, e.g. 0.5/1.5",
    )


def _asking_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--history",
        type=whole_number(0),
        default=8,
        metavar="N",
        help="earlier turns of the game in a conversation; 0: none (default: 8)",
    )
    parser.add_argument(
        "--context",
        type=whole_number(0),
        default=100_000,
        metavar="N",
        help="characters of a conversation; older turns are left out (default: 100000)",
    )
    parser.add_argument(
        "--tries",
        type=whole_number(1, 100),
        default=3,
        metavar="N",
        help="answers that may be given in a turn (default: 3)",
    )
    parser.add_argument(
        "--consequence",
        choices=("random", "resign"),
        default="random",
        help="what follows after the last one: a random move, or the loss (default: random)",
    )
    parser.add_argument(
        "--rules", choices=("short", "full", "none"), default="short", help="(default: short)"
    )
    parser.add_argument(
        "--moves",
        choices=("auto", "all", "pattern"),
        default="auto",
        help="list all legal moves, or examples (default: all up to 200)",
    )
    parser.add_argument(
        "--position", choices=("both", "text", "json"), default="both", help="(default: both)"
    )
    parser.add_argument(
        "--images",
        choices=("png", "svg"),
        help="add a picture of the board to each turn; png needs the extra `envs`",
    )
    parser.add_argument("--strict", action="store_true", help="accept exact notation only")


def _request_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--concurrency",
        type=whole_number(1, 1024),
        default=4,
        metavar="N",
        help="games at the same time (default: 4)",
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=120.0,
        metavar="S",
        help="seconds for an answer (default: 120)",
    )
    parser.add_argument(
        "--attempts",
        type=whole_number(1, 100),
        default=6,
        metavar="N",
        help="requests for an answer if the endpoint is busy or gone (default: 6)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="field of requests to the endpoint, e.g. temperature=0; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.evals import EvalSettings, Plan, agent_of, open_results, report_of, write_report
    from empile.evals.reports.text import markdown
    from empile.evals.suites import GAMES, suite_of

    games = GAMES if arguments.game == "all" else (arguments.game,)
    suite = suite_of(
        arguments.suite,
        games,
        seed=arguments.seed,
        players=arguments.players,
        puzzles=arguments.puzzles,
        puzzle_file=arguments.puzzle_file,
    )
    settings = EvalSettings(
        history=arguments.history,
        context=arguments.context,
        tries=arguments.tries,
        consequence=arguments.consequence,
        rules=arguments.rules,
        moves=arguments.moves,
        position=arguments.position,
        strict=arguments.strict,
        images=arguments.images,
    )
    try:
        settings.check()
        agent = agent_of(
            arguments.agent,
            model=arguments.model,
            key=os.environ.get(arguments.key_env),
            timeout=arguments.timeout,
            attempts=arguments.attempts,
            body=dict(map(_field, arguments.set)),
        )
    except ImportError as error:
        raise CommandError(str(error)) from None
    with open_results(Plan(agent.about, suite, settings), arguments.results) as results:
        try:
            _play(agent, results, arguments)
        finally:  # also the report of an interrupted evaluation
            report = report_of(results, arguments.price)
            if arguments.results is not None:
                write_report(results, report, arguments.results)
    print("\n".join(markdown(report)))
    return 0


def _play(agent: Agent, results: Results, arguments: argparse.Namespace) -> None:
    from empile.evals import AgentError, evaluate
    from empile.evals.suites import tasks_of

    plan: Plan = results.plan
    games = len(list(tasks_of(plan.suite)))
    puzzles = sum(len(section.puzzles) for section in plan.suite.puzzles)
    more = f", {puzzles} puzzles" if puzzles else ""

    def stored() -> str:
        tried = f", {len(results.puzzles)} of {puzzles} puzzles" if puzzles else ""
        kept = "" if arguments.results is None else "; the same command goes on"
        return f"{len(results.games)} of {games} games{tried}{kept}"

    with resumable(stored), progress(f"{plan.name}: {games} games{more}") as update:

        def on_item(_: GamePlayed | PuzzleTried) -> None:
            update(len(results.games) + len(results.puzzles), games + puzzles)

        try:
            evaluate(
                agent,
                results,
                concurrency=arguments.concurrency,
                analysed=arguments.analyse,
                on_game=on_item,
                on_puzzle=on_item,
                on_judged=update,
            )
        except AgentError as error:
            raise CommandError(f"{error} ({stored()})") from None


def _field(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name or name in ("messages", "model", "stream"):
        raise CommandError(f"--set {text}: use NAME=VALUE, e.g. temperature=0")
    try:
        return name, read_json(value)
    except PlainDataError:
        return name, value


def _prices(text: str) -> Prices:
    from empile.evals import Prices

    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)/(\d{1,9}(?:\.\d{1,9})?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is not two prices, e.g. 0.5/1.5")
    return Prices(float(found[1]), float(found[2]))


def _seconds(text: str) -> float:
    if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a number of seconds above 0")
