"""``empile ratings``: the ratings of members, for the host of a server."""

from __future__ import annotations

import argparse

from empile.cli.errors import CommandError
from empile.cli.store_args import add_store, chosen_store

ABOUT = """\
Rate all games again: ACTION is rebuild. The server may be running.

examples:
  empile ratings rebuild
"""

_REBUILD = """\
Compute the ratings of all members from the rated games again. The outcome is the same to the last digit,
unless a program or a new version of the model has changed them.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add_store(actions.add_parser("rebuild", about=_REBUILD))


def run(arguments: argparse.Namespace) -> int:
    from empile.community.ratings.rebuild import rebuild
    from empile.server.store import database

    done = database.write(chosen_store(arguments), rebuild)
    print(f"rated {done.games} games in {done.pools} lists again")
    if done.damaged:
        raise CommandError(f"the logs of these tables are damaged: {', '.join(done.damaged)}")
    return 0
