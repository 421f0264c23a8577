"""``empile migrate``: updates the schema of a store to this version of Empile."""

from __future__ import annotations

import argparse

from empile.cli.store_args import add_store, chosen_store

ABOUT = """\
Create the tables of a PostgreSQL database, or bring those of a store to this version of Empile.
Servers may be running: those of the version before work on. A data file is copied beside itself
first, and `empile serve` does the same by itself.

examples:
  empile migrate --store postgresql://empile@db.example.org/empile
  empile migrate --store /srv/empile/tables.sqlite3
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_store(parser)


def run(arguments: argparse.Namespace) -> int:
    store = chosen_store(arguments)
    from empile.server.store.database import migrate

    before, after = migrate(store)
    if before == after:
        print(f"{store}: nothing to do, revision {after}")
    else:
        print(f"{store}: revision {before} -> {after}")
    return 0
