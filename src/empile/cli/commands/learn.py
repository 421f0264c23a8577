"""``empile learn``: a game's lessons in the terminal."""

from __future__ import annotations

import argparse
import os
import sys

from empile.cli.errors import CommandError
from empile.cli.i18n import WORDS, users_language
from empile.cli.parser import whole_number
from empile.engine.lessons import lessons_of

ABOUT = """\
Learn a game in the terminal. Each lesson shows positions, and you type the moves that it asks for.
Type `hint` for help and `next` for the next lesson. The same lessons, with pictures, are in the
browser.

examples:
  empile learn block-ness
  empile learn blox --lesson 4
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="name of the game; `empile games` lists them")
    parser.add_argument(
        "--lesson", type=whole_number(1), metavar="N", help="start with lesson N (default: 1)"
    )
    parser.add_argument(
        "--language",
        choices=WORDS.languages,
        help="language of the lessons (default: that of the terminal, else English)",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.cli.terminal.lessons import TerminalLessons
    from empile.cli.terminal.lines import Terminal
    from empile.engine.discovery import load

    game = load(arguments.game)
    first = 1 if arguments.lesson is None else arguments.lesson
    lessons = len(lessons_of(game))
    if not lessons:
        raise CommandError(f"{game.name} has no lessons")
    if first > lessons:
        raise CommandError(f"there is no lesson {first}: {game.name} has {lessons}")
    language: str = arguments.language or users_language(os.environ)
    TerminalLessons(game, Terminal(sys.stdin, sys.stdout), language).go_through(first)
    return 0
