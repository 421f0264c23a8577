"""``empile picture``: a position of a record as SVG."""

from __future__ import annotations

import argparse

from empile.cli.errors import CommandError
from empile.cli.parser import whole_number
from empile.cli.records import read_record

ABOUT = """\
Draw a position of a recorded game and print it as SVG.

examples:
  empile picture game.json > end.svg               the last position
  empile picture game.json --ply 4 > position.svg  the position before move 4 (the first is 0)
  empile picture game.json --seat 2 > hand.svg     the view of the second seat
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="file of a record, or - for stdin")
    parser.add_argument(
        "--ply",
        type=whole_number(0),
        metavar="K",
        help="draw the position before move K, counted from 0 (default: the last position)",
    )
    parser.add_argument(
        "--seat",
        type=whole_number(1),
        metavar="N",
        help="draw the view of seat N, counted from 1 (default: that of a spectator)",
    )


def run(arguments: argparse.Namespace) -> int:
    record = read_record(arguments.record)
    seats = record.load_game().num_players
    if arguments.seat is not None and arguments.seat > seats:
        raise CommandError(f"there is no seat {arguments.seat}: the game has {seats}")
    seat = None if arguments.seat is None else arguments.seat - 1
    moves = 0
    for state, event in record.steps():
        if event is None:
            if arguments.ply is not None and arguments.ply > moves:
                raise CommandError(f"there is no ply {arguments.ply}: the record has {moves} moves")
            print(state.to_svg(seat))
        elif event.seat >= 0:
            if moves == arguments.ply:
                print(state.to_svg(seat))
                break
            moves += 1
    return 0
