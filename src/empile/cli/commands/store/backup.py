"""``empile backup``: copies the store of a running server to a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from empile.cli.store_args import add_store, chosen_store

ABOUT = """\
Copy a store to the data file FILE, also while servers use it. The copy is checked; it has
everything that was stored before the command began, and FILE appears only once it is complete.

examples:
  empile backup empile.backup
  empile backup /srv/backup/empile.sqlite3 --replace --store /srv/empile/tables.sqlite3
  empile backup empile.backup --store postgresql://empile@db.example.org/empile
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="file to write")
    add_store(parser)
    parser.add_argument("--replace", action="store_true", help="overwrite FILE if it exists")


def run(arguments: argparse.Namespace) -> int:
    store = chosen_store(arguments)
    from empile.server.store import backup

    if isinstance(store, Path):
        tables = backup.back_up(store, arguments.file, replace=arguments.replace)
    else:
        from empile.server.store.copying import copy_to_file

        with backup.new_file(arguments.file, replace=arguments.replace) as part:
            tables = copy_to_file(store, part)
    print(f"{arguments.file}: {tables} tables of {store}")
    return 0
