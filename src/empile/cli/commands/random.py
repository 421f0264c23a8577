"""``empile random``: the record of a game with random moves."""

from __future__ import annotations

import argparse

from empile.cli.game_args import add_game_arguments, add_start_arguments, chosen_match
from empile.cli.parser import whole_number

ABOUT = """\
Play a game with uniformly random legal moves and print its record, one line of JSON.
The same seed prints the same bytes on every machine.

examples:
  empile random block-ness --seed 1
  empile random block-ness --seed 1 --players 3 --option variant=expert
  empile random block-ness --seed 1 --option lake=my-lake.json
  empile random block-ness --seed 1 > game.json && empile trace game.json
  empile random block-ness --seed 1 --start position.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    add_start_arguments(parser)
    parser.add_argument(
        "--seed",
        type=whole_number(),
        required=True,
        metavar="S",
        help="random seed, a whole number",
    )
    parser.add_argument(
        "--eager",
        action="store_true",
        help="choose among the moves that score points at once, if there are any",
    )


def run(arguments: argparse.Namespace) -> int:
    from empile.engine.random import below, new_stream

    match = chosen_match(arguments, headless=True)
    stream = new_stream(arguments.seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        if arguments.eager:
            moves = [move for move in moves if match.state.gain(move) > 0] or moves
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream, also_external=True)
    names = [f"Random {seat + 1}" for seat in range(match.game.num_players)]
    print(match.record(names).to_json())
    return 0
