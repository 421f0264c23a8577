"""``empile analyse``: a recorded game, or the best moves of a position."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from empile.cli.errors import CommandError
from empile.cli.game_args import add_option_arguments, add_start_arguments, chosen_match
from empile.cli.i18n import WORDS, users_language
from empile.cli.parser import whole_number
from empile.cli.progress import ProgressUpdate, progress
from empile.cli.records import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from empile.bots.analysis_results import (
        Analysis,
        DepthName,
        MoveAnalysed,
        SeatAnalysed,
        TurningPoint,
    )
    from empile.engine.contracts.grades import Grade
    from empile.engine.record import Record

ABOUT = """\
Analyse a recorded game with the strongest bot. Prints the expected result of each seat after each
event in percent, the grade of each move, the accuracy of each player, and the turning points with a
better move and its continuation. With two seats the percentage is the winning chance, a draw
counting half; with more, 100 is first place and 0 last.

With --start or --after, analyse a position of GAME instead: print it, and the best moves for the
player to move with their expected result, points and continuation, from what that player can see.

grades: ?? blunder, ? mistake, ?! inaccuracy, = best move, [] the only good move (unmarked: a good
move, or one without a choice)

examples:
  empile analyse game.json
  empile analyse game.json --deep        search four times as much
  empile analyse game.json --json        print everything as one line of JSON
  empile random block-ness --seed 1 | empile analyse -
  empile analyse block-ness --after 'd5-d7 f9-i9'
  empile analyse blox --start position.json --simulations 200000 --count 5
"""

_SIMULATIONS = 50_000
_COUNT = 3
_WIDTH = 40
_NAME = 12
_MARKS = "1234"
_SYMBOLS: dict[Grade, str] = {"best": "=", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_ONLY = "[]"
_COUNTED: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder", "forced")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "record",
        metavar="RECORD|GAME",
        help="file of a record, or - for stdin; for a position, the name of the game",
    )
    parser.add_argument("--deep", action="store_true", help="search four times as much")
    parser.add_argument("--json", action="store_true", help="print the analysis as a line of JSON")
    add_start_arguments(parser)
    add_option_arguments(parser)
    parser.add_argument(
        "--simulations",
        type=whole_number(1),
        metavar="N",
        help=f"length of the search of a position (default: {_SIMULATIONS})",
    )
    parser.add_argument(
        "--count",
        type=whole_number(1),
        metavar="N",
        help=f"number of best moves of a position (default: {_COUNT})",
    )
    parser.add_argument(
        "--language",
        choices=WORDS.languages,
        help="language of a position (default: that of the terminal, else English)",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.start is not None or arguments.after is not None:
        return _analyse_position(arguments)
    for name in ("players", "option", "simulations", "count", "language"):
        if getattr(arguments, name):
            raise CommandError(f"--{name} is for positions: add --start FILE or --after MOVES")
    record = read_record(arguments.record)
    found = _analysis_of(record, "deep" if arguments.deep else "quick")
    if arguments.json:
        print(json.dumps(found.to_dict(), ensure_ascii=False))
        return 0
    parts = (_graph(record, found), _players(record, found), _turning_points(record, found))
    print("\n\n".join("\n".join(part) for part in parts))
    return 0


def _analyse_position(arguments: argparse.Namespace) -> int:
    from empile.cli.engine_lines import lines_of, lines_to_dict, say_lines
    from empile.cli.move_text import Talk
    from empile.cli.terminal.lines import Terminal

    if arguments.deep:
        raise CommandError("--deep is for records: a position has --simulations N")
    arguments.game = arguments.record
    state = chosen_match(arguments).state
    found = lines_of(state, arguments.simulations or _SIMULATIONS, arguments.count or _COUNT)
    if arguments.json:
        print(json.dumps(lines_to_dict(state, found), ensure_ascii=False))
    else:
        language: str = arguments.language or users_language(os.environ)
        say_lines(state, found, Talk(Terminal(sys.stdin, sys.stdout), language))
    return 0


def _analysis_of(record: Record, depth: DepthName) -> Analysis:
    from empile.bots.analysis import analyse

    with progress("analysing") as update:
        *_, last = _reporting(analyse(record, depth=depth), update)
    return last


def _reporting(steps: Iterator[Analysis], update: ProgressUpdate) -> Iterator[Analysis]:
    for found in steps:
        update(round(100 * found.progress), 100)
        yield found


def _graph(record: Record, found: Analysis) -> list[str]:
    """Return a line per position: percentages, a bar and the event before it."""
    names = [name[:_NAME] for name in record.seats]
    widths = [max(4, len(name)) for name in names]
    heading = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"     {heading}  0{'50':^{_WIDTH - 2}}100     event"]
    moves = {move.event + 1: move for move in found.moves}
    turned = {point.event + point.events: point for point in found.turning_points}
    for at, row in enumerate(found.expected):
        figures = "  ".join(
            f"{_percent(value):>{width}}" for value, width in zip(row, widths, strict=True)
        )
        mark = _mark(turned.get(at))
        event = record.events[at - 1] if at else ""
        grade = _symbol(moves.get(at))
        lines.append(f"{at:>4} {figures}  {_bar(row)} {mark} {grade:<2} {event}".rstrip())
    return lines


def _symbol(move: MoveAnalysed | None) -> str:
    if move is None:
        return ""
    return _ONLY if move.is_only_move and move.grade == "best" else _SYMBOLS.get(move.grade, "")


def _players(record: Record, found: Analysis) -> list[str]:
    """Return a line per seat: accuracy, grades, and what its moves and chance did."""
    width = max(map(len, record.seats))
    return [
        f"{name:<{width}}  {_summary(seat, found)}"
        for name, seat in zip(record.seats, found.seats, strict=True)
    ]


def _summary(seat: SeatAnalysed, found: Analysis) -> str:
    accuracy = "-" if seat.accuracy is None else f"{seat.accuracy:.0f}%"
    counts = (f"{seat.grades[grade]} {grade}" for grade in _COUNTED if seat.grades.get(grade))
    parts = [f"accuracy {accuracy}", ", ".join(counts), f"moves {_change(-seat.lost)}"]
    if found.has_chance:
        parts.append(f"luck {_change(seat.luck)}")
    if any(draw.kind == "referee" for draw in found.draws):
        parts.append(f"referee {_change(seat.referee)}")
    return "; ".join(part for part in parts if part)


def _change(value: float) -> str:
    """Return a change of the expected result in percent, with its sign."""
    return f"{round(50 * value):+}%"


def _bar(row: list[float]) -> str:
    """Return a bar from 0 to 100 with a mark per seat; with two seats, that of the first."""
    if len(row) == 2:
        filled = round((row[0] + 1) / 2 * _WIDTH)
        return "█" * filled + "·" * (_WIDTH - filled)
    field = ["·"] * _WIDTH
    for seat, value in enumerate(row):
        place = min(_WIDTH - 1, round((value + 1) / 2 * (_WIDTH - 1)))
        field[place] = _MARKS[seat] if field[place] == "·" else "*"
    return "".join(field)


def _turning_points(record: Record, found: Analysis) -> list[str]:
    if not found.turning_points:
        return ["no turning points"]
    lines: list[str] = []
    for point in found.turning_points:
        events = " ".join(record.events[point.event : point.event + point.events])
        lines.append(
            f"{_mark(point)} {point.event + point.events:>3}  {record.seats[point.seat]}:"
            f" {_percent(point.before)} -> {_percent(point.after)} ({point.kind})  {events}"
        )
        if point.line:
            lines.append(f"        better: {', '.join(point.line)}")
    return lines


def _mark(point: TurningPoint | None) -> str:
    if point is None:
        return " "
    return "!" if point.kind == "mistake" else "~"


def _percent(value: float) -> str:
    return f"{round((value + 1) * 50)}%"
