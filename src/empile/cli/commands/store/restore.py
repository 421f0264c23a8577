"""``empile restore``: puts a backup in place of a data file."""

from __future__ import annotations

import argparse
from pathlib import Path

from empile.cli.store_args import add_store, chosen_file

ABOUT = """\
Check the backup FILE and make a copy of it the data file. Stop the server first: the data file of a
running server is not replaced. If anything fails, the data file is unchanged.

examples:
  empile restore empile.backup
  empile restore /srv/backup/empile.sqlite3 --replace --store /srv/empile/tables.sqlite3
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="backup to restore")
    add_store(parser)
    parser.add_argument(
        "--replace", action="store_true", help="overwrite the data file if it exists"
    )


def run(arguments: argparse.Namespace) -> int:
    store = chosen_file(arguments)
    from empile.server.store.backup import restore

    tables = restore(arguments.file, store, replace=arguments.replace)
    print(f"{store}: {tables} tables of {arguments.file}")
    return 0
