"""``empile doctor``: checks the games, and a store event by event."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from empile.cli.store_args import add_store, chosen_store

ABOUT = """\
Check whether all installed games can be used, and check a store: the pages of a file, every event, every
game by its rules, codes and analyses. It changes nothing, and the server may be running. Each problem is
one line with what to do about it; the exit status is 1 if there are any.

examples:
  empile doctor
  empile doctor --store /srv/backup/empile.sqlite3 --json
  empile doctor --store postgresql://empile@db.example.org/empile
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON for each problem"
    )


def run(arguments: argparse.Namespace) -> int:
    store = chosen_store(arguments)
    from empile.server.store import database
    from empile.server.tables.doctor import Checked, Problem, examine, examine_games

    checked = Checked()

    def report(found: Iterable[Problem]) -> int:
        problems = 0
        for problem in found:
            problems += 1
            if arguments.json:
                print(json.dumps(problem._asdict(), ensure_ascii=False), flush=True)
            else:
                print(f"{problem.place}: {problem.what}\n  {problem.advice}", flush=True)
        return problems

    problems = report(examine_games())
    problems += database.read(store, lambda connection: report(examine(connection, checked)))
    if not arguments.json:
        found = "no problems" if not problems else f"{problems} problems"
        print(
            f"{store}: {found} in {checked.tables} tables, {checked.events} events"
            f" and {checked.analyses} analyses"
        )
    return 1 if problems else 0
