"""``empile perft``: counts move sequences."""

from __future__ import annotations

import argparse

from empile.cli.game_args import (
    add_game_arguments,
    add_seed_argument,
    add_start_arguments,
    chosen_match,
)
from empile.cli.parser import whole_number
from empile.cli.progress import progress

MAX_DEPTH = 999

ABOUT = """\
Count the sequences of exactly D moves from the start of a game, or from another position. A game
that ends earlier adds none.
Chance events are drawn from the seed, the same in every branch. Games whose outcomes are decided
outside the rules have no perft.

examples:
  empile perft block-ness --depth 2          26304
  empile perft block-ness --depth 3 --players 4
  empile perft block-ness --depth 1 --after 'd5-d7 f9-i9'
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    add_start_arguments(parser)
    parser.add_argument(
        "--depth",
        type=whole_number(0, MAX_DEPTH),
        required=True,
        metavar="D",
        help="length of the sequences in moves",
    )
    add_seed_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    from empile.engine.perft import perft

    match = chosen_match(arguments)
    game = match.game
    with progress(f"perft {game.name} at depth {arguments.depth}") as update:
        count = perft(game, arguments.depth, arguments.seed, update, start=match.state)
    print(count)
    return 0
