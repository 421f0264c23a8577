"""``empile puzzles``: lists, finds and proves puzzles."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError
from empile.cli.game_args import add_game_arguments, add_seed_argument, chosen_game
from empile.cli.parser import whole_number
from empile.cli.progress import ProgressUpdate, progress

if TYPE_CHECKING:
    from empile.puzzles.puzzle import Puzzle

ABOUT = """\
List, find or prove puzzles: positions in which one move is better than all others by a clear margin.
ACTION is list, mine or prove, and `empile puzzles ACTION --help` describes it.

examples:
  empile puzzles list block-ness
  empile puzzles mine on-top --games 20 > found.jsonl
  empile puzzles prove block-ness --sample 5
  empile puzzles prove found.jsonl
"""

_LIST = """\
List the puzzles of a game, the easiest first: ID, rating, kind, themes and the first move.

example:
  empile puzzles list block-ness
"""
_MINE = """\
Play games of bots and print the puzzles in them, one line of JSON each. Endings are solved exactly, so
every puzzle is proven. The same seed finds the same puzzles.

example:
  empile puzzles mine on-top --games 20 --kind points
"""
_PROVE = """\
Solve puzzles again, and check that each move of a line is the only good one by the stored margin.
GAME_OR_FILE is the name of a game, for the puzzles that are shipped with it, or a file of `mine`.

example:
  empile puzzles prove block-ness --sample 5
"""


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listed = actions.add_parser("list", about=_LIST)
    listed.add_argument("game", metavar="GAME", help="name of the game; `empile games` lists them")
    mined = actions.add_parser("mine", about=_MINE)
    add_game_arguments(mined)
    mined.add_argument(
        "--kind", metavar="KIND", help="kind of puzzles (default: all kinds of the game)"
    )
    mined.add_argument(
        "--games",
        type=whole_number(1),
        default=10,
        metavar="N",
        help="number of games to play (default: 10)",
    )
    add_seed_argument(mined)
    proven = actions.add_parser("prove", about=_PROVE)
    proven.add_argument("source", metavar="GAME_OR_FILE", help="a game, or a file of puzzles")
    proven.add_argument(
        "--sample",
        type=whole_number(1),
        metavar="N",
        help="prove every so many-th puzzle only, N in all (default: all)",
    )


def run(arguments: argparse.Namespace) -> int:
    return _ACTIONS[arguments.action](arguments)


def _list(arguments: argparse.Namespace) -> int:
    for puzzle in _shipped(arguments.game):
        themes = " ".join(puzzle.themes) or "-"
        print(f"{puzzle.id}  {puzzle.rating:4}  {puzzle.kind:6}  {themes:24}  {puzzle.line[0]}")
    return 0


def _mine(arguments: argparse.Namespace) -> int:
    from empile.engine.random import new_stream
    from empile.puzzles.mining import mine

    game = chosen_game(arguments, headless=True)
    kinds = [kind for kind in game.puzzles.kinds if arguments.kind in (None, kind.name)]
    if not kinds:
        names = ", ".join(kind.name for kind in game.puzzles.kinds)
        raise CommandError(f"{game.name} has puzzles of these kinds: {names}")
    total = len(kinds) * arguments.games
    with progress(f"puzzles of {game.name}") as update:
        for number, kind in enumerate(kinds):
            stream = new_stream(arguments.seed)
            told = partial(_advance, update, number * arguments.games, total)
            for puzzle in mine(game, kind, arguments.games, stream, told):
                print(puzzle.to_json(), flush=True)
    return 0


def _advance(update: ProgressUpdate, before: int, total: int, done: int) -> None:
    update(before + done, total)


def _prove(arguments: argparse.Namespace) -> int:
    from empile.puzzles.library import read_puzzles
    from empile.puzzles.proving import prove
    from empile.puzzles.puzzle import PuzzleError

    path = Path(arguments.source)
    try:
        puzzles = [*read_puzzles(path)] if path.exists() else _shipped(arguments.source)
    except PuzzleError as error:
        raise CommandError(str(error)) from error
    step = 1 if arguments.sample is None else max(1, len(puzzles) // arguments.sample)
    chosen = puzzles[::step][: arguments.sample]
    with progress("proofs") as update:
        for done, puzzle in enumerate(chosen):
            update(done, len(chosen))
            try:
                prove(puzzle)
            except PuzzleError as error:
                raise CommandError(str(error)) from error
    print(f"{len(chosen)} of {len(puzzles)} puzzles proven")
    return 0


def _shipped(name: str) -> list[Puzzle]:
    from empile.engine.errors import UnknownGameError
    from empile.puzzles.library import load_puzzles

    try:
        puzzles = load_puzzles(name)
    except UnknownGameError as error:
        raise CommandError(str(error)) from error
    if not puzzles:
        raise CommandError(f"{name} has no puzzles; `empile puzzles mine {name}` finds some")
    return [*puzzles]


_ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": _list,
    "mine": _mine,
    "prove": _prove,
}
