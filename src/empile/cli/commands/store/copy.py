"""``empile copy``: copies a store to another of any kind."""

from __future__ import annotations

import argparse
import sys

from empile.cli.errors import CommandError
from empile.cli.program import SERVER_MISSING, has_server
from empile.cli.progress import resumable

ABOUT = """\
Copy all tables of the store FROM to the store TO: data files, or PostgreSQL databases, whose schema
is created if necessary. Rows are compared by counts and hashes in the end. After an interruption
the same command continues. FROM may be in use, and is copied as it was at one moment; stop its
server first if players are to go on with TO.

examples:
  empile copy tables.sqlite3 postgresql://empile@db.example.org/empile
  empile copy postgresql://empile@db.example.org/empile tables.sqlite3
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FROM", help="file or URL of the store to copy")
    parser.add_argument("target", metavar="TO", help="file or URL of a new store")
    parser.add_argument("--replace", action="store_true", help="overwrite what TO contains already")


def run(arguments: argparse.Namespace) -> int:
    if not has_server():
        raise CommandError(SERVER_MISSING)
    from empile.server.store.copying import copy
    from empile.server.store.location import read_location

    source, target = read_location(arguments.source), read_location(arguments.target)
    shown = sys.stderr.isatty()

    def progress(name: str, rows: int) -> None:
        if shown:
            print(f"\r{name}: {rows} rows", end="", file=sys.stderr, flush=True)

    with resumable(lambda: "the copy is not complete; the same command goes on"):
        copied = copy(source, target, replace=arguments.replace, progress=progress)
    if shown:
        print(file=sys.stderr)
    for table in copied:
        print(f"{table.name}: {table.rows} rows, SHA-256 {table.digest[:16]}")
    print(f"{target} is a copy of {source}")
    return 0
