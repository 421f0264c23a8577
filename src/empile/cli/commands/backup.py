"""``empile backup``: copies the data file of a running server."""

from __future__ import annotations

import argparse
from pathlib import Path

from empile.cli.store_args import add_store, chosen_file

ABOUT = """\
Copy a data file to FILE, also while the server runs. The copy is checked; it has everything that
was stored before the command began, and FILE appears only once it is complete.

examples:
  empile backup empile.backup
  empile backup /srv/backup/empile.sqlite3 --replace --store /srv/empile/tables.sqlite3
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="file to write")
    add_store(parser)
    parser.add_argument("--replace", action="store_true", help="overwrite FILE if it exists")


def run(arguments: argparse.Namespace) -> int:
    store = chosen_file(arguments)
    from empile.server.store.backup import back_up

    tables = back_up(store, arguments.file, replace=arguments.replace)
    print(f"{arguments.file}: {tables} tables of {store}")
    return 0
