"""``empile solo``: levels for one person in the terminal."""

from __future__ import annotations

import argparse
import os
import sys

from empile.cli.errors import CommandError
from empile.cli.i18n import WORDS, users_language

ABOUT = """\
Solve puzzles in the terminal, alone. There are six grades, from very easy to very hard. Type moves;
take back as many as you like, or type `hint` for help. Without a level, the first one that you have
not solved begins.

examples:
  empile solo
  empile solo 2-07
  empile solo --list
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "level", metavar="LEVEL", nargs="?", help="level to play, such as 2-07 (default: --next)"
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--list", action="store_true", help="list the levels by grade")
    choice.add_argument(
        "--next", action="store_true", help="play the first level that you have not solved"
    )
    parser.add_argument(
        "--language",
        choices=WORDS.languages,
        help="language of the messages (default: that of the terminal, else English)",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.cli.solo_progress import SoloProgress
    from empile.cli.terminal.lines import Terminal
    from empile.cli.terminal.solo import TerminalSolo
    from empile.engine.discovery import game_with_solo

    if arguments.level is not None and (arguments.list or arguments.next):
        raise CommandError("choose a level, --list or --next")
    language: str = arguments.language or users_language(os.environ)
    game = game_with_solo()
    if game is None:
        raise CommandError("no game has solo levels")
    solo = TerminalSolo(game, Terminal(sys.stdin, sys.stdout), SoloProgress(), language)
    if arguments.list:
        solo.list_levels()
        return 0
    solo.play_from(arguments.level)
    return 0
