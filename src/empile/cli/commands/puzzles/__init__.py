"""``empile puzzles``: lists, finds and proves puzzles."""

from __future__ import annotations

import argparse

from empile.cli.commands.puzzles.actions import ACTIONS
from empile.cli.game_args import add_game_arguments, add_seed_argument
from empile.cli.parser import whole_number

ABOUT = """\
List, find or prove puzzles: positions in which one move is better than all others by a clear margin.
ACTION is list, mine or prove, and `empile puzzles ACTION --help` describes it.

examples:
  empile puzzles list block-ness
  empile puzzles mine on-top --games 20 > found.jsonl
  empile puzzles mine on-top --records games/ >> found.jsonl
  empile puzzles prove block-ness --sample 5
  empile puzzles prove found.jsonl
"""

_LIST = """\
List the puzzles of a game, the easiest first: ID, rating, kind, themes and the first move.

example:
  empile puzzles list block-ness
"""
_MINE = """\
Print the puzzles in games of bots, or in games that people played, one line of JSON each. Endings are
solved exactly, middlegames by searches ten times as long as those of the strongest level. The same
seed finds the same puzzles. Puzzles have no names, tables or times of the games that they are from.

examples:
  empile puzzles mine on-top --games 20 --kind points
  empile puzzles mine on-top --records games/ table.json
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
    mined.add_argument(
        "--records",
        nargs="+",
        metavar="FILE_OR_FOLDER",
        help="look for puzzles in these finished games instead: records, or exports of"
        " `empile tables export`; .json and .jsonl files of folders; other games are left out",
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
    return ACTIONS[arguments.action](arguments)
