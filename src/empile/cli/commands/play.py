"""``empile play``: plays a game in the terminal."""

from __future__ import annotations

import argparse
import os
import secrets
import sys

from empile.cli.errors import CommandError
from empile.cli.game_args import add_game_arguments, chosen_game
from empile.cli.i18n import WORDS, users_language
from empile.cli.parser import whole_number

ABOUT = """\
Play a game in the terminal, against bots or with other people at the same screen. Type a move in
the game's notation, the beginning of a move to list its continuations, or `help`.

examples:
  empile play block-ness                     play first, against one bot
  empile play block-ness --level 5 --seat 2  play second, against the strongest bot
  empile play block-ness --players 3 --seat 1 --seat 3
                                             two people and a bot
  empile play block-out --option referee=people
                                             with the real game: you enter what happened
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--level",
        type=whole_number(1),
        metavar="L",
        help="level of the bots; `empile games` lists them (default: 1, the weakest)",
    )
    parser.add_argument(
        "--seat",
        type=whole_number(1),
        action="append",
        metavar="N",
        help="play seat N, counted from 1; may be repeated for several people (default: 1)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(),
        metavar="S",
        help="random seed, a whole number (default: a new one each time)",
    )
    parser.add_argument(
        "--language",
        choices=WORDS.languages,
        help="language of the game (default: that of the terminal, else English)",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.bots import levels_of
    from empile.cli.terminal.game import TerminalGame
    from empile.cli.terminal.lines import Terminal
    from empile.engine.random import new_stream

    # A terminal has no placement by hand: probabilities decide, unless people rule.
    game = chosen_game(arguments, headless=True)
    levels = levels_of(game)
    number = 1 if arguments.level is None else arguments.level
    if number > len(levels):
        raise CommandError(f"there is no level {number}: {game.name} has {len(levels)}")
    seats = {seat - 1 for seat in arguments.seat or [1]}
    if max(seats) >= game.num_players:
        raise CommandError(f"there is no seat {max(seats) + 1}: the game has {game.num_players}")
    seed = secrets.randbits(63) if arguments.seed is None else arguments.seed
    terminal = Terminal(sys.stdin, sys.stdout)
    language: str = arguments.language or users_language(os.environ)
    TerminalGame(game, seats, levels[number - 1], new_stream(seed), terminal, language).play()
    return 0
