"""``empile push-keys``: makes the keys of Web Push."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from empile.cli.errors import CommandError

ABOUT = """\
Make the keys with which a server pushes notices to the devices of its members, in a new FILE that only
you can read. Keep the file: with other keys, every member has to allow pushing again.

examples:
  empile push-keys push.pem
  empile serve --accounts open --origin https://play.example.org --push-keys push.pem
"""
_MISSING = "push needs further packages: pip install 'empile[accounts]'"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="file to write")


def run(arguments: argparse.Namespace) -> int:
    if not find_spec("cryptography"):
        raise CommandError(_MISSING)
    from empile.community.notices.web_push import make_keys

    try:
        make_keys(arguments.file)
    except FileExistsError:
        raise CommandError(f"{arguments.file} exists already") from None
    print(f"The keys are in {arguments.file}.")
    return 0
