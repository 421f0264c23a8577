"""``empile trace``: prints a record move by move."""

from __future__ import annotations

import argparse
import json
from typing import Any

from empile.cli.records import read_record

ABOUT = """\
Replay a record and print one line of JSON before each move:

  {"ply": 0, "seat": 0, "legal": ["...", "..."], "move": "...", "position": {...}}

`ply` counts moves from 0; `legal` is sorted by code point; `position` includes hidden information.
The last line is {"result": {...}, "position": {...}}, with null for an unfinished game.
An illegal event stops the output with its number (from 0) and exit status 2.

examples:
  empile trace game.json
  empile random block-ness --seed 1 | empile trace -
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="file of a record, or - for stdin")


def run(arguments: argparse.Namespace) -> int:
    record = read_record(arguments.record)
    ply = 0
    for state, event in record.steps():
        if event is None:
            result = state.result()
            shown = None if result is None else result._asdict()
            _print({"result": shown, "position": state.position()})
            record.check_result(state)
        elif event.seat >= 0:
            _print(
                {
                    "ply": ply,
                    "seat": event.seat,
                    "legal": state.legal_texts(),
                    "move": event.text,
                    "position": state.position(),
                }
            )
            ply += 1
    return 0


def _print(line: dict[str, Any]) -> None:
    print(json.dumps(line, ensure_ascii=False))
